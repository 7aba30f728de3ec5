import ArgumentParser
import TrackerAPI
import TrackerCore
import TrackerView

/// The option for the workout, by default the open one.
struct OpenWorkoutOption: ParsableArguments {
    @Option(
        "Another workout than the one that is open: an id, or 'last'.", "workout", isShort: true,
        completion: .custom(WorkoutArgument.completions))
    var workout: String?
}

/// The argument that names a workout.
struct WorkoutArgument: ParsableArguments {
    @Argument(
        help: "The workout: an id or the beginning of one, or 'last' for the one you touched last.",
        completion: .custom(WorkoutArgument.completions))
    var workout: String

    @Sendable static func completions(
        _ words: [String], _ index: Int, _ prefix: String
    ) -> [String] {
        LiveNames.ask(WorkoutList(limit: 10), words).map { completions(for: $0.workouts) } ?? []
    }

    /// The ids of the newest workouts, each with a description.
    static func completions(for workouts: [WorkoutView]) -> [String] {
        guard !workouts.isEmpty else { return [] }
        return ["last"]
            + workouts.map { "\($0.id)\t\($0.name.forTerminal), \($0.startedAt.prefix(10))" }
    }
}

/// The argument that names one of a workout's exercises, in any number of words.
struct ExerciseWords: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "The exercise: a name, an id, or what finds it.", valueName: "exercise"),
        completion: .custom(ExerciseArgument.completions))
    var words: [String]

    var name: String { words.joined(separator: " ") }
}

/// The argument that names a template.
struct TemplateArgument: ParsableArguments {
    @Argument(
        help: "The template: a name, an id or the beginning of one.",
        completion: .custom(TemplateArgument.completions))
    var template: String

    @Sendable static func completions(
        _ words: [String], _ index: Int, _ prefix: String
    ) -> [String] {
        LiveNames.ask(TemplateList(), words).map { completions(for: $0.templates) } ?? []
    }

    static func completions(for templates: [TemplateView]) -> [String] {
        templates.map { LiveNames.isOffered($0.name) ? $0.name : $0.id }.sorted()
    }
}
