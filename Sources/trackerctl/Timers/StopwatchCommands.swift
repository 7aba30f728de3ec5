import ArgumentParser
import TrackerAPI
import TrackerCore
import TrackerView

struct StopwatchCommands: GroupCommand {
    static var shown: any ParsableCommand.Type { TimerCommands.List.self }

    static let configuration = CommandConfiguration.group(
        "stopwatch", abstract: "Start and stop stopwatches, and take laps.",
        discussion: "To rename or list them, use 'trackerctl timer'.",
        subcommands: [
            Start.self, Lap.self, TimerChange<StopwatchPause>.self,
            TimerChange<StopwatchResume>.self, TimerChange<StopwatchStop>.self,
            TimerChange<StopwatchCancel>.self,
        ],
        defaultSubcommand: Start.self, aliases: ["stopwatches"])
}

extension StopwatchCommands {
    struct Start: MethodCommand, NamingCommand {
        static var related: [any ParsableCommand.Type] { [TimerCommands.self] }

        static let configuration = CommandConfiguration.leaf(
            "start", of: "stopwatch", abstract: "Start a stopwatch.")

        @Argument(help: "Name to refer to it later.")
        var name: String?

        @Option("What it does while the machine sleeps: 'continue' counts the real time.", "what")
        var onSuspend: Timer.OnSuspend?

        @Flag(help: ArgumentHelp(pausingWhenAway))
        var pauseWhenAway = false

        @OptionGroup(title: Options.title) var options: Options

        func request() -> StopwatchStart {
            StopwatchStart(
                name: name, onSuspend: onSuspend, pauseWhenAway: pauseWhenAway ? true : nil)
        }
    }

    struct Lap: MethodCommand {
        static let methods = [TimerWord.lap.rawValue]
        static let configuration = CommandConfiguration.leaf(
            "lap", of: "stopwatch", abstract: "Take a lap.")
        @OptionGroup var target: StopwatchArgument
        @OptionGroup(title: Options.title) var options: Options

        func request() -> TimerMove { TimerMove(.lap, timer: target.timer) }

        func text(of result: TimerView, in style: Style) -> String {
            (result.lapLines(in: style).last ?? result.sentence(in: style)) + "\n"
        }
    }
}

enum StopwatchStop: TimerCommandWord {
    typealias Targets = StopwatchesArgument
    static let word = TimerWord.finish
    static let action = TimerEach.Action.finish
    static let command = CommandConfiguration.leaf(
        "stop", of: "stopwatch", abstract: "Stop stopwatches for good.",
        examples: ["stopwatch stop", "stopwatch stop walk bike"])

    static func text(of timer: TimerView, in style: Style) -> String { timer.details(in: style) }
}

enum StopwatchPause: TimerCommandWord {
    typealias Targets = StopwatchesArgument
    static let word = TimerWord.pause
    static let action = TimerEach.Action.pause
    static let command = CommandConfiguration.leaf(
        "pause", of: "stopwatch", abstract: "Pause stopwatches.")
}

enum StopwatchResume: TimerCommandWord {
    typealias Targets = StopwatchesArgument
    static let word = TimerWord.resume
    static let action = TimerEach.Action.resume
    static let command = CommandConfiguration.leaf(
        "resume", of: "stopwatch", abstract: "Resume paused stopwatches.")
}

enum StopwatchCancel: TimerCommandWord {
    typealias Targets = StopwatchesArgument
    static let word = TimerWord.cancel
    static let action = TimerEach.Action.cancel
    static let command = CommandConfiguration.leaf(
        "cancel", of: "stopwatch", abstract: "Cancel stopwatches.",
        discussion: "'delete', 'remove' and 'rm' do the same.", aliases: ["delete", "remove", "rm"])
}

/// Argument that names a stopwatch; it may be left out if only one is active.
struct StopwatchArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "The stopwatch: its name, or the start of its id; not needed if only one is running.",
            valueName: "timer"),
        completion: .timers)
    var words: [String] = []

    var timer: String? { words.asName }
}

/// Argument that names stopwatches; it may be left out if only one is active.
struct StopwatchesArgument: TimerTargets {
    @Argument(
        help: "The stopwatches: names, or starts of ids; not needed if only one is running.",
        completion: .timers)
    var timers: [String] = []

    var all: Bool { false }

    func check() {}
}
