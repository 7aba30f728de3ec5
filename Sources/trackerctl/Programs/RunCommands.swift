import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

struct RunCommands: GroupCommand {
    static var shown: any ParsableCommand.Type { Command<RunGet>.self }
    static var listed: any ParsableCommand.Type { List.self }

    static let configuration = CommandConfiguration.group(
        "run", abstract: "Run an interval program.",
        subcommands: [
            Start.self, Command<RunPause>.self, Command<RunResume>.self,
            Confirm.self, Command<RunSkip>.self, Command<RunBack>.self, Jump.self,
            Extend.self, Command<RunStop>.self, Command<RunGet>.self, List.self,
        ],
        defaultSubcommand: Start.self, aliases: ["runs"])
}

extension RunCommands {
    struct Start: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "start", of: "run", abstract: "Start a run of a program.",
            discussion: """
                You can leave out the word 'start'. Only one run can be active at a time. --work, \
                --rest, --rounds, --sound, --ring-again and --auto are for this run; the program stays \
                as it is. A long break, one longer than the program's usual rest, doesn't become shorter \
                with --rest.

                With --ring-again it rings until you confirm, wherever the run waits for you, and it \
                waits at its end, too; at most as often as 'ring_at_most' in the configuration says.

                With --pause-when-away it pauses when the screen is locked, when there was no \
                input for a while ('idle' in the configuration, 3 minutes by default), and when \
                the machine sleeps. In a rest or a break, only sleep pauses it. When you are back, \
                a notification asks whether to resume; 'trackerctl resume' works, too.
                """,
            examples: [
                "run tabata", "run tabata --rounds 4", "run 7-minute-circuit --from 5",
                "run pomodoro --work 50m --rest 10m --rounds 2", "run pomodoro --auto",
                "run pomodoro --pause-when-away", "run tabata --sound ~/gong.wav",
                "run tabata --ring-again 1m",
            ])

        @OptionGroup var target: ProgramArgument

        @Option("Step to start at, as 'trackerctl program show' numbers them.", "step")
        var from: Int?

        @Option("How often the outermost groups repeat; by default as in the program.", "count")
        var rounds: Int?

        @Option(
            "How long the work intervals last; a bare number is minutes.", "span",
            read: SpanArgument.minutes)
        var work: Span?

        @Option(
            "How long the rests and short breaks last; a bare number is minutes.", "span",
            read: SpanArgument.minutes)
        var rest: Span?

        @Option(
            "Sound of each start: a file, or a name from 'trackerctl sound list'.", "sound",
            completion: .file(), read: SoundArgument.read)
        var sound: String?

        @OptionGroup var ringing: RingingOptions

        @Flag(help: "Continue without waiting for you after an interval.")
        var auto = false

        @Flag(help: ArgumentHelp(pausingWhenAway))
        var pauseWhenAway = false

        @OptionGroup(title: Options.title) var options: Options

        func validate() throws {
            guard from ?? 1 >= 1 else { throw ValidationError("the first step is 1") }
            guard rounds ?? 1 >= 1 else { throw ValidationError("--rounds must be at least 1") }
        }

        func request() -> RunStart {
            RunStart(
                program: target.program, from: from.map { $0 - 1 }, rounds: rounds, work: work,
                rest: rest, auto: auto ? true : nil, pauseWhenAway: pauseWhenAway ? true : nil,
                sound: sound, ringAgain: ringing.change)
        }

        func answer(_ asking: Asking) throws -> Answer {
            do {
                return try answer(to: request(), asking)
            } catch let error as ClientError where error.refuses("from") {
                // The daemon counts steps from 0.
                throw Refusal(
                    message: "the run has no step \(from ?? 1)",
                    hint: "'trackerctl program show \(target.program)' numbers them")
            }
        }
    }

    struct Confirm: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "confirm", of: "run", abstract: "Confirm an interval and continue.",
            discussion: """
                An interval with an exercise is logged. Give a count if you did more or fewer than \
                in the program.
                """,
            examples: ["run confirm", "run confirm 12"])

        @Argument(
            help: "Number done of the exercise; by default as in the program.",
            transform: CountArgument.read)
        var count: Int64?

        @OptionGroup(title: Options.title) var options: Options

        func request() -> RunConfirm { RunConfirm(count: count) }
    }

    struct Jump: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "jump", of: "run", abstract: "Go to a step.",
            discussion: "Steps are numbered from 1, as 'trackerctl program show' shows.",
            examples: ["run jump 5"])

        @Argument(help: "Number of the step.")
        var step: Int

        @OptionGroup(title: Options.title) var options: Options

        func validate() throws {
            guard step >= 1 else { throw ValidationError("the first step is 1") }
        }

        func request() -> RunJump { RunJump(index: step - 1) }

        func answer(_ asking: Asking) throws -> Answer {
            do {
                return try answer(to: request(), asking)
            } catch let error as ClientError where error.refuses("index") {
                // The daemon counts steps from 0.
                let run = try asking.call(RunGet(), options)
                let last = run.steps.map { " to \($0)" } ?? " and up"
                throw Refusal(
                    message: "no step \(step): \(run.name) has steps 1\(last)",
                    hint: "'trackerctl program show' numbers them")
            }
        }
    }

    struct Extend: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "extend", of: "run", abstract: "Lengthen or shorten the interval.",
            discussion: """
                If you shorten the interval past its end, it is over. One that waits for \
                confirmation continues. One without a duration can't be extended: 'trackerctl next' \
                confirms it. 'trackerctl run +30s' does the same as this command.
                """,
            examples: ["run extend 30s", "run -1m"])

        @Argument(
            help: "Time to add, such as 30s; a bare number is seconds.",
            transform: SpanArgument.signedSeconds)
        var by: Span

        @OptionGroup(title: Options.title) var options: Options

        func request() -> RunExtend { RunExtend(by: by) }
    }

    struct List: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "list", of: "run", abstract: "List the runs, newest first.",
            discussion: "'history' does the same.",
            examples: ["run history --from 2026-03-01", "run history --from -7d --limit 5"],
            aliases: ["history"])

        @OptionGroup var part: ListOptions<RunList>

        @OptionGroup(title: Options.title) var options: Options

        func request() -> RunList { RunList(from: part.from, to: part.to, limit: part.limit) }
    }
}

enum RunPause: PlainCommandWord {
    static let word = RunWord.pause
    static let command = CommandConfiguration.leaf("pause", of: "run", abstract: "Pause the run.")
}

enum RunResume: PlainCommandWord {
    static let word = RunWord.resume
    static let command = CommandConfiguration.leaf(
        "resume", of: "run", abstract: "Resume a paused run.")
}

enum RunSkip: PlainCommandWord {
    static let word = RunWord.skip
    static let command = CommandConfiguration.leaf(
        "skip", of: "run", abstract: "Skip to the next interval.",
        discussion: "After the last interval, the run is complete. A paused run stays paused.")
}

enum RunBack: PlainCommandWord {
    static let word = RunWord.back
    static let command = CommandConfiguration.leaf(
        "back", of: "run", abstract: "Go back to the start of the interval.")
}

enum RunStop: PlainCommandWord {
    static let word = RunWord.stop
    static let command = CommandConfiguration.leaf(
        "stop", of: "run", abstract: "Stop the run early.")
}

extension RunGet: PlainCommandRequest {
    static let command = CommandConfiguration.leaf(
        "get", of: "run", abstract: "Show the current run, or the last one.",
        discussion: "'show' does the same.", aliases: ["show"])
}
