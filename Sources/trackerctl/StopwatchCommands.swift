import ArgumentParser
import TrackerAPI
import TrackerCore

struct StopwatchCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stopwatch",
        abstract: "Stopwatches: they count up and take laps.",
        discussion: "Pause, resume, rename and list them by 'trackerctl timer'.",
        subcommands: [Start.self, Lap.self, Stop.self])
}

extension StopwatchCommands {
    struct Start: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "start", of: "stopwatch", abstract: "Start a stopwatch.")

        @Argument(help: "A name to call it by later.")
        var name: String?

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp(
                "What it does when the machine sleeps: 'continue' counts the real time on.",
                valueName: "what"))
        var onSuspend: Timer.OnSuspend?

        @OptionGroup(title: Options.title) var options: Options

        func request() -> StopwatchStart { StopwatchStart(name: name, onSuspend: onSuspend) }
    }

    struct Lap: OneTimerCommand {
        typealias Call = StopwatchLap
        static let configuration = CommandConfiguration.leaf(
            "lap", of: "stopwatch", abstract: "Take a lap.")
        @OptionGroup var target: TimerArgument
        @OptionGroup(title: Options.title) var options: Options

        func text(of result: TimerView, in style: Style) -> String {
            (result.lapLines(in: style).last ?? result.sentence(in: style)) + "\n"
        }
    }

    struct Stop: OneTimerCommand {
        typealias Call = TimerFinish
        static let configuration = CommandConfiguration.leaf(
            "stop", of: "stopwatch", abstract: "Stop a stopwatch for good.")
        @OptionGroup var target: TimerArgument
        @OptionGroup(title: Options.title) var options: Options

        func text(of result: TimerView, in style: Style) -> String {
            result.details(in: style)
        }
    }
}
