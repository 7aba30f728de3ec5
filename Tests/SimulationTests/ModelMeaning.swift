import TrackerAPI

extension Model {
    /// The exercise with an exact id, else a name, else whole words of it, else beginnings of its words,
    /// else the beginning of an id.
    func exercise(
        _ text: String, field: String = "exercise", in workout: WorkoutModel? = nil,
        hasLoad: Bool = false
    ) throws -> ExerciseModel {
        guard !Params.trimmed(text).isEmpty else { throw Refusal.invalid(field) }
        if let exercise = exercises.first(where: { $0.id == text }) { return exercise }
        let text = Params.trimmed(text)
        if let exercise = exercises.first(where: { $0.name == text }) { return exercise }
        let key = ExerciseModel.key(text)
        let words = key.split(separator: " ").map(String.init)
        let here = exercises.filter { !$0.isArchived }
        let isWhole = { (exercise: ExerciseModel) in
            !words.isEmpty
                && Self.isSame(words.joined(), exercise.key.replacing(" ", with: ""))
        }
        let tiers = [
            here.filter(isWhole), exercises.filter(isWhole),
            here.filter { Self.has(words, in: $0.key, Self.isSame) },
            here.filter { Self.has(words, in: $0.key) { $1.hasPrefix($0) } },
        ]
        guard let equals = tiers.first(where: { !$0.isEmpty }) else {
            if let begun = try beginning(text, of: here, field: field, id: \.id) { return begun }
            throw Refusal("not_found", field: field)
        }
        return try one(of: equals, key, field, in: workout ?? openWorkout, hasLoad: hasLoad)
    }

    private func one(
        of equals: [ExerciseModel], _ key: String, _ field: String, in workout: WorkoutModel?,
        hasLoad: Bool
    ) throws -> ExerciseModel {
        let present = equals.filter { workout?.has($0.id) == true }
        let left = present.isEmpty ? equals : present
        let performed = left.filter { one in
            present.isEmpty
                && (sets.contains { $0.exercise == one.id }
                    || entries.contains { $0.exercise == one.id })
        }
        // The only equipment that the dice use is a barbell.
        let fitting = left.filter { ($0.equipment != nil) == hasLoad }
        let exact = left.filter { $0.key == key }
        if let only = [left, performed, fitting, exact].first(where: { $0.count == 1 }) {
            return only[0]
        }
        let matches = left.sorted { $0.key < $1.key }.map(\.id)
        throw Refusal("ambiguous", field: field, matches: Array(matches.prefix(10)))
    }

    private static func isSame(_ one: String, _ other: String) -> Bool {
        ["", "s", "es"].contains { one + $0 == other || other + $0 == one }
    }

    /// Whether each word is in a name, as one word of it or as several consecutive ones.
    private static func has(
        _ words: [String], in key: String, _ fits: (String, String) -> Bool
    ) -> Bool {
        let parts = key.split(separator: " ").map(String.init)
        return !words.isEmpty
            && words.allSatisfy { word in
                parts.indices.contains { first in
                    (first..<parts.count).contains { fits(word, parts[first...$0].joined()) }
                }
            }
    }
}
