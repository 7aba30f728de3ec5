import ArgumentParser
import TrackerAPI
import TrackerCore
import TrackerView

/// Option for the workout; the default is the open one.
struct OpenWorkoutOption: ParsableArguments {
    @Option(
        "Workout other than the open one: an id, a name, or 'last'.", "workout", isShort: true,
        completion: .workouts)
    var workout: String?
}

struct WorkoutArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            """
            The workout: its name, of several the newest; the start of its id; or 'last' for the one \
            you changed last.
            """, valueName: "workout"), completion: .workouts)
    var words: [String]

    var workout: String { words.joined(separator: " ") }

    /// Ids of the newest workouts, each with a description.
    static func completions(for workouts: [WorkoutView]) -> [String] {
        guard !workouts.isEmpty else { return [] }
        return ["last"]
            + workouts.map { "\($0.id)\t\($0.name.forTerminal), \($0.startedAt.prefix(10))" }
    }
}

extension WorkoutView {
    /// Remark on a result that was found by a name, which others may have, too; `nil` if it was found otherwise.
    ///
    /// - Parameters:
    ///   - typed: the words that name the workout; `nil` for none.
    ///   - isRenamed: true if the workout has another name by now.
    func remark(onNamed typed: String?, isRenamed: Bool = false) -> String? {
        guard let typed, typed != Text.last, !id.hasPrefix(typed),
            isRenamed || NameKey.of(name) == NameKey.of(typed)
        else { return nil }
        return Self.newest(named: typed)
    }

    static func newest(named typed: String) -> String {
        "'\(typed.forTerminal)' is the newest workout with that name; 'trackerctl workout history' lists all"
    }
}

/// Argument that names one of a workout's exercises, in any number of words.
struct ExerciseWords: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "The exercise: its name, the start of its id, or words that find it.",
            valueName: "exercise"),
        completion: .exercises)
    var words: [String]

    var name: String { words.joined(separator: " ") }
}

struct TemplateArgument: ParsableArguments {
    @Argument(help: "The template: its name, or the start of its id.", completion: .templates)
    var template: String

    static func completions(for templates: [TemplateView]) -> [String] {
        templates.map { LiveNames.isOffered($0.name) ? $0.name : $0.id }.sorted()
    }
}
