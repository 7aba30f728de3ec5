import ArgumentParser
import TrackerAPI
import TrackerCore
import TrackerView

extension WorkoutPropose: PlainCommandRequest {
    static let command = CommandConfiguration.leaf(
        "next", of: "workout", abstract: "Show the coming workout with its loads.",
        discussion: """
            It is what 'workout start' proposes: the next template of a plan, or the one whose turn \
            it is, with the loads that follow from your last workouts, and the plates on each side \
            of the bar.
            """,
        examples: ["workout next"])
}

extension WorkoutCommands {
    struct Swap: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "swap", of: "workout", abstract: "Put another exercise in an exercise's place.",
            discussion: """
                The other exercise takes over the planned sets, reps and rest. Its loads are those \
                of its own last time. Put names of several words in quotes. An exercise with sets \
                stays; add the other one instead.
                """,
            examples: [
                "workout swap bench 'db bench'",
                "workout swap row 'seated cable row' --block 2",
            ])

        @Argument(help: "Exercise of the workout.", completion: .exercises)
        var exercise: String

        @Argument(
            help: ArgumentHelp("Exercise to do instead.", valueName: "other"),
            completion: .exercises)
        var with: String

        @Option("Block, if the workout has the exercise twice: 1 or 2.", "number")
        var block: Int64?

        @OptionGroup var which: OpenWorkoutOption
        @OptionGroup(title: Options.title) var options: Options

        func request() -> WorkoutSwap {
            WorkoutSwap(exercise: exercise, with: with, block: block, workout: which.workout)
        }
    }

    struct MoveExercise: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "move", of: "workout", abstract: "Move an exercise to another place.",
            discussion: "The number is its new place, from 1.",
            examples: ["workout move squat 1", "workout move overhead press 3"])

        @Argument(
            help: ArgumentHelp("Exercise, and its new place.", valueName: "words"),
            completion: .exercises)
        var words: [String]

        @Option("Block, if the workout has the exercise twice: 1 or 2.", "number")
        var block: Int64?

        @OptionGroup var which: OpenWorkoutOption
        @OptionGroup(title: Options.title) var options: Options

        func check() throws {
            guard words.count > 1, words.last.flatMap({ Int64($0) }) != nil else {
                throw ValidationError("no place given. Try: trackerctl workout move squat 1")
            }
        }

        func request() -> WorkoutMove {
            WorkoutMove(
                exercise: words.dropLast().joined(separator: " "),
                position: words.last.flatMap { Int64($0) } ?? 1, block: block,
                workout: which.workout)
        }
    }

    struct Reorder: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "reorder", of: "workout", abstract: "Reorder the exercises.",
            discussion: """
                Name all of them; put a name of several words in quotes. If an exercise has two \
                blocks, name it twice: first for its first block, then for its second.
                """,
            examples: ["workout reorder bench 'overhead press' 'chest dips'"])

        @Argument(
            help: ArgumentHelp("Exercises in their new order.", valueName: "exercise"),
            completion: .exercises)
        var exercises: [String]

        @OptionGroup var which: OpenWorkoutOption
        @OptionGroup(title: Options.title) var options: Options

        func request() -> WorkoutReorder {
            WorkoutReorder(exercises: exercises, workout: which.workout)
        }
    }
}
