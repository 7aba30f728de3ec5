import TrackerAPI

extension Model {
    /// The exercise that a text names, or may mean by a part of a name.
    func exercise(
        meant text: String, field: String = "exercise", in workout: WorkoutModel? = nil
    ) throws -> ExerciseModel {
        do {
            return try exercise(text, field: field)
        } catch let refusal as Refusal where refusal.kind == "not_found" {
            let key = ExerciseModel.key(text)
            let query = key.isEmpty ? text.replacing(" ", with: "") : key
            let ranked = exercises.filter { !$0.isArchived }
                .compactMap { one in Self.rank(query, one.key).map { ($0, one) } }
                .sorted { $0.1.key < $1.1.key }
            let close = ranked.filter { $0.0 <= 2 }
            let words = query.split(separator: " ")
            let whole = close.filter { _, one in
                let parts = one.key.split(separator: " ")
                return !words.isEmpty
                    && words.allSatisfy { parts.contains($0) || parts.contains($0 + "s") }
            }
            let present = (whole.isEmpty ? close : whole).filter {
                workout?.part($0.1.id) != nil
            }
            let best = ranked.map(\.0).min()
            let good =
                [
                    present.filter { $0.0 <= 1 }, present, whole.filter { $0.0 <= 1 }, whole,
                    ranked.filter { $0.0 == best },
                ].first { !$0.isEmpty }?.map(\.1) ?? []
            guard let first = good.first else { throw refusal }
            if good.count == 1 { return first }
            // What isn't in the workout may be what was ever performed, or what others vary.
            let used = good.filter { exercise in sets.contains { $0.exercise == exercise.id } }
            let bases = good.filter { $0.parent == nil }
            if present.isEmpty, used.count == 1 { return used[0] }
            if present.isEmpty, used.isEmpty, bases.count == 1 { return bases[0] }
            let matches = Array(good.map(\.id).prefix(10))
            throw Refusal("ambiguous", field: field, matches: matches)
        }
    }
}
