import ArgumentParser
import TrackerAPI
import TrackerView

struct HistoryOptions: ParsableArguments {
    static let discussion = """
        Shows the last workouts with an exercise, newest first, set by set. 'trackerctl history' \
        alone lists your last workouts, as 'trackerctl workout history' does.
        """
    static let examples = ["history", "history bench", "history 'overhead press' --limit 20"]

    @Argument(help: "The exercise: its name, or the start of its id.", completion: .exercises)
    var exercise: [String] = []

    @OptionGroup var length: LimitOption<ExerciseHistory>
}

/// A command that lists the last workouts containing an exercise.
protocol HistoryCommand: MethodCommand
where Call == ExerciseHistory, Result == ExerciseHistory.Response {
    var history: HistoryOptions { get }
}

extension HistoryCommand {
    func request() -> ExerciseHistory {
        ExerciseHistory(
            exercise: history.exercise.joined(separator: " "), limit: history.length.limit)
    }
}

extension ExerciseCommands {
    struct History: HistoryCommand {
        static let configuration = CommandConfiguration.leaf(
            "history", of: "exercise", abstract: "List the last workouts with an exercise.",
            discussion: HistoryOptions.discussion, examples: HistoryOptions.examples)

        @OptionGroup var history: HistoryOptions
        @OptionGroup(title: Options.title) var options: Options

        func validate() throws {
            guard !history.exercise.isEmpty else {
                throw ValidationError(
                    "no exercise given. Try: trackerctl history bench, or trackerctl workout"
                        + " history")
            }
        }
    }
}

/// Short form of 'exercise history'; without an exercise, of 'workout history'.
struct ShortHistory: HistoryCommand {
    static let methods: [String] = [ExerciseHistory.method, WorkoutList.method]
    static let configuration = CommandConfiguration.leaf(
        "history", abstract: "List your last workouts, or an exercise's.",
        discussion: HistoryOptions.discussion, examples: HistoryOptions.examples)

    @OptionGroup var history: HistoryOptions
    @OptionGroup(title: Options.title) var options: Options

    func answer(_ asking: Asking) throws -> Answer {
        guard history.exercise.isEmpty else { return try answer(to: request(), asking) }
        return try options.delivery.ask(WorkoutList(limit: history.length.limit), asking)
    }
}
