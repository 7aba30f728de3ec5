import TrackerAPI

extension Model {
    /// What is read of an exercise.
    enum Rows { case sets, entries }

    /// The exercise with an exact id, else a name, else whole words of it, else beginnings of its words,
    /// else the beginning of an id.
    func exercise(
        _ text: String, field: String = "exercise", in workout: WorkoutModel? = nil,
        hasLoad: Bool = false, readFrom rows: Rows? = nil
    ) throws -> ExerciseModel {
        try require(!Params.trimmed(text).isEmpty, .invalid(field))
        if let exercise = exercises.first(where: { $0.id == text }) { return exercise }
        let text = Params.trimmed(text)
        let isAlias = exercises.contains { $0.aliases.contains(text) }
        if !isAlias, let exercise = exercises.first(where: { $0.name == text }) { return exercise }
        let key = ExerciseModel.key(text)
        let words = key.split(separator: " ").map(String.init)
        let here = exercises.filter { !$0.isArchived }
        let isWhole = { (name: String) in
            !words.isEmpty
                && Self.isSame(words.joined(), ExerciseModel.key(name).replacing(" ", with: ""))
        }
        let tiers = [
            spelled(text) ?? here.filter { $0.names.contains(where: isWhole) },
            exercises.filter { $0.isArchived && isWhole($0.name) },
            here.filter { $0.keys.contains { Self.has(words, in: $0, Self.isSame) } },
            here.filter { $0.keys.contains { Self.has(words, in: $0) { $1.hasPrefix($0) } } },
        ]
        guard let tier = tiers.firstIndex(where: { !$0.isEmpty }) else {
            if let begun = try beginning(text, of: here, field: field, id: \.id) { return begun }
            throw Refusal("not_found", field: field)
        }
        let isSecond =
            tier > 1 && exercises.contains { $0.isArchived && $0.aliases.contains(where: isWhole) }
        return try one(
            of: tiers[tier], key, field, in: workout, hasLoad: isSecond ? nil : hasLoad,
            isWhole: tier < 2, readFrom: rows)
    }

    /// The exercises with this very name or alias. The name of an archived one that was merged into another
    /// is the alias of that. `nil` where no name is that.
    private func spelled(_ text: String) -> [ExerciseModel]? {
        let byAlias = exercises.filter { !$0.isArchived && $0.aliases.contains(text) }
        let byName = exercises.filter { $0.name == text && (byAlias.isEmpty || !$0.isArchived) }
        guard !byName.isEmpty else { return nil }
        return byName + byAlias.filter { !byName.contains($0) }
    }

    private func one(
        of equals: [ExerciseModel], _ key: String, _ field: String, in given: WorkoutModel?,
        hasLoad: Bool?, isWhole: Bool, readFrom rows: Rows?
    ) throws -> ExerciseModel {
        let named = equals.filter { $0.key == key }
        if given == nil, named.count == 1 { return named[0] }
        let workout = given ?? openWorkout
        let present = equals.filter { workout?.has($0.id) == true }
        var left = present.isEmpty ? equals : present
        // Of the equipment that the dice use only a barbell is a load.
        let loaded = left.filter { $0.equipment == "barbell" }
        if hasLoad == true, !loaded.isEmpty { left = loaded }
        let performed = left.filter {
            present.isEmpty && count(.sets, $0) + count(.entries, $0) > 0
        }
        let bare = left.filter { isWhole && hasLoad == false && $0.equipment != "barbell" }
        let exact = left.filter { !$0.isArchived && $0.keys.contains(key) }
        let tiers = [
            left, left.filter { $0.key == key }, mostDone(of: left, rows), performed, bare, exact,
        ]
        if let only = tiers.first(where: { $0.count == 1 }) { return only[0] }
        let matches = left.sorted { $0.key < $1.key }.map(\.id)
        throw Refusal("ambiguous", field: field, matches: Array(matches.prefix(10)))
    }

    private func mostDone(of exercises: [ExerciseModel], _ rows: Rows?) -> [ExerciseModel] {
        guard let rows, let most = exercises.map({ count(rows, $0) }).max(), most > 0 else {
            return []
        }
        return exercises.filter { count(rows, $0) == most }
    }

    private func count(_ rows: Rows, _ exercise: ExerciseModel) -> Int {
        switch rows {
        case .sets: sets.count { $0.exercise == exercise.id }
        case .entries: entries.count { $0.exercise == exercise.id }
        }
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
