import TrackerAPI
import TrackerCore

extension Alert {
    /// Alert of a run's event: each cue has a sound of its own, and boundaries are also shown. The cues of an
    /// interval decide which alerts it gives; a needed confirmation and the end of the run always give one.
    init?(_ run: RunView, after type: EventType, of event: Event) {
        let label = run.interval.label
        var (title, lines): (String, [String?])
        let sound: Sound
        var chosenSound: String?
        var (isMomentary, isQuestion) = (false, false)
        var actions: [Action] = []
        switch type {
        case .runIntervalStarted:
            // An open interval asks at once.
            guard run.interval.cues.contains(.start), !run.interval.isOpen else { return nil }
            sound = .start(of: run.interval.kind)
            chosenSound = run.interval.sound
            title = label + roundText(of: run)
            let next = run.next.map { ", then \($0.label)" } ?? ""
            lines = [DurationText.text(ms: run.interval.durationMs) + next, lateText(run.lateByMs)]
        case .runHalfway:
            let isCounted = Interval.countsThroughHalf(
                durationMs: run.durationMs ?? run.interval.durationMs, cues: run.interval.cues)
            guard !isCounted else { return nil }
            (title, lines, isMomentary) = ("Halfway through \(label)", [], true)
            sound = .runHalfway
        case .runCountdown:
            (title, lines, isMomentary) = ("\(run.seconds ?? 0)", [label], true)
            sound = .runCountdown
        case .runIntervalFinished:
            guard run.isEndHeard else { return nil }
            (title, lines, isMomentary) = ("\(label) is over", [], true)
            sound = .runIntervalFinished
        case .runConfirmationNeeded, .runFollowedUp:
            let isOpen = run.interval.isOpen
            (title, isQuestion) = (isOpen ? label + roundText(of: run) : "\(label) is over", true)
            sound = .runConfirmationNeeded
            if isOpen, type == .runConfirmationNeeded { chosenSound = run.interval.sound }
            let wait =
                type == .runFollowedUp
                ? Self.stillThere(since: run.waitingSince, atMs: event.atMs) : nil
            lines = [wait, Self.confirmation(of: run), lateText(run.lateByMs)]
            actions = [
                Action(
                    .confirm(run: run.id, index: run.index),
                    label: isOpen ? "Done" : run.next == nil ? "Finish" : "Continue",
                    command: "trackerctl run confirm")
            ]
        case .runResumeOffered:
            (title, isQuestion) = ("\(run.name) is paused", true)
            sound = .runConfirmationNeeded
            let left = DurationText.secondsLeft(ms: run.remainingMs)
            lines = ["You were away. \(label): \(left) left"]
            actions = Self.offers(toResume: run.id)
        case .runCompleted:
            title = "\(run.name) is complete"
            sound = .runCompleted
            actions = [
                Action(
                    .runAgain(run: run.id), label: "Again",
                    command: "trackerctl run start \(run.program)")
            ]
            lines = [DurationText.text(ms: run.elapsedMs / 1000 * 1000), lateText(run.lateByMs)]
        case .runStopped where event.cause == .daemon:
            (title, lines) = ("\(run.name) was stopped", ["Everything after \(label) was missed"])
            sound = .runStopped
        default: return nil
        }
        self.init(
            title: title, body: lines.compactMap { $0 }.joined(separator: "\n"),
            urgency: isMomentary ? .low : .normal, actions: actions,
            isQuestion: isQuestion, sound: sound, chosenSound: chosenSound,
            thread: "run:\(run.id)", moment: "\(run.index)" + (run.rings.map { ".\($0)" } ?? ""),
            isMomentary: isMomentary)
    }

    /// Effect of a confirmation.
    private static func confirmation(of run: RunView) -> String {
        guard let next = run.next else { return "Confirm to finish \(run.name)" }
        return run.interval.isOpen
            ? "Confirm when done, then \(next.label)" : "Confirm to continue: \(next.label)"
    }

    /// Buttons for a run that was paused while nobody was there.
    private static func offers(toResume run: String) -> [Action] {
        [
            Action(.resumeRun(run: run), label: "Resume", command: "trackerctl run resume"),
            Action(.stopRun(run: run), label: "Stop", command: "trackerctl run stop"),
        ]
    }
}

/// The round behind an interval's label, such as ` (3 of 8)`, or ` (3)` in an endless group.
private func roundText(of run: RunView) -> String {
    guard let round = run.round else { return "" }
    return " (\(round.k)\(round.n.map { " of \($0)" } ?? ""))"
}
