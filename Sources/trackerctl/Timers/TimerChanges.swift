import ArgumentParser
import TrackerAPI
import TrackerCore
import TrackerView

/// A word that changes one timer or several.
protocol TimerCommandWord {
    /// The word for one timer.
    static var word: TimerWord { get }
    /// The same for several.
    static var action: TimerEach.Action { get }
    static var command: CommandConfiguration { get }
}

/// The command for a word that changes timers.
struct TimerChange<Kind: TimerCommandWord>: DaemonCommand, AnsweringCommand {
    static var configuration: CommandConfiguration { Kind.command }
    static var methods: [String] { [Kind.word.rawValue, TimerEach.method] }

    @OptionGroup var target: TimersArgument
    @OptionGroup(title: Options.title) var options: Options

    func check() throws { try target.check() }

    func answer(_ asking: Asking) throws -> Answer {
        if target.timers.count == 1 {
            let move = TimerMove(Kind.word, timer: target.timers[0])
            return try options.delivery.ask(move, asking)
        }
        let each = TimerEach(action: Kind.action, timers: target.all ? nil : target.timers)
        return try options.delivery.ask(each, asking)
    }
}

/// Argument that names timers, or all of them.
struct TimersArgument: ParsableArguments {
    @Argument(
        help: "The timers: names, starts of ids, or 'last'.",
        completion: .custom(TimerArgument.completions))
    var timers: [String] = []

    @Flag(name: .shortAndLong, help: "All timers, instead of those named.")
    var all = false

    func check() throws {
        guard all || !timers.isEmpty else {
            throw ValidationError("name a timer, or give --all")
        }
        guard !all || timers.isEmpty else {
            throw ValidationError("name timers or give --all, not both")
        }
    }
}

enum TimerPause: TimerCommandWord {
    static let word = TimerWord.pause
    static let action = TimerEach.Action.pause
    static let command = CommandConfiguration.leaf(
        "pause", of: "timer", abstract: "Pause running timers.",
        examples: ["timer pause tea", "timer pause --all"])
}

enum TimerResume: TimerCommandWord {
    static let word = TimerWord.resume
    static let action = TimerEach.Action.resume
    static let command = CommandConfiguration.leaf(
        "resume", of: "timer", abstract: "Resume paused timers.")
}

enum TimerCancel: TimerCommandWord {
    static let word = TimerWord.cancel
    static let action = TimerEach.Action.cancel
    static let command = CommandConfiguration.leaf(
        "cancel", of: "timer",
        abstract: "Cancel timers, without an alert.",
        discussion: """
            'stop', 'delete', 'remove' and 'rm' do the same. 'trackerctl undo' brings them back, \
            with the time that they would have left by then.
            """,
        examples: ["timer cancel tea", "timer cancel eggs tea", "timer cancel --all"],
        aliases: ["stop", "delete", "remove", "rm"])
}

enum TimerRestart: TimerCommandWord {
    static let word = TimerWord.restart
    static let action = TimerEach.Action.restart
    static let command = CommandConfiguration.leaf(
        "restart", of: "timer",
        abstract: "Restart timers with their original durations.",
        discussion: "This works for ended timers, too, and drops extensions.")
}

enum TimerDone: CommandWord {
    static let word = TimerWord.answer
    static let command = CommandConfiguration.leaf(
        "done", of: "timer",
        abstract: "Answer a timer that is over.",
        discussion: """
            A timer that is over stays in the list and the bar, and so does its notification, until \
            you answer it, restart it or give it more time with 'timer extend'. After 12 hours it is \
            no longer shown. 'trackerctl done' and 'trackerctl next' answer it, too.
            """, examples: ["timer done tea"])

    static func request(_ target: TimerArgument) -> TimerMove {
        TimerMove(word, timer: target.timer)
    }
}

enum TimerFinish: TimerCommandWord {
    static let word = TimerWord.finish
    static let action = TimerEach.Action.finish
    static let command = CommandConfiguration.leaf(
        "finish", of: "timer",
        abstract: "Finish timers as if time were up.")
}
