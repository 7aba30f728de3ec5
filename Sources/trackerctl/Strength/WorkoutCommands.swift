import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

struct WorkoutCommands: GroupCommand {
    static var shown: any ParsableCommand.Type { Get.self }
    static var listed: any ParsableCommand.Type { List.self }

    static let configuration = CommandConfiguration.group(
        "workout",
        abstract: "Start, change and finish workouts.",
        examples: [
            "workout start push",
            "set bench 5x100",
            "workout show",
            "workout finish",
            "workout history",
            "workout repeat",
        ],
        subcommands: [
            Start.self, Repeat.self, Get.self, AddExercise.self, RemoveExercise.self,
            Reorder.self, Note.self, Edit.self, Deload.self, Finish.self, Discard.self, List.self,
            Command<WorkoutDelete>.self,
        ], aliases: ["workouts"])
}

extension WorkoutCommands {
    fileprivate static let startHelp = ArgumentHelp(
        "Start: 10:15, 8am, yesterday, 'monday 18:00' or -10m (ago); by default now.",
        valueName: "time")

    struct Start: LookupCommand {
        static let methods: [String] = [
            WorkoutStart.method, WorkoutPropose.method, WorkoutGet.method,
        ]
        static let configuration = CommandConfiguration.leaf(
            "start", of: "workout",
            abstract: "Start a workout, with or without a template.",
            discussion: """
                If a template has this name, the workout starts with its exercises; if not, the \
                workout just gets the name. Without a name, a terminal proposes the template whose \
                turn it is: the one you did longest ago, among those you haven't finished for this \
                week (see '--days' of a template).

                With --at, you write up a past workout: each set follows the one before after the \
                planned rest, at least a minute, and starts no rest; 'set --at 18:20' is a time of \
                that day. For a workout that is still under way, start it without --at and correct \
                the start: 'workout edit --start -10m'.
                """,
            examples: [
                "workout start",
                "workout start push --name 'push, light'",
                "workout start push --at 'monday 18:00'",
                "workout start push --deload 60%",
            ])

        @Argument(
            help: ArgumentHelp("Template, or name of the workout.", valueName: "name"),
            completion: .custom(TemplateArgument.completions))
        var words: [String] = []

        @Option("Name of the workout.", "text", isShort: true)
        var name: String?

        @Option(
            parsing: .unconditional, help: WorkoutCommands.startHelp, transform: WhenArgument.read)
        var at: When?

        @Option(
            "A deload: the share of the planned loads, such as 60%.", "percent",
            read: DeloadArgument.read)
        var deload: Double?

        @OptionGroup(title: Options.title) var options: Options

        func request(_ asking: Asking) throws -> WorkoutStart {
            var request = try undeloaded(asking)
            request.deload = deload
            return request
        }

        /// The request without its deload.
        private func undeloaded(_ asking: Asking) throws -> WorkoutStart {
            guard !words.isEmpty else { return try proposed(asking) }
            let text = words.joined(separator: " ")
            return name == nil
                ? WorkoutStart(named: text, at: at)
                : WorkoutStart(template: text, name: name, at: at)
        }

        /// A workout from the template that is next in turn, if the person wants it.
        private func proposed(_ asking: Asking) throws -> WorkoutStart {
            let empty = WorkoutStart(name: name, at: at)
            guard asking.dialogue.canAsk, name == nil, options.isForPeople else { return empty }
            let client = try asking.client(options)
            if let open = try? client.call(WorkoutGet()), open.isOpen {
                throw Refusal(
                    message: "\(open.name) is open",
                    hint: "'trackerctl workout show' shows it, 'trackerctl workout finish' ends it")
            }
            let proposal = try client.call(WorkoutPropose())
            guard let template = proposal.template,
                let question = proposal.question(in: asking.style(options)),
                asking.dialogue.accepts(question)
            else { return empty }
            return WorkoutStart(template: template.id, at: at)
        }

        func text(of result: WorkoutView, in style: Style) -> String {
            guard !words.isEmpty, result.template == nil else { return result.details(in: style) }
            return result.details(in: style)
                + style.faint(
                    "no template has that name, so the workout starts without exercises") + "\n"
        }
    }

    struct Repeat: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "repeat", of: "workout",
            abstract: "Repeat an earlier workout.",
            examples: ["workout repeat", "workout repeat k3v9"])

        @Argument(
            help: "Earlier workout, by the start of its id; by default the last one.",
            completion: .custom(WorkoutArgument.completions))
        var workout = "last"

        @Option("Name of the workout; by default the same.", "text", isShort: true)
        var name: String?

        @Option(
            parsing: .unconditional, help: WorkoutCommands.startHelp, transform: WhenArgument.read)
        var at: When?

        @OptionGroup(title: Options.title) var options: Options

        func request() -> WorkoutStart { WorkoutStart(repeat: workout, name: name, at: at) }
    }

    struct Get: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "get", of: "workout",
            abstract: "Show a workout with its sets.",
            discussion: """
                'show' does the same. Without an id, it shows the open workout, or the last one. \
                Beside each set you see its target and what you did at the same place last time.
                """,
            examples: ["workout show", "workout show k3v9"], aliases: ["show"])

        @Argument(
            help:
                "Workout, by the start of its id, or 'last' for the one you changed last.",
            completion: .custom(WorkoutArgument.completions))
        var workout: String?

        @OptionGroup(title: Options.title) var options: Options

        func request() -> WorkoutGet { WorkoutGet(workout: workout) }
    }

    struct AddExercise: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "add", of: "workout",
            abstract: "Add an exercise to the workout.",
            discussion: """
                The first set of an exercise adds it, too. An exercise that is already there and \
                has sets is added as a second block: 'Row (2)'. One without sets joins the \
                superset named by --superset.
                """,
            examples: [
                "workout add overhead press",
                "workout add chest dips --position 2",
                "workout add barbell row --superset a",
            ])

        @OptionGroup var target: ExerciseWords

        @Option(
            "Superset: its exercises alternate, with one rest after all of them.", "name")
        var superset: String?

        @Option("Position, from 1; by default the last.", "number", isShort: true)
        var position: Int64?

        @OptionGroup var which: OpenWorkoutOption
        @OptionGroup(title: Options.title) var options: Options

        func request() -> WorkoutAddExercise {
            WorkoutAddExercise(
                exercise: target.name, superset: superset, position: position,
                workout: which.workout)
        }

        func answerText(of result: WorkoutView, in style: Style) -> AnswerText {
            result.answerText(in: style)
        }
    }

    struct RemoveExercise: ConsentCommand {
        typealias Call = WorkoutRemoveExercise
        static let configuration = CommandConfiguration.leaf(
            "remove", of: "workout",
            abstract: "Remove an exercise and its sets.",
            discussion: """
                If it has sets you are asked first, unless you add --yes. 'trackerctl undo' puts \
                it back.
                """,
            examples: [
                "workout remove chest dips",
                "workout remove bench press --yes",
                "workout remove row --block 2",
            ])

        @OptionGroup var target: ExerciseWords

        @Option("Block, if the workout has the exercise twice: 1 or 2.", "number")
        var block: Int64?

        @Flag(name: .shortAndLong, help: "Remove its sets without asking.")
        var yes = false

        @OptionGroup var which: OpenWorkoutOption
        @OptionGroup(title: Options.title) var options: Options

        func request() -> WorkoutRemoveExercise {
            WorkoutRemoveExercise(
                exercise: target.name, block: block, confirm: consent, workout: which.workout)
        }
    }

    struct Reorder: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "reorder", of: "workout",
            abstract: "Reorder the exercises.",
            discussion: """
                Name all of them; put a name of several words in quotes. If an exercise has two \
                blocks, name it twice: first for its first block, then for its second.
                """,
            examples: ["workout reorder bench 'overhead press' 'chest dips'"])

        @Argument(
            help: ArgumentHelp("Exercises in their new order.", valueName: "exercise"),
            completion: .custom(ExerciseArgument.completions))
        var exercises: [String]

        @OptionGroup var which: OpenWorkoutOption
        @OptionGroup(title: Options.title) var options: Options

        func request() -> WorkoutReorder {
            WorkoutReorder(exercises: exercises, workout: which.workout)
        }
    }

    struct Note: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "note", of: "workout",
            abstract: "Add a note to a workout or exercise.",
            discussion: """
                It replaces the earlier note; an empty text removes it.
                """,
            examples: [
                "workout note slept badly",
                "workout note 'grip a finger wider' --exercise bench",
                "workout note ''",
            ])

        @Argument(help: ArgumentHelp("Text of the note.", valueName: "text"))
        var words: [String]

        @Option(
            "Exercise that the note is for.", "name", isShort: true,
            completion: .custom(ExerciseArgument.completions))
        var exercise: String?

        @Option("Block, if the workout has the exercise twice: 1 or 2.", "number")
        var block: Int64?

        @OptionGroup var which: OpenWorkoutOption
        @OptionGroup(title: Options.title) var options: Options

        func request() -> WorkoutNote {
            WorkoutNote(
                note: words.joined(separator: " "), exercise: exercise, block: block,
                workout: which.workout)
        }

        func answerText(of result: WorkoutView, in style: Style) -> AnswerText {
            result.answerText(in: style)
        }
    }

    struct Finish: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "finish", of: "workout",
            abstract: "Finish the open workout.",
            discussion: """
                It shows a summary: the difference from the last workout with these exercises, the \
                rest between sets, and records. If the last set started a rest, that ends, too.

                A workout started with --at ends with its last set, unless you give a time.
                """,
            examples: ["workout finish", "workout finish --at 18:40"])

        @Option(
            "End: 10:15, 8am, yesterday, 'monday 18:00' or -10m (ago).", "time",
            read: WhenArgument.read)
        var at: When?

        @OptionGroup var which: OpenWorkoutOption
        @OptionGroup(title: Options.title) var options: Options

        func request() -> WorkoutFinish { WorkoutFinish(at: at, workout: which.workout) }
    }

    struct Edit: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "edit", of: "workout",
            abstract: "Change a workout's name, start and end.",
            discussion: """
                It changes the open workout, unless you name another. A time without a date is on \
                the workout's day. All sets must stay within the workout; 'set edit' moves a set. \
                'trackerctl undo' undoes it.
                """,
            examples: [
                "workout edit --start -10m",
                "workout edit last --name 'push, heavy' --end 19:30",
            ])

        @Argument(
            help:
                "Workout, by the start of its id, or 'last' for the one you changed last.",
            completion: .custom(WorkoutArgument.completions))
        var workout: String?

        @Option("Name of the workout.", "text", isShort: true)
        var name: String?

        @Option(
            "New start: 18:00, 6pm, 'monday 18:00' or -10m (ago).", "time",
            read: WhenArgument.readWithinDay)
        var start: When?

        @Option("New end of a finished workout.", "time", read: WhenArgument.readWithinDay)
        var end: When?

        @OptionGroup(title: Options.title) var options: Options

        func validate() throws {
            guard name != nil || start != nil || end != nil else {
                throw ValidationError("nothing to change: give --name, --start or --end")
            }
        }

        func request() -> WorkoutUpdate {
            WorkoutUpdate(workout: workout, name: name, startedAt: start, endedAt: end)
        }
    }
}
