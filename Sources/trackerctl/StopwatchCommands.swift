import ArgumentParser
import TrackerAPI
import TrackerCore
import TrackerView

struct StopwatchCommands: GroupCommand {
    static var shown: any ParsableCommand.Type { TimerCommands.List.self }

    static let configuration = CommandConfiguration(
        commandName: "stopwatch",
        abstract: "Stopwatches: they count up and take laps.",
        discussion: "Pause, resume, rename and list them by 'trackerctl timer'.",
        subcommands: [Start.self, Command<StopwatchLap>.self, Stop.self],
        defaultSubcommand: Start.self, aliases: ["stopwatches"])
}

extension StopwatchCommands {
    struct Start: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "start", of: "stopwatch", abstract: "Start a stopwatch.")

        @Argument(help: "A name to call it by later.")
        var name: String?

        @Option("What it does when the machine sleeps: 'continue' counts the real time on.", "what")
        var onSuspend: Timer.OnSuspend?

        @OptionGroup(title: Options.title) var options: Options

        func request() -> StopwatchStart { StopwatchStart(name: name, onSuspend: onSuspend) }
    }

}

extension StopwatchLap: TimerCommandRequest {
    static let command = CommandConfiguration.leaf(
        "lap", of: "stopwatch", abstract: "Take a lap.")

    static func text(of result: TimerView, in style: Style) -> String {
        (result.lapLines(in: style).last ?? result.sentence(in: style)) + "\n"
    }
}

extension StopwatchCommands {
    struct Stop: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "stop", of: "stopwatch", abstract: "Stop a stopwatch for good.")
        @OptionGroup var target: TimerArgument
        @OptionGroup(title: Options.title) var options: Options

        func request() -> TimerFinish { TimerFinish(timer: target.timer) }

        func text(of result: TimerView, in style: Style) -> String { result.details(in: style) }
    }
}
