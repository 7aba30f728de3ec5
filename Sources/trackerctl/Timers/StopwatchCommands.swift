import ArgumentParser
import TrackerAPI
import TrackerCore
import TrackerView

struct StopwatchCommands: GroupCommand {
    static var shown: any ParsableCommand.Type { TimerCommands.List.self }

    static let configuration = CommandConfiguration.group(
        "stopwatch",
        abstract: "Start and stop stopwatches, and take laps.",
        discussion: "To rename or list them, use 'trackerctl timer'.",
        subcommands: [
            Start.self, Lap.self, Change<StopwatchPause>.self, Change<StopwatchResume>.self,
            Stop.self, Change<StopwatchCancel>.self,
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

    struct Stop: MethodCommand {
        static let methods = [TimerWord.finish.rawValue]
        static let configuration = CommandConfiguration.leaf(
            "stop", of: "stopwatch", abstract: "Stop a stopwatch for good.")
        @OptionGroup var target: StopwatchArgument
        @OptionGroup(title: Options.title) var options: Options

        func request() -> TimerMove { TimerMove(.finish, timer: target.timer) }

        func text(of result: TimerView, in style: Style) -> String { result.details(in: style) }
    }
}

extension StopwatchCommands {
    /// The command for a word that changes a stopwatch.
    struct Change<Kind: StopwatchCommandWord>: MethodCommand {
        static var methods: [String] { [Kind.word.rawValue] }
        static var configuration: CommandConfiguration { Kind.command }
        @OptionGroup var target: StopwatchArgument
        @OptionGroup(title: Options.title) var options: Options

        func request() -> TimerMove { TimerMove(Kind.word, timer: target.timer) }
    }
}

/// A word that changes a stopwatch.
protocol StopwatchCommandWord {
    static var word: TimerWord { get }
    static var command: CommandConfiguration { get }
}

enum StopwatchPause: StopwatchCommandWord {
    static let word = TimerWord.pause
    static let command = CommandConfiguration.leaf(
        "pause", of: "stopwatch", abstract: "Pause a stopwatch.")
}

enum StopwatchResume: StopwatchCommandWord {
    static let word = TimerWord.resume
    static let command = CommandConfiguration.leaf(
        "resume", of: "stopwatch", abstract: "Resume a paused stopwatch.")
}

enum StopwatchCancel: StopwatchCommandWord {
    static let word = TimerWord.cancel
    static let command = CommandConfiguration.leaf(
        "cancel", of: "stopwatch", abstract: "Cancel a stopwatch.",
        discussion: "'delete', 'remove' and 'rm' do the same.", aliases: ["delete", "remove", "rm"])
}

/// Argument that names a stopwatch; it may be left out if only one is active.
struct StopwatchArgument: ParsableArguments {
    @Argument(
        help:
            "The stopwatch: its name, or the start of its id; not needed if only one is running.",
        completion: .custom(TimerArgument.completions))
    var timer: String?
}
