import ArgumentParser
import TrackerAPI
import TrackerCore
import TrackerView

protocol TimerCommandWord {
    associatedtype Targets: TimerTargets = TimersArgument
    static var word: TimerWord { get }
    /// The same for several.
    static var action: TimerEach.Action { get }
    static var command: CommandConfiguration { get }
    /// A changed timer for people, with the last newline.
    static func text(of timer: TimerView, in style: Style) -> String
}

extension TimerCommandWord {
    static func text(of timer: TimerView, in style: Style) -> String { timer.text(in: style) }
}

protocol TimerTargets: ParsableArguments {
    /// Names or ids; empty for all, or for the only one that can be meant.
    var timers: [String] { get }
    var all: Bool { get }
    func check() throws
}

struct TimerChange<Kind: TimerCommandWord>: DaemonCommand, AnsweringCommand {
    static var configuration: CommandConfiguration { Kind.command }
    static var methods: [String] { [Kind.word.rawValue, TimerEach.method] }

    @OptionGroup var target: Kind.Targets
    @OptionGroup(title: Options.title) var options: Options

    func check() throws { try target.check() }

    func answer(_ asking: Asking) throws -> Answer {
        let isAll = target.all
        guard isAll || target.timers.count > 1 else {
            return try options.delivery.ask(
                TimerMove(Kind.word, timer: target.timers.first), asking,
                text: { (timer: TimerView, style) in AnswerText(Kind.text(of: timer, in: style)) },
                id: { $0.id }
            ).answer
        }
        let each = TimerEach(action: Kind.action, timers: isAll ? nil : target.timers)
        return try options.delivery.ask(
            each, asking,
            text: { (result: TimerEach.Response, style) in
                let lines = result.timers.map { Kind.text(of: $0, in: style) }.joined()
                let count = counted(result.timers.count, "timer")
                return AnswerText(lines + (isAll ? "\(each.action.past) \(count)\n" : ""))
            }, id: { $0.ids.joined(separator: "\n") }
        ).answer
    }
}

extension TimerEach.Action {
    /// Verb of the answer, such as `paused`.
    fileprivate var past: String {
        switch self {
        case .pause: "paused"
        case .resume: "resumed"
        case .cancel: "cancelled"
        case .finish: "finished"
        case .restart: "restarted"
        case .answer: "answered"
        }
    }
}

/// Argument that names timers, or all of them.
struct TimersArgument: TimerTargets {
    @Argument(help: "The timers: names, starts of ids, or 'last'.", completion: .timers)
    var timers: [String] = []

    @Flag(name: .shortAndLong, help: "All timers, instead of those named.")
    var all = false

    func check() throws {
        guard all || !timers.isEmpty else { throw ValidationError("name a timer, or give --all") }
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
        "cancel", of: "timer", abstract: "Cancel timers, without an alert.",
        discussion: """
            'stop', 'delete', 'remove' and 'rm' do the same. --all leaves stopwatches alone. \
            'trackerctl undo' brings the timers back, with the time that they would have left by \
            then.
            """,
        examples: ["timer cancel tea", "timer cancel eggs tea", "timer cancel --all"],
        aliases: ["stop", "delete", "remove", "rm"])
}

enum TimerRestart: TimerCommandWord {
    static let word = TimerWord.restart
    static let action = TimerEach.Action.restart
    static let command = CommandConfiguration.leaf(
        "restart", of: "timer", abstract: "Restart timers with their original durations.",
        discussion: "This works for ended timers, too, and drops extensions.")
}

enum TimerDone: TimerCommandWord {
    static let word = TimerWord.answer
    static let action = TimerEach.Action.answer
    static let command = CommandConfiguration.leaf(
        "done", of: "timer", abstract: "Answer timers that are over.",
        discussion: """
            A timer that is over stays in the list and the bar, and so does its notification, until \
            you answer it, restart it or give it more time with 'timer extend'. After 12 hours it is \
            no longer shown. 'trackerctl done' and 'trackerctl next' answer it, too.
            """, examples: ["timer done tea", "timer done tea eggs"])
}

enum TimerFinish: TimerCommandWord {
    static let word = TimerWord.finish
    static let action = TimerEach.Action.finish
    static let command = CommandConfiguration.leaf(
        "finish", of: "timer", abstract: "Finish timers as if time were up.")
}
