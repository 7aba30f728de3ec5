import ArgumentParser
import TrackerAPI
import TrackerCore
import TrackerView

extension Exercise.Unit: ExpressibleByArgument {
    // The parser's own implementation uses reflection at every start.
    package static var allValueStrings: [String] { allCases.map(\.rawValue) }
    package static var allValueDescriptions: [String: String] { [:] }
    package var defaultValueDescription: String { rawValue }
}

struct ExerciseArgument: ParsableArguments {
    @Argument(
        help: "The exercise: its name, or the start of its id.",
        completion: .custom(ExerciseArgument.completions))
    var exercise: String

    @Sendable static func completions(
        _ words: [String], _ index: Int, _ prefix: String
    ) -> [String] {
        LiveNames.ask(ExerciseList(query: prefix), words).map { completions(for: $0.exercises) }
            ?? []
    }

    /// Names as one word each, or ids for names that can't be one word.
    static func completions(for exercises: [ExerciseView]) -> [String] {
        Set(exercises.map { word(for: $0.name) ?? $0.id }).sorted()
    }

    /// The name as one word in every shell, such as `push-ups`; `nil` if it can't be one word.
    static func word(for name: String) -> String? {
        let word = NameKey.of(name).split(separator: " ").joined(separator: "-")
        let isPlain = word.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
        return isPlain && !word.isEmpty ? word : nil
    }
}
