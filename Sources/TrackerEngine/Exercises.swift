import TrackerAPI
import TrackerCore
import TrackerStore

extension Context {
    /// The exercise that a text means: exact id, else name (case, accents and punctuation ignored), else
    /// unique prefix of an id.
    ///
    /// - Throws: where there is none, the refusal names those that may have been meant.
    func exercise(_ text: String, field: String = "exercise") throws -> Exercise {
        guard !text.isEmpty else {
            throw Rejection.invalid(field, "\(field) is empty: give an id or a name")
        }
        if Identifier.isWhole(text), let exercise = try transaction.exercise(id: text) {
            return exercise
        }
        let text = String(text.prefix(Text.maximumNameLength + 1))
        if let exercise = try transaction.exercise(key: NameKey.of(text)) { return exercise }
        let matches = try transaction.exercises(withPrefix: text)
        if matches.count == 1 { return matches[0] }
        guard matches.isEmpty else {
            throw Rejection(
                .ambiguous, "'\(text)' is the beginning of several exercises' ids: give more of it",
                field: field, matches: matches.map(\.id))
        }
        throw Rejection(
            .notFound, "no exercise '\(text)'\(try advice(insteadOf: text))", field: field)
    }

    /// `; did you mean Push-ups or Pull-ups?`
    private func advice(insteadOf text: String) throws -> String {
        let known = try transaction.exercises().filter { !$0.isArchived }
        let search = ExerciseSearch(text)
        let found = known.compactMap { exercise in
            search.rank(ofKey: exercise.key).map { (rank: $0, name: exercise.name) }
        }
        var names = found.sorted { ($0.rank, $0.name) < ($1.rank, $1.name) }.map(\.name)
        let byKey = Dictionary(known.map { ($0.key, $0.name) }) { first, _ in first }
        let near = Spelling.nearest(
            to: NameKey.of(text), among: byKey.keys.sorted(), limit: Self.advised)
        names += near.compactMap { byKey[$0] }.filter { !names.contains($0) }
        names = Array(names.prefix(Self.advised))
        guard let last = names.popLast() else { return ": exercise.list shows what there is" }
        guard !names.isEmpty else { return "; did you mean \(last)?" }
        return "; did you mean \(names.joined(separator: ", ")) or \(last)?"
    }

    /// How many names are offered.
    private static var advised: Int { 3 }

    func view(_ exercise: Exercise) throws -> ExerciseView {
        view(exercise, last: try transaction.lastUse(ofExercise: exercise.id))
    }

    fileprivate func view(_ exercise: Exercise, last: LastUse?) -> ExerciseView {
        ExerciseView(
            exercise,
            last: last.map { ExerciseView.Last(count: $0.count, at: zone.text(ofMs: $0.atMs)) })
    }

    /// Records what has become of an exercise.
    ///
    /// - Returns: the exercise as it is now: JSON.
    fileprivate func record(_ change: String, _ exercise: Exercise) throws -> String {
        let isGone = change == "deleted"
        return try record(
            "exercise.\(change)", subject: exercise.id, data: view(exercise),
            isGone ? [] : [exercise], removed: isGone ? [exercise] : [])
    }

    /// A name means one exercise.
    fileprivate func requireFree(_ exercise: Exercise) throws {
        guard let other = try transaction.exercise(key: exercise.key), other.id != exercise.id
        else { return }
        throw Rejection(
            .conflict,
            "there is an exercise called \(other.name)"
                + (other.isArchived ? " (archived: exercise.update brings it back)" : ""),
            field: "name", state: other.isArchived ? "archived" : "taken")
    }

    /// The exercise that another is to vary; it may not be a variant of that one in its turn.
    fileprivate func parent(_ text: String, of id: String?) throws -> Exercise {
        let parent = try exercise(text, field: "variant_of")
        var above: Exercise? = parent
        while let step = above {
            guard step.id != id else {
                throw Rejection.invalid(
                    "variant_of", "variant_of is itself a variant of this exercise, or the same")
            }
            above = try step.traits.variantOf.flatMap { try transaction.exercise(id: $0) }
        }
        return parent
    }
}

extension ExerciseList: Performable {
    func perform(in context: Context) throws -> Response {
        let limit = limit ?? Self.maximumLimit
        guard (1...Self.maximumLimit).contains(limit) else {
            throw Rejection.invalid("limit", "limit must be 1 to \(Self.maximumLimit)")
        }
        let text = query ?? ""
        guard text.utf8.count <= Text.maximumNameLength * 4 else {
            throw Rejection(.tooLarge, "query is too long", field: "query")
        }
        let search = ExerciseSearch(text)
        let category = category.map(NameKey.of)
        let scores = try context.transaction.exerciseScores()
        var matches: [ExerciseMatch] = []
        var lasts: [String: LastUse] = [:]
        for exercise in try context.transaction.exercises() {
            guard archived == true || !exercise.isArchived,
                category == nil || NameKey.of(exercise.traits.category) == category,
                let rank = search.rank(ofKey: exercise.key)
            else { continue }
            let last = try context.transaction.lastUse(ofExercise: exercise.id)
            lasts[exercise.id] = last
            let use = ExerciseUse(score: scores[exercise.id] ?? 0, lastMs: last?.atMs)
            matches.append(ExerciseMatch(exercise, rank: rank, use: use))
        }
        matches.sort { $0.precedes($1) }
        return Response(
            exercises: matches.prefix(limit).map { match in
                context.view(match.exercise, last: lasts[match.exercise.id])
            })
    }
}

extension ExerciseCreate: Answerable {
    func answer(in context: Context) throws -> String {
        guard try context.transaction.exerciseCount() < Exercise.maximumNumber else {
            throw Rejection(
                .tooLarge, "there are \(Exercise.maximumNumber) exercises already: delete some")
        }
        let parent = try variantOf.flatMap { text in
            text.isEmpty ? nil : try context.parent(text, of: nil)
        }
        let traits = Exercise.Traits(
            name: name, unit: unit,
            category: category ?? parent?.traits.category ?? Exercise.otherCategory,
            equipment: equipment.map { $0.isEmpty ? nil : $0 } ?? parent?.traits.equipment,
            defaultCount: defaultCount, icon: icon.nonEmpty, color: color.nonEmpty,
            variantOf: parent?.id)
        let exercise = try Exercise(id: context.newID(), traits: traits)
        try context.requireFree(exercise)
        return try context.record("created", exercise)
    }
}

extension ExerciseUpdate: Answerable {
    func answer(in context: Context) throws -> String {
        var exercise = try context.exercise(exercise)
        var traits = exercise.traits
        if let name { traits.name = name }
        if let unit { traits.unit = unit }
        if let category { traits.category = category }
        if let equipment { traits.equipment = equipment.isEmpty ? nil : equipment }
        if let defaultCount { traits.defaultCount = defaultCount }
        if let icon { traits.icon = icon.isEmpty ? nil : icon }
        if let color { traits.color = color.isEmpty ? nil : color }
        if let variantOf {
            traits.variantOf =
                variantOf.isEmpty ? nil : try context.parent(variantOf, of: exercise.id).id
        }
        let used = try context.transaction.loggedUnit(ofExercise: exercise.id)
        guard used == nil || used == traits.unit else {
            throw Rejection(
                .conflict,
                "the log has entries of \(exercise.name) in \(exercise.unit.rawValue): create "
                    + "another exercise for \(traits.unit.rawValue)", field: "unit", state: "logged"
            )
        }
        try exercise.edit(traits)
        if let archived { exercise.isArchived = archived }
        try context.requireFree(exercise)
        return try context.record("updated", exercise)
    }
}

extension ExerciseGet: Performable {
    func perform(in context: Context) throws -> ExerciseView {
        try context.view(context.exercise(exercise))
    }
}

extension ExerciseArchive: Answerable {
    func answer(in context: Context) throws -> String {
        var exercise = try context.exercise(exercise)
        guard !exercise.isArchived else {
            throw Rejection.conflict("\(exercise.name) is archived already", state: "archived")
        }
        exercise.isArchived = true
        return try context.record("archived", exercise)
    }
}

extension ExerciseDelete: Answerable {
    func answer(in context: Context) throws -> String {
        let exercise = try context.exercise(exercise)
        guard exercise.isCustom else {
            throw Rejection.conflict(
                "\(exercise.name) is of the library: archive it instead", state: "seeded")
        }
        if let use = try context.transaction.use(ofExercise: exercise.id) {
            throw Rejection.conflict(
                "\(exercise.name) can't be deleted: \(use.text). Archive it instead",
                state: use.rawValue)
        }
        return try context.record("deleted", exercise)
    }
}

extension String? {
    /// Nothing where there is an empty text.
    fileprivate var nonEmpty: String? { self?.isEmpty == true ? nil : self }
}
