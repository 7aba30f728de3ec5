import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

struct WorkoutCommands: GroupCommand {
    static var shown: any ParsableCommand.Type { Get.self }
    static var listed: any ParsableCommand.Type { List.self }

    static let configuration = CommandConfiguration.group(
        "workout", abstract: "Start, change and finish workouts.",
        examples: [
            "workout start push",
            "set bench 5x100",
            "workout show",
            "workout finish",
            "workout history",
            "workout repeat",
        ],
        subcommands: [
            Start.self, Command<WorkoutPropose>.self, Repeat.self, Get.self, AddExercise.self,
            RemoveExercise.self, Swap.self, MoveExercise.self, Reorder.self, Note.self,
            Edit.self, Deload.self, Finish.self, Discard.self, List.self,
            Command<WorkoutDelete>.self,
        ], aliases: ["workouts"])
}

extension WorkoutCommands {
    struct Get: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "get", of: "workout", abstract: "Show a workout with its sets.",
            discussion: """
                'show' does the same. Without an id, it shows the open workout, or the last one. \
                Beside each set you see its target and what you did at the same place last time.
                """,
            examples: ["workout show", "workout show k3v9", "workout show lower a"],
            aliases: ["show"])

        @Argument(
            help: ArgumentHelp(
                "Workout, by its name, the start of its id, or 'last' for the one you changed last.",
                valueName: "workout"),
            completion: .workouts)
        var words: [String] = []

        private var workout: String? { words.isEmpty ? nil : words.joined(separator: " ") }

        @OptionGroup(title: Options.title) var options: Options

        func request() -> WorkoutGet { WorkoutGet(workout: workout) }

        func remark(on result: WorkoutView) -> String? { result.remark(onNamed: workout) }
    }

    struct AddExercise: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "add", of: "workout", abstract: "Add an exercise to the workout.",
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

        @Option("Superset: its exercises alternate, with one rest after all of them.", "name")
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

        func remark(on result: WorkoutView) -> String? { result.remark(onNamed: which.workout) }
    }

    struct RemoveExercise: ConsentCommand {
        typealias Call = WorkoutRemoveExercise
        static let configuration = CommandConfiguration.leaf(
            "remove", of: "workout", abstract: "Remove an exercise and its sets.",
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

        func remark(on result: WorkoutView) -> String? { result.remark(onNamed: which.workout) }
    }

    struct Note: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "note", of: "workout", abstract: "Add a note to a workout or exercise.",
            discussion: "It replaces the earlier note; an empty text removes it.",
            examples: [
                "workout note slept badly",
                "workout note 'grip a finger wider' --exercise bench",
                "workout note ''",
            ])

        @Argument(help: ArgumentHelp("Text of the note.", valueName: "text"))
        var words: [String]

        @Option("Exercise that the note is for.", "name", isShort: true, completion: .exercises)
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

        func remark(on result: WorkoutView) -> String? { result.remark(onNamed: which.workout) }
    }

    struct Finish: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "finish", of: "workout", abstract: "Finish the open workout.",
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

        func remark(on result: WorkoutView) -> String? { result.remark(onNamed: which.workout) }
    }

    struct Edit: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "edit", of: "workout", abstract: "Change a workout's name, start and end.",
            discussion: """
                It changes the open workout, unless you name another. A time without a date is on \
                the workout's day. All sets must stay within the workout; 'set edit' moves a set. \
                'trackerctl undo' undoes it.
                """,
            examples: [
                "workout edit --start -10m",
                "workout edit last --name 'push, heavy' --end 19:30",
                "workout edit lower a --end 19:30",
            ])

        @Argument(
            help: ArgumentHelp(
                "Workout, by its name, the start of its id, or 'last' for the one you changed last.",
                valueName: "workout"),
            completion: .workouts)
        var words: [String] = []

        private var workout: String? { words.isEmpty ? nil : words.joined(separator: " ") }

        @Option("Name of the workout.", "text", isShort: true)
        var name: String?

        @Option(
            "New start: 18:00, 6pm, 'monday 18:00' or -10m (ago).", "time",
            read: WhenArgument.read)
        var start: When?

        @Option("New end of a finished workout.", "time", read: WhenArgument.read)
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

        func remark(on result: WorkoutView) -> String? {
            result.remark(onNamed: workout, isRenamed: name != nil)
        }
    }
}
