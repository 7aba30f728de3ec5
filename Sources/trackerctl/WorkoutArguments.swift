import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore

/// Which workout, where it needn't be said.
struct OpenWorkoutOption: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Another workout than the one that is open: an id, or 'last'.", valueName: "workout"))
    var workout: String?
}

/// Which workout is meant.
struct WorkoutArgument: ParsableArguments {
    @Argument(help: "The workout: an id or the beginning of one, or 'last' for the newest.")
    var workout: String
}

/// Which of a workout's exercises is meant, in as many words as its name has.
struct ExerciseWords: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "The exercise: a name, an id, or what finds it.", valueName: "exercise"),
        completion: .custom(ExerciseArgument.completions))
    var words: [String]

    var name: String { words.joined(separator: " ") }
}

/// Which template is meant.
struct TemplateArgument: ParsableArguments {
    @Argument(
        help: "The template: a name, an id or the beginning of one.",
        completion: .custom(TemplateArgument.completions))
    var template: String

    @Sendable static func completions(
        _ words: [String], _ index: Int, _ prefix: String
    ) -> [String] {
        guard let client = try? Options.parse([]).connect(),
            let list = try? client.call(TemplateList())
        else { return [] }
        return completions(for: list.templates)
    }

    /// Names that are one word to every shell, and ids where they aren't.
    static func completions(for templates: [TemplateView]) -> [String] {
        templates.map { PlainWord.isPlain($0.name) ? $0.name : $0.id }.sorted()
    }
}

/// A command that answers one workout.
protocol WorkoutCommand: MethodCommand where Result == WorkoutView {}

extension WorkoutCommand {
    func text(of result: WorkoutView, in style: Style) -> String { result.details(in: style) }
}
