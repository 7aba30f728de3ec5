import ArgumentParser
import TrackerAPI
import TrackerView

struct HistoryOptions: ParsableArguments {
    static let discussion = """
        The last workouts with it, the newest first, set by set. 'trackerctl workout history' lists \
        whole workouts.

        Examples:
          trackerctl exercise history bench
          trackerctl exercise history 'overhead press' --limit 20
        """

    @Argument(
        help: "The exercise: a name, an id or the beginning of one.",
        completion: .custom(ExerciseArgument.completions))
    var exercise: [String] = []

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

        func validate() throws {
            guard !history.exercise.isEmpty else {
                throw ValidationError("give the exercise; 'trackerctl history' lists workouts")
            }
        }
    }
}

/// The short form of 'exercise history', and alone that of 'workout history'.
struct ShortHistory: HistoryCommand {
    static let methods: [String] = [ExerciseHistory.method, WorkoutList.method]
    static let configuration = CommandConfiguration.leaf(
        "history",
        abstract: "The last workouts, or those with an exercise, set by set: 'history bench'.",
        discussion: """
            With an exercise the last workouts with it, the newest first, set by set; alone the last \
            workouts, as 'trackerctl workout history'.

            Examples:
              trackerctl history
              trackerctl history bench
              trackerctl history 'overhead press' --limit 20
            """)

    @OptionGroup var history: HistoryOptions
    @OptionGroup(title: Options.title) var options: Options

    func run() throws {
        guard history.exercise.isEmpty else {
            try options.delivery.send(request(), text: text, id: id)
            return
        }
        let workouts = WorkoutList(limit: history.length.limit)
        try options.delivery.send(
            workouts, text: { (list: WorkoutList.Response, style) in list.text(in: style) },
            id: { $0.ids.isEmpty ? nil : $0.ids.joined(separator: "\n") })
    }
}
