import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

struct TrainingCommands: GroupCommand {
    static var shown: any ParsableCommand.Type { Command<TrainingGet>.self }
    static var listed: any ParsableCommand.Type { List.self }

    static let configuration = CommandConfiguration(
        commandName: "training",
        abstract: "Accumulation training: toward a target by short efforts and short rests.",
        discussion: """
            A session has a mode. With 'time' you hold, again and again, until all holds together \
            come to the target. With 'reps' you count: 'train done 12' after each effort. The \
            next effort begins by itself when the rest is over, or is skipped.

              target      what all efforts together are to come to.
              adjustment  with time a penalty: so many seconds of each hold that you
                          bail from don't count. With reps a bonus: so many reps
                          are added to each effort.
              bail        give a hold up: it counts less the adjustment, and the rest
                          begins. Not in its first second, and not once the target
                          is reached.
              stop        complete the session: a hold counts in full, without the
                          adjustment. In a rest, and with reps, it ends as it stands.
              reset       throw the session away.

            Mistakes are mended by 'train undo' and 'train edit', also later.

            Examples:
              trackerctl train plank 120
              trackerctl train time --target 120 --rest 20 --adjustment 5 --exercise plank
              trackerctl train bail
              trackerctl train again
              trackerctl train reps --target 50 --exercise push-ups
              trackerctl train done 12
              trackerctl train history --exercise plank
            """,
        subcommands: [
            Time.self, Reps.self, Start.self, Command<TrainingBail>.self, Done.self,
            Command<TrainingStop>.self, Command<TrainingSkipRest>.self,
            Command<TrainingPause>.self, Command<TrainingResume>.self, Command<TrainingGet>.self,
            Reset.self, Command<TrainingUndo>.self, Edit.self, Command<TrainingDelete>.self,
            List.self, Begin.self, Again.self,
        ], defaultSubcommand: Begin.self, aliases: ["train", "trainings"])
}

extension TrainingCommands {
    struct Begin: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "begin", of: "training",
            abstract: "Begin a session of an exercise: 'train plank 120'.",
            discussion: """
                The word 'begin' may be left out. What is counted in seconds is held, what is counted \
                in reps is counted; the number is the target.

                Examples:
                  trackerctl train plank 2m
                  trackerctl train push-ups 50 --rest 30
                """)

        @Argument(
            help: ArgumentHelp(
                "The exercise, and what all efforts are to come to.", valueName: "words"),
            completion: .custom(ExerciseArgument.completions))
        var words: [String]

        @OptionGroup var fields: TrainingOptions
        @OptionGroup(title: Options.title) var options: Options

        func validate() throws {
            let notation = try LogNotation(given: words)
            guard fields.exercise == nil else {
                throw ValidationError("the exercise is given twice: leave --exercise out")
            }
            guard fields.target == nil || notation.count == nil else {
                throw ValidationError("the target is given twice: leave --target out")
            }
        }

        func request() throws -> TrainingStart {
            let notation = try LogNotation(given: words)
            let exercise = try notation.exercise(asking: options, command: "train")
            var parameters = try fields.parameters(mode: exercise.isTimed ? .time : .reps)
            parameters.exercise = exercise.id
            if let count = notation.count { parameters.target = Double(count) }
            return TrainingStart(parameters)
        }
    }

    struct Again: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "again", of: "training",
            abstract: "Begin a session like the last one.",
            discussion: "With its exercise, target, rest and adjustment.")

        @OptionGroup(title: Options.title) var options: Options

        func request() throws -> TrainingStart {
            let last = try options.connect().call(TrainingGet())
            var parameters = TrainingParameters()
            parameters.mode = Training.Mode(rawValue: last.mode)
            parameters.target = last.target
            parameters.rest = Span(ms: last.restMs)
            parameters.adjustment = last.adjustment
            parameters.exercise = last.exercise
            return TrainingStart(parameters)
        }
    }

    struct Time: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "time", of: "training",
            abstract: "Begin a session of holds: the clock runs at once.",
            discussion: """
                Examples:
                  trackerctl train time
                  trackerctl train time --target 2m --rest 20 --adjustment 5 --exercise plank
                  trackerctl train time --preset 'long plank' --target 90
                """)

        @OptionGroup var fields: TrainingOptions
        @OptionGroup(title: Options.title) var options: Options

        func request() throws -> TrainingStart { TrainingStart(try fields.parameters(mode: .time)) }
    }

    /// Begins a session, or with a count reports an effort, since the method for that has the same name.
    struct Reps: DaemonCommand {
        static let methods: [String] = [TrainingStart.method, TrainingReps.method]
        static let configuration = CommandConfiguration.leaf(
            "reps", of: "training",
            abstract: "Begin a session of reps; with a count, tell how many an effort was.",
            discussion: """
                Examples:
                  trackerctl train reps --target 50 --rest 30 --exercise push-ups
                  trackerctl train reps 12        the same as 'train done 12'
                """)

        @Argument(
            help: "How many reps the effort was, in a session that is on.",
            transform: CountArgument.read)
        var count: Int64?

        @OptionGroup var fields: TrainingOptions
        @OptionGroup(title: Options.title) var options: Options

        func validate() throws {
            guard count == nil || fields.isEmpty else {
                throw ValidationError("a count goes with the session that is on, and no options")
            }
            _ = try fields.parameters(mode: .reps)
        }

        func request() throws -> any Request {
            if let count { return TrainingReps(count: count) }
            return TrainingStart(try fields.parameters(mode: .reps))
        }

        func run() throws { try send(request()) }

        private func send<Call: Request>(_ request: Call) throws {
            try options.delivery.send(
                request,
                text: { (result: TrainingView, style) in result.sentence(in: style) + "\n" },
                id: { $0.id })
        }
    }

    struct Start: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "start", of: "training",
            abstract: "Begin a session, such as one that a preset describes.",
            discussion: """
                Examples:
                  trackerctl train start --preset 'long plank'
                  trackerctl train start --mode reps --target 30
                """)

        @Option(
            name: .shortAndLong, parsing: .unconditional,
            help: "time or reps; by default the preset's.")
        var mode: Training.Mode?

        @OptionGroup var fields: TrainingOptions
        @OptionGroup(title: Options.title) var options: Options

        func validate() throws {
            guard mode != nil || fields.preset != nil else {
                throw ValidationError("give --mode time, --mode reps or a --preset")
            }
            _ = try fields.parameters(mode: mode)
        }

        func request() throws -> TrainingStart {
            TrainingStart(try fields.parameters(mode: mode, asking: options))
        }
    }

    struct Done: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "done", of: "training",
            abstract: "Tell how many reps the effort was; the adjustment comes on top.")

        @Argument(help: "How many reps.", transform: CountArgument.read)
        var count: Int64

        @OptionGroup(title: Options.title) var options: Options

        func request() -> TrainingReps { TrainingReps(count: count) }
    }

    struct Reset: ResetCommand {
        static let configuration = CommandConfiguration.leaf(
            "reset", of: "training",
            abstract: "Throw the session away that is on: nothing of it stays.",
            discussion: "It asks first, unless --yes is given. 'train stop' completes it instead.")

        @Flag(name: .shortAndLong, help: "Yes, all of it.")
        var yes = false

        @OptionGroup(title: Options.title) var options: Options
    }

    struct List: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "list", of: "training",
            abstract: "List sessions, the newest first, and their trend; 'history' is the same.",
            discussion: """
                The trend compares the average total of the last 5 completed sessions with that of the \
                5 before; up to 5 % more or less is level.

                Examples:
                  trackerctl train history --mode time
                  trackerctl train history --exercise plank
                  trackerctl train history --from 2026-03-01 --limit 500
                """, aliases: ["history"])

        @OptionGroup var part: ListOptions<TrainingList>

        @Option(name: .shortAndLong, parsing: .unconditional, help: "Only time or reps.")
        var mode: Training.Mode?

        @Option(
            "Only those with this exercise.", "name", isShort: true,
            completion: .custom(ExerciseArgument.completions))
        var exercise: String?

        @OptionGroup(title: Options.title) var options: Options

        func request() -> TrainingList {
            TrainingList(
                from: part.from, to: part.to, mode: mode, exercise: exercise, limit: part.limit)
        }

        func text(of result: TrainingList.Response, in style: Style) -> String {
            result.text(in: style, isOfOneExercise: exercise != nil)
        }
    }
}

/// A command that discards the session.
protocol ResetCommand: ConsentCommand where Call == TrainingReset, Result == TrainingView {}

extension ResetCommand {
    func request() -> TrainingReset { TrainingReset(confirm: consent) }

    func text(of result: TrainingView, in style: Style) -> String {
        "thrown away: \(result.progress)\n"
    }
}

enum TrainingBail: PlainCommandWord {
    static let word = TrainingWord.bail
    static let command = CommandConfiguration.leaf(
        "bail", of: "training",
        abstract: "Give the hold up: it counts less the adjustment, and you rest.")
}

enum TrainingStop: PlainCommandWord {
    static let word = TrainingWord.stop
    static let command = CommandConfiguration.leaf(
        "stop", of: "training",
        abstract: "Complete the session: a hold counts in full, without the adjustment.",
        discussion: "A session in which nothing was done is discarded.")

    static func text(of result: TrainingView, in style: Style) -> String {
        result.details(in: style)
    }
}

enum TrainingSkipRest: PlainCommandWord {
    static let word = TrainingWord.skipRest
    static let command = CommandConfiguration.leaf(
        "skip", of: "training", abstract: "Begin the next effort now.")
}

enum TrainingPause: PlainCommandWord {
    static let word = TrainingWord.pause
    static let command = CommandConfiguration.leaf(
        "pause", of: "training", abstract: "Pause the effort or the rest.")
}

enum TrainingResume: PlainCommandWord {
    static let word = TrainingWord.resume
    static let command = CommandConfiguration.leaf(
        "resume", of: "training", abstract: "Go on with what is paused.")
}
