import ArgumentParser
import TrackerAPI
import TrackerCore
import TrackerView

extension Timer.OnSuspend: ChoiceArgument {}

/// Help of `--pause-when-away`.
let pausingWhenAway =
    "Pause it while nobody is there or the machine sleeps, and ask when you are back."

struct TimerArgument: ParsableArguments {
    @Argument(help: "The timer: its name, the start of its id, or 'last'.", completion: .timers)
    var timer: String

    static func completions(_ words: [String]) -> [String] {
        // Options come after the command.
        let verb = words.dropFirst().first == "wait" ? "wait" : words.dropFirst(2).first
        let list = LiveNames.ask(TimerList(all: true), words)
        return list.map { completions(for: $0.timers, verb: verb ?? "") } ?? []
    }

    /// Names of the timers that are over and wait for an answer.
    static func waiting(_ words: [String]) -> [String] {
        let list = LiveNames.ask(TimerList(), words)
        let names = list.map { completions(for: $0.timers, verb: "done") } ?? []
        // Elsewhere, 'last' is another thing.
        return names.filter { $0 != "last" }
    }

    /// Names of the timers that a command would affect; ids for timers whose names can't be offered.
    static func completions(for timers: [TimerView], verb: String) -> [String] {
        let suited = timers.filter { $0.suits(verb) }
        let words = suited.map { timer in
            timer.name.flatMap { LiveNames.isOffered($0) ? $0 : nil } ?? timer.id
        }
        let newest = timers.max { $0.startedAt < $1.startedAt }
        let isNewestSuited = suited.contains { $0.id == newest?.id }
        return Set(words).sorted() + (isNewestSuited ? ["last"] : [])
    }
}

extension TimerView {
    /// Whether a command of 'timer' or 'stopwatch' would affect the timer.
    fileprivate func suits(_ verb: String) -> Bool {
        switch verb {
        case "pause": state == .running
        case "resume": state == .paused
        case "finish", "cancel", "wait": !hasEnded
        case "done": isWaiting
        case "extend": isWaiting || !hasEnded && !isStopwatch
        case "lap", "stop": !hasEnded && isStopwatch
        default: true
        }
    }
}
