import TrackerAPI
import TrackerCore

extension Alert {
    /// Span by which a button lets a countdown that is over run on, in milliseconds.
    private static let moreMs: Int64 = 300_000

    /// Alert of a countdown that is over: a question, while it waits for an answer.
    ///
    /// - Parameters:
    ///   - timer: the timer as the event has it, or as it is now.
    ///   - event: the end, or the repetition of its alert.
    init(over timer: TimerView, toldBy event: Event) {
        let length = timer.durationMs.map { DurationText.text(ms: $0) } ?? ""
        let isAgain = event.type == EventType.timerRangAgain.rawValue
        let lines = [
            isAgain ? Self.stillThere(since: timer.endedAt, atMs: event.atMs) : nil,
            timer.message ?? "Time's up: \(length)", isAgain ? nil : lateText(timer.lateByMs),
        ]
        let isWaiting = timer.waitingMs != nil
        self.init(
            title: timer.name ?? "Timer finished",
            body: lines.compactMap { $0 }.joined(separator: "\n"),
            actions: isWaiting ? Self.actions(of: timer) : [], isQuestion: isWaiting,
            sound: .timerFinished, chosenSound: timer.sound, thread: "timer:\(timer.id)",
            moment: timer.rings.map { "\($0)" })
    }

    private static func actions(of timer: TimerView) -> [Action] {
        let word = Self.word(for: timer.id, named: timer.name ?? "")
        return [
            Action(
                .timerDone(timer: timer.id), label: "Done", command: "trackerctl done \(word)"),
            Action(
                .timerAgain(timer: timer.id), label: "Again",
                command: "trackerctl timer restart \(word)"),
            Action(
                .timerMore(timer: timer.id, byMs: moreMs), label: "+5 min",
                command: "trackerctl timer extend \(word) 5m"),
        ]
    }
}
