import TrackerAPI
import TrackerCore
import TrackerStore

extension Context {
    /// The exercise that a text means: exact id, else name (case, accents and punctuation ignored), else
    /// unique prefix of an id.
    ///
    /// - Throws: where there is none, the refusal names those that may have been meant.
    func exercise(_ text: String, field: String = "exercise") throws -> Exercise {
        if let exercise = try namedExercise(text, field: field) { return exercise }
        throw try noExercise(text, field: field)
    }

    /// The same, and else the best match of a search: what is in the workout that is meant; else the names
    /// that begin with the words of the text, else those that have them, else those that begin with its
    /// letters, and so on. Of several outside of the workout it is the one that was ever performed, or that
    /// is no variant.
    ///
    /// - Throws: where there are several good ones, the refusal names them.
    func exercise(
        meant text: String, field: String = "exercise", in workout: Workout? = nil
    ) throws -> Exercise {
        if let exercise = try namedExercise(text, field: field) { return exercise }
        let found = try found(String(text.prefix(Text.maximumNameLength + 1)))
        let close = found.filter { $0.rank <= 2 }
        let whole = close.filter(\.isWhole)
        let present = (whole.isEmpty ? close : whole).filter {
            workout?.has($0.exercise.id) ?? false
        }
        let best = found.map(\.rank).min()
        let good =
            [
                present.filter { $0.rank <= 1 }, present, whole.filter { $0.rank <= 1 }, whole,
                found.filter { $0.rank == best },
            ].first { !$0.isEmpty }?.map(\.exercise).sorted { $0.key < $1.key } ?? []
        if good.count == 1 { return good[0] }
        guard !good.isEmpty else { throw try noExercise(text, field: field) }
        if present.isEmpty {
            let used = try good.filter { try transaction.lastSet(ofExercise: $0.id) != nil }
            if used.count == 1 { return used[0] }
            let bases = good.filter { $0.traits.variantOf == nil }
            if used.isEmpty, bases.count == 1 { return bases[0] }
        }
        let shown = good.prefix(Self.shown)
        let more = good.count > shown.count ? ", …" : ""
        throw Rejection(
            .ambiguous,
            "'\(text.prefix(Text.maximumNameLength))' may be "
                + shown.map(\.name).joined(separator: ", ") + more + ": give more of the name",
            field: field, matches: shown.map(\.id))
    }

    private func found(
        _ text: String
    ) throws -> [(rank: Int, isWhole: Bool, exercise: Exercise)] {
        let search = ExerciseSearch(text)
        return try transaction.exercises().compactMap { exercise in
            guard !exercise.isArchived, let rank = search.rank(ofKey: exercise.key) else {
                return nil
            }
            return (rank, search.hasWholeWords(ofKey: exercise.key), exercise)
        }
    }

    private func namedExercise(_ text: String, field: String) throws -> Exercise? {
        guard !text.allSatisfy(\.isWhitespace) else {
            throw Rejection.invalid(field, "\(field) is empty: give an id or a name")
        }
        if Identifier.isWhole(text), let exercise = try transaction.exercise(id: text) {
            return exercise
        }
        let text = String(text.prefix(Text.maximumNameLength + 1))
        if let exercise = try transaction.exercise(key: NameKey.of(text)) { return exercise }
        let matches = try transaction.exercises(withPrefix: text)
        guard matches.count > 1 else { return matches.first }
        throw Rejection(
            .ambiguous, "'\(text)' is the beginning of several exercises' ids: give more of it",
            field: field, matches: matches.map(\.id))
    }

    private func noExercise(_ text: String, field: String) throws -> Rejection {
        let text = String(text.prefix(Text.maximumNameLength + 1))
        return Rejection(
            .notFound, "no exercise '\(text)'\(try advice(insteadOf: text))", field: field)
    }

    /// How many of those that may be meant are named.
    private static var shown: Int { 10 }

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
        view(exercise, last: try last(of: exercise.id))
    }

    fileprivate func view(_ exercise: Exercise, last: ExerciseLast?) -> ExerciseView {
        ExerciseView(exercise, last: last?.view)
    }

    /// What of it was done last, be it an entry of the log or a set.
    fileprivate func last(of exercise: String) throws -> ExerciseLast? {
        let entry = try transaction.lastUse(ofExercise: exercise)
        guard let set = try transaction.lastSet(ofExercise: exercise),
            set.atMs >= entry?.atMs ?? .min
        else {
            return entry.map {
                ExerciseLast(
                    view: .init(count: $0.count, at: zone.text(ofMs: $0.atMs)), atMs: $0.atMs)
            }
        }
        return ExerciseLast(view: .init(set, at: zone.text(ofMs: set.atMs)), atMs: set.atMs)
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
        var seen: Set<String> = []
        while let step = above {
            guard step.id != id, seen.insert(step.id).inserted else {
                throw Rejection.invalid(
                    "variant_of",
                    "variant_of is itself a variant of this exercise, or of itself, or the same")
            }
            above = try step.traits.variantOf.flatMap { try transaction.exercise(id: $0) }
        }
        return parent
    }
}

/// What of an exercise was done last.
private struct ExerciseLast {
    let view: ExerciseView.Last
    /// UTC milliseconds.
    let atMs: Int64
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
        var lasts: [String: ExerciseLast] = [:]
        for exercise in try context.transaction.exercises() {
            guard archived == true || !exercise.isArchived,
                category == nil || NameKey.of(exercise.traits.category) == category,
                let rank = search.rank(ofKey: exercise.key)
            else { continue }
            let last = try context.last(of: exercise.id)
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
        if let live = try context.transaction.liveTraining(),
            live.terms.exercise == exercise.id, live.terms.mode.unit != traits.unit
        {
            throw Rejection(
                .conflict, "\(exercise.name) is being trained: complete the training first",
                field: "unit", state: live.state.rawValue)
        }
        if let preset = try context.transaction.preset(ofExercise: exercise.id),
            preset.terms.mode.unit != traits.unit
        {
            throw Rejection(
                .conflict,
                "\(exercise.name) is trained by the preset '\(preset.name)': save that anew, or delete "
                    + "it first", field: "unit", state: "preset")
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
