import ArgumentParser
import TrackerAPI
import TrackerView

struct HistoryOptions: ParsableArguments {
    static let discussion = """
        The last workouts with it, the newest first, set by set. 'trackerctl workout history' lists \
        whole workouts.

        Examples:
          trackerctl history bench
          trackerctl history 'overhead press' --limit 20
        """

    @Argument(
        help: "The exercise: a name, an id or the beginning of one.",
        completion: .custom(ExerciseArgument.completions))
    var exercise: [String]

    @OptionGroup var length: LimitOption<ExerciseHistory>
}

/// A command that lists the last workouts with an exercise.
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
            discussion: HistoryOptions.discussion)

        @OptionGroup var history: HistoryOptions
        @OptionGroup(title: Options.title) var options: Options
    }
}

/// The short form of 'exercise history'.
struct ShortHistory: HistoryCommand {
    static let configuration = CommandConfiguration.leaf(
        "history", abstract: "The last workouts with an exercise, set by set: 'history bench'.",
        discussion: HistoryOptions.discussion)

    @OptionGroup var history: HistoryOptions
    @OptionGroup(title: Options.title) var options: Options
}
