import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

struct RunCommands: GroupCommand {
    static var shown: any ParsableCommand.Type { Command<RunGet>.self }
    static var listed: any ParsableCommand.Type { List.self }

    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Going through a program: 'run tabata' begins.",
        subcommands: [
            Start.self, Command<RunPause>.self, Command<RunResume>.self,
            Command<RunConfirm>.self, Command<RunSkip>.self, Command<RunBack>.self, Jump.self,
            Extend.self, Command<RunStop>.self, Command<RunGet>.self, List.self,
        ],
        defaultSubcommand: Start.self, aliases: ["runs"])
}

extension RunCommands {
    struct Start: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "start", of: "run", abstract: "Begin a run of a program.",
            discussion: """
                The word 'start' may be left out. One run is on at a time.

                Examples:
                  trackerctl run tabata
                  trackerctl run tabata --rounds 4
                  trackerctl run 7-minute-circuit --from 5
                """)

        @OptionGroup var target: ProgramArgument

        @Option("The step to begin with, as 'trackerctl program show' numbers them.", "step")
        var from: Int?

        @Option("How often the outermost groups repeat; as the program says by default.", "count")
        var rounds: Int?

        @OptionGroup(title: Options.title) var options: Options

        func validate() throws {
            guard from ?? 1 >= 1 else { throw ValidationError("steps count from 1") }
            guard rounds ?? 1 >= 1 else { throw ValidationError("--rounds is 1 at least") }
        }

        func request() -> RunStart {
            RunStart(program: target.program, from: from.map { $0 - 1 }, rounds: rounds)
        }

        func run() throws {
            do {
                try options.delivery.send(request(), text: text, id: id)
            } catch let error as ClientError where error.refuses("from") {
                // The daemon counts steps from 0.
                throw Refusal(
                    message: "the run has no step \(from ?? 1)",
                    hint: "'trackerctl program show \(target.program)' numbers them")
            }
        }
    }

    struct Jump: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "jump", of: "run", abstract: "Go to a step.",
            discussion: """
                Steps count from 1, as 'trackerctl program show' numbers them.

                Example:
                  trackerctl run jump 5
                """)

        @Argument(help: "The number of the step.")
        var step: Int

        @OptionGroup(title: Options.title) var options: Options

        func validate() throws {
            guard step >= 1 else { throw ValidationError("steps count from 1") }
        }

        func request() -> RunJump { RunJump(index: step - 1) }

        func run() throws {
            do {
                try options.delivery.send(request(), text: text, id: id)
            } catch let error as ClientError where error.refuses("index") {
                // The daemon counts steps from 0.
                let run = try options.connect().call(RunGet())
                let last = run.steps.map { " to \($0)" } ?? " on"
                throw Refusal(
                    message: "there is no step \(step): \(run.name) has the steps from 1\(last)",
                    hint: "'trackerctl program show' numbers them")
            }
        }
    }

    struct Extend: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "extend", of: "run", abstract: "Lengthen the interval, or shorten it.",
            discussion: """
                A negative span stands after '--'; shortened past its end, the interval is over. One \
                that waits for confirmation goes on.

                Examples:
                  trackerctl run extend 30s
                  trackerctl run extend -- -1m
                """)

        @Argument(
            help: "By how much, such as 30s; a bare number is seconds.",
            transform: SpanArgument.signedSeconds)
        var by: Span

        @OptionGroup(title: Options.title) var options: Options

        func request() -> RunExtend { RunExtend(by: by) }
    }

    struct List: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "list", of: "run", abstract: "List the runs, the newest first.",
            discussion: """
                'history' is the same.

                Examples:
                  trackerctl run history --from 2026-03-01
                  trackerctl run history --from -7d --limit 5
                """, aliases: ["history"])

        @OptionGroup var part: ListOptions<RunList>

        @OptionGroup(title: Options.title) var options: Options

        func request() -> RunList { RunList(from: part.from, to: part.to, limit: part.limit) }
    }
}

enum RunPause: PlainCommandWord {
    static let word = RunWord.pause
    static let command = CommandConfiguration.leaf(
        "pause", of: "run", abstract: "Pause the run.")
}

enum RunResume: PlainCommandWord {
    static let word = RunWord.resume
    static let command = CommandConfiguration.leaf(
        "resume", of: "run", abstract: "Let a paused run go on.")
}

enum RunConfirm: PlainCommandWord {
    static let word = RunWord.confirm
    static let command = CommandConfiguration.leaf(
        "confirm", of: "run",
        abstract: "Go on after an interval that waits for that.")
}

enum RunSkip: PlainCommandWord {
    static let word = RunWord.skip
    static let command = CommandConfiguration.leaf(
        "skip", of: "run", abstract: "Go on to the next interval now.",
        discussion: "After the last one the run is complete. A paused run stays paused.")
}

enum RunBack: PlainCommandWord {
    static let word = RunWord.back
    static let command = CommandConfiguration.leaf(
        "back", of: "run",
        abstract: "Begin the interval anew; in its first 2 s, the one before.")
}

enum RunStop: PlainCommandWord {
    static let word = RunWord.stop
    static let command = CommandConfiguration.leaf(
        "stop", of: "run", abstract: "End the run before its time.")
}

extension RunGet: PlainCommandRequest {
    static let command = CommandConfiguration.leaf(
        "get", of: "run", abstract: "Show the run that is on, else the last one.",
        discussion: "'show' is the same.", aliases: ["show"])
}
