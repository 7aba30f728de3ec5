import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

struct TrainingCommands: GroupCommand {
    static var shown: any ParsableCommand.Type { Command<TrainingGet>.self }
    static var listed: any ParsableCommand.Type { List.self }

    static let configuration = CommandConfiguration.group(
        "training", abstract: "Train toward a target in short sets.",
        discussion: """
            A session has a mode. With 'time' you hold, again and again, until your holds add up \
            to the target. With 'reps' you count: 'train done 12' after each set. The next \
            hold or set starts by itself when the rest is over, or when you skip the rest.

              target      what the holds or sets must add up to.
              adjustment  for time, a penalty: seconds subtracted from each hold that
                          you bail from. For reps, a bonus: reps added to each
                          set.
              bail        end a hold early: the penalty is subtracted and the rest
                          starts. Not in its first second, and not once the target
                          is reached.
              stop        complete the session: a hold counts in full, without the
                          penalty. In a rest, and for reps, it ends as it stands.
              reset       discard the session.

            You can correct mistakes with 'train undo' and 'train edit', also later.
            """,
        examples: [
            "train plank 120",
            "train time --target 120 --rest 20 --adjustment 5 --exercise plank",
            "bail",
            "train again",
            "train reps --target 50 --exercise push-ups",
            "done 12",
            "train history --exercise plank",
        ],
        subcommands: [
            Time.self, Reps.self, Start.self, Command<TrainingBail<TrainingCommands>>.self,
            Done.self, Command<TrainingStop>.self, Command<TrainingSkipRest>.self,
            Command<TrainingPause>.self, Command<TrainingResume>.self, Command<TrainingGet>.self,
            Reset<TrainingCommands>.self, Command<TrainingUndo>.self, Edit.self,
            Command<TrainingDelete>.self, List.self, Begin.self, Again.self,
        ], defaultSubcommand: Begin.self, aliases: ["train", "trainings"])
}

extension TrainingCommands {
    struct Begin: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "begin", of: "training", abstract: "Start a session of an exercise.",
            discussion: """
                You can leave out the word 'begin'. Exercises measured in seconds are held, the \
                others are counted in reps; the number is the target.
                """,
            examples: [
                "train plank 2m", "train plank 60 --ready 5s", "train push-ups 50 --rest 30",
            ])

        @Argument(
            help: ArgumentHelp(
                "Exercise and target.", valueName: "words"), completion: .exercises)
        var words: [String]

        @OptionGroup var fields: TrainingOptions
        @OptionGroup(title: Options.title) var options: Options

        func check() throws {
            let notation = try LogNotation(words)
            guard fields.exercise == nil else {
                throw ValidationError("the exercise is given twice: leave out --exercise")
            }
            guard fields.target == nil || notation.count == nil else {
                throw ValidationError("the target is given twice: leave out --target")
            }
        }

        func request() throws -> TrainingStart {
            let notation = try LogNotation(words)
            var parameters = try fields.parameters(mode: nil)
            parameters.exercise = notation.exercise
            parameters.minutesOrMetres = notation.metres
            if let count = notation.count, notation.metres == nil {
                parameters.target = Double(count)
                if notation.isTime { parameters.timed = true }
            }
            return TrainingStart(parameters)
        }
    }

    struct Again: LookupCommand {
        static let configuration = CommandConfiguration.leaf(
            "again", of: "training", abstract: "Repeat the last session.",
            discussion: "It has the same exercise, target, rest, adjustment and time to get ready.")

        @OptionGroup(title: Options.title) var options: Options

        func request(_ asking: Asking) throws -> TrainingStart {
            let last = try asking.call(TrainingGet(), options)
            var parameters = TrainingParameters()
            parameters.mode = Training.Mode(rawValue: last.mode)
            parameters.target = last.target
            parameters.rest = Span(ms: last.restMs)
            parameters.ready = last.mode == "time" ? Span(ms: last.readyMs ?? 0) : nil
            parameters.adjustment = last.adjustment
            parameters.exercise = last.exercise
            return TrainingStart(parameters)
        }
    }

    struct Time: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "time", of: "training", abstract: "Start a session of holds.",
            examples: [
                "train time",
                "train time --target 2m --rest 20 --adjustment 5 --exercise plank",
                "train time --preset 'long plank' --target 90",
            ])

        @OptionGroup var fields: TrainingOptions
        @OptionGroup(title: Options.title) var options: Options

        func request() throws -> TrainingStart { TrainingStart(try fields.parameters(mode: .time)) }
    }

    /// Starts a session or, with a count, reports reps, since the method for that has the same name.
    struct Reps: DaemonCommand, AnsweringCommand {
        static let methods: [String] = [TrainingStart.method, TrainingReps.method]
        static let configuration = CommandConfiguration.leaf(
            "reps", of: "training", abstract: "Start a session of reps, or log them.",
            examples: [
                "train reps --target 50 --rest 30 --exercise push-ups",
                "train reps 12        the same as 'train done 12'",
            ])

        @Argument(help: "Reps of the set, in the current session.", transform: CountArgument.read)
        var count: Int64?

        @OptionGroup var fields: TrainingOptions
        @OptionGroup(title: Options.title) var options: Options

        func validate() throws {
            guard count == nil || fields.isEmpty else {
                throw ValidationError("a count is for the current session: leave out the options")
            }
            _ = try fields.parameters(mode: .reps)
        }

        func request() throws -> any Request {
            if let count { return TrainingReps(count: count) }
            return TrainingStart(try fields.parameters(mode: .reps))
        }

        func answer(_ asking: Asking) throws -> Answer { try answer(to: request(), asking) }

        private func answer(to request: some Request, _ asking: Asking) throws -> Answer {
            try options.delivery.ask(
                request, asking,
                text: { (result: TrainingView, style) in
                    AnswerText(result.sentence(in: style) + "\n")
                }, id: { $0.id }
            ).answer
        }
    }

    struct Start: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "start", of: "training", abstract: "Start a session, for example from a preset.",
            examples: ["train start --preset 'long plank'", "train start --mode reps --target 30"])

        @Option(
            name: .shortAndLong, parsing: .unconditional,
            help: "Mode, time or reps; by default the preset's.")
        var mode: Training.Mode?

        @OptionGroup var fields: TrainingOptions
        @OptionGroup(title: Options.title) var options: Options

        func validate() throws {
            guard mode != nil || fields.preset != nil else {
                throw ValidationError("give --mode time, --mode reps or a --preset")
            }
            _ = try fields.parameters(mode: mode)
        }

        func request() throws -> TrainingStart { TrainingStart(try fields.parameters(mode: mode)) }
    }

    struct Done: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "done", of: "training", abstract: "Log the reps of a set.")

        @Argument(help: "Reps, without the adjustment.", transform: CountArgument.read)
        var count: Int64

        @OptionGroup(title: Options.title) var options: Options

        func request() -> TrainingReps { TrainingReps(count: count) }
    }

    struct List: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "list", of: "training", abstract: "List sessions, newest first, and their trend.",
            discussion: """
                'history' does the same. The trend compares the average total of the last 5 \
                completed sessions with that of the 5 before; a change of up to 5 % is level.
                """,
            examples: [
                "train history --mode time",
                "train history --exercise plank",
                "train history --from 2026-03-01 --limit 500",
            ], aliases: ["history"])

        @OptionGroup var part: ListOptions<TrainingList>

        @Option(name: .shortAndLong, parsing: .unconditional, help: "Only this mode: time or reps.")
        var mode: Training.Mode?

        @Option("Only this exercise.", "name", isShort: true, completion: .exercises)
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

struct Reset<Place: ParsableCommand>: ConsentCommand {
    typealias Call = TrainingReset

    static var configuration: CommandConfiguration {
        .leaf(
            "reset", in: Place.self, abstract: "Discard the current session.",
            discussion:
                "You are asked first, unless you add --yes. To complete it instead: trackerctl"
                + " train stop")
    }

    @Flag(name: .shortAndLong, help: "Discard it without asking.")
    var yes = false

    @OptionGroup(title: Options.title) var options: Options

    func request() -> TrainingReset { TrainingReset(confirm: consent) }

    func text(of result: TrainingView, in style: Style) -> String {
        "discarded: \(result.progress)\n"
    }
}

enum TrainingBail<Place: ParsableCommand>: PlainCommandWord {
    static var word: TrainingWord { .bail }
    static var command: CommandConfiguration {
        .leaf(
            "bail", in: Place.self, abstract: "End a hold early and rest.",
            discussion: "The adjustment is subtracted.")
    }
}

enum TrainingStop: PlainCommandWord {
    static let word = TrainingWord.stop
    static let command = CommandConfiguration.leaf(
        "stop", of: "training", abstract: "Complete the session.",
        discussion:
            "A hold counts in full, without the adjustment. If you have done nothing, the"
            + " session is discarded.")

    static func text(of result: TrainingView, in style: Style) -> String {
        result.details(in: style)
    }
}

enum TrainingSkipRest: PlainCommandWord {
    static let word = TrainingWord.skipRest
    static let command = CommandConfiguration.leaf(
        "skip", of: "training", abstract: "Start the next set now.")
}

enum TrainingPause: PlainCommandWord {
    static let word = TrainingWord.pause
    static let command = CommandConfiguration.leaf(
        "pause", of: "training", abstract: "Pause the session.")
}

enum TrainingResume: PlainCommandWord {
    static let word = TrainingWord.resume
    static let command = CommandConfiguration.leaf(
        "resume", of: "training", abstract: "Resume the session.")
}
