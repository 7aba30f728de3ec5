import TrackerAPI
import TrackerCore
import TrackerStore

extension Exercise: Recorded {
    func view(in context: Context) throws -> ExerciseView {
        try context.view(self, last: context.last(of: [id]))
    }
}

extension Context {
    /// An id for a new exercise, which follows from its name and unit: what is counted in reps here and in
    /// seconds on another machine are two exercises. Reps go without saying, as in older versions, where all
    /// ids followed from names alone.
    func idOfExercise(_ nameKey: String, _ unit: Exercise.Unit) throws -> String {
        try id(of: Exercise.self, from: unit == .reps ? nameKey : "\(nameKey) \(unit.rawValue)")
    }

    fileprivate func view(_ exercise: Exercise, last: ExerciseLast?) throws -> ExerciseView {
        ExerciseView(
            exercise, aliases: try aliases(of: exercise), last: last?.view,
            isOverDistance: try isOverDistance(exercise, last))
    }

    /// True where an exercise is done over a distance, according to the library or its last set.
    private func isOverDistance(_ exercise: Exercise, _ last: ExerciseLast?) throws -> Bool {
        try last?.hadDistance == true
            || dependencies.libraryFacts(in: transaction).overDistance.contains(exercise.id)
    }

    func isOverDistance(_ exercise: Exercise) throws -> Bool {
        try isOverDistance(exercise, last(of: [exercise.id]))
    }

    /// View of an exercise after another one has been merged into it.
    func view(
        _ exercise: Exercise, with other: Exercise, _ merged: ExerciseMerged
    ) throws -> ExerciseView {
        let last = try last(of: [exercise.id, other.id])
        return ExerciseView(
            exercise, aliases: try aliases(of: exercise), last: last?.view,
            isOverDistance: try isOverDistance(exercise, last), merged: merged)
    }

    /// Aliases of an exercise: the library's, then the person's.
    func aliases(of exercise: Exercise) throws -> [String] {
        try (dependencies.libraryFacts(in: transaction).aliases[exercise.id] ?? [])
            + exercise.aliases
    }

    /// Name of an exercise; `nil` where there is none.
    func name(ofExercise id: String?) throws -> String? {
        try id.flatMap { try transaction.exercise(id: $0)?.name }
    }

    /// Latest use of any of the exercises, in the log or as a set; `nil` for none.
    fileprivate func last(of exercises: [String]) throws -> ExerciseLast? {
        let entry = try exercises.compactMap { try transaction.lastUse(ofExercise: $0) }
            .max { ($0.atMs, $0.addOrder) < ($1.atMs, $1.addOrder) }
        let set = try exercises.compactMap { try transaction.lastSet(ofExercise: $0) }
            .max {
                ($0.atMs, $0.logOrder, $0.position, $0.id)
                    < ($1.atMs, $1.logOrder, $1.position, $1.id)
            }
        let hadDistance = set?.fields.distanceM != nil
        guard let set, set.atMs >= entry?.atMs ?? .min
        else {
            return entry.map {
                ExerciseLast(
                    view: .init(count: $0.count, at: zone.text(ofMs: $0.atMs)), atMs: $0.atMs,
                    hadDistance: hadDistance)
            }
        }
        return ExerciseLast(
            view: .init(set, at: zone.text(ofMs: set.atMs)), atMs: set.atMs,
            hadDistance: hadDistance)
    }
}

/// The last use of an exercise.
private struct ExerciseLast {
    let view: ExerciseView.Last
    /// UTC milliseconds.
    let atMs: Int64
    /// True where its last set was over a distance.
    let hadDistance: Bool
}

extension ExerciseList: Performable {
    func perform(in context: Context) throws -> Response {
        let limit = try checkedLimit
        let text = query ?? ""
        guard text.utf8.count <= Text.maximumNameLength * 4 else {
            throw Rejection(.tooLarge, "\(field: "query") is too long", field: "query")
        }
        let search = ExerciseSearch(text)
        let category = category.map(NameKey.of)
        let scores = try context.transaction.exerciseScores()
        var matches: [ExerciseMatch] = []
        var lasts: [String: ExerciseLast] = [:]
        for exercise in try context.transaction.exercises() {
            guard archived == true || !exercise.isArchived,
                category == nil || NameKey.of(exercise.fields.category) == category,
                let rank = search.rank(ofKey: exercise.key)
            else { continue }
            let last = try context.last(of: [exercise.id])
            lasts[exercise.id] = last
            let use = ExerciseUse(score: scores[exercise.id] ?? 0, lastMs: last?.atMs)
            matches.append(ExerciseMatch(exercise, rank: rank, use: use))
        }
        matches.sort { $0.precedes($1) }
        return Response(
            exercises: try matches.prefix(limit).map { match in
                try context.view(match.exercise, last: lasts[match.exercise.id])
            }, total: matches.count)
    }
}

extension ExerciseCreate: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        let parent = try variantOf.flatMap { text in
            text.isEmpty ? nil : try context.exercise(text, field: "variant_of")
        }
        let fields = Exercise.Fields(
            name: name, unit: unit,
            category: category ?? parent?.fields.category ?? Exercise.otherCategory,
            equipment: equipment.map { $0.isEmpty ? nil : $0 } ?? parent?.fields.equipment,
            defaultCount: defaultCount, icon: icon.nonEmpty, color: color.nonEmpty,
            variantOf: parent?.id, muscles: muscles ?? parent?.fields.muscles)
        let named = try fields.named()
        var exercise = try Exercise(
            id: context.idOfExercise(NameKey.of(named.name), named.unit), fields: named)
        try exercise.equip(with: gear(in: context.transaction.settings().unit))
        exercise.isPair = pair ?? false
        try exercise.checkPair()
        return try context.record(.exerciseCreated, exercise)
    }
}

extension ExerciseUpdate: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        var exercise = try context.exercise(exercise)
        var fields = exercise.fields
        // Members that aren't given stay as they are, even if their names would no longer be allowed.
        if let name { fields.name = try Text.name(name, field: "name") }
        if let unit { fields.unit = unit }
        if let category { fields.category = try Text.name(category, field: "category") }
        if let equipment {
            fields.equipment =
                equipment.isEmpty ? nil : try Text.name(equipment, field: "equipment")
        }
        if let defaultCount { fields.defaultCount = defaultCount }
        if let icon { fields.icon = icon.isEmpty ? nil : try Text.name(icon, field: "icon") }
        if let color { fields.color = color.isEmpty ? nil : color }
        if let variantOf {
            fields.variantOf =
                variantOf.isEmpty
                ? nil : try context.exercise(variantOf, field: "variant_of").id
        }
        if let muscles { fields.muscles = muscles.value }
        try exercise.edit(fields)
        try exercise.equip(
            with: gear(changing: exercise.gear, in: context.transaction.settings().unit))
        if let pair { exercise.isPair = pair }
        if pair != nil || equipment != nil { try exercise.checkPair() }
        if let archived { exercise.isArchived = archived }
        return try context.record(.exerciseUpdated, exercise)
    }
}

extension ExerciseGet: Performable {
    func perform(in context: Context) throws -> ExerciseView {
        try context.exercise(exercise).view(in: context)
    }
}

extension ExerciseAlias: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        var exercise = try context.exercise(exercise)
        let alias = try Text.name(alias, field: "alias")
        let key = NameKey.of(alias)
        guard remove != true else {
            guard let own = exercise.aliases.first(where: { NameKey.of($0) == key }) else {
                throw try context.refusal(toRemove: alias, of: exercise)
            }
            exercise.remove(alias: own)
            return try context.record(.exerciseUpdated, exercise)
        }
        for other in try context.transaction.exercises() where !other.isArchived {
            let names = try [other.name] + context.aliases(of: other)
            guard names.contains(where: { NameKey.of($0) == key }) else { continue }
            throw Rejection(
                .conflict, "\(other.name) is already called '\(alias)'", field: "alias",
                state: other.id == exercise.id ? "present" : "taken")
        }
        try exercise.add(alias: alias)
        return try context.record(.exerciseUpdated, exercise)
    }
}

extension Context {
    fileprivate func refusal(toRemove alias: String, of exercise: Exercise) throws -> Rejection {
        let key = NameKey.of(alias)
        guard try aliases(of: exercise).contains(where: { NameKey.of($0) == key }) else {
            return Rejection(
                .notFound, "\(exercise.name) has no alias '\(alias)'", field: "alias")
        }
        return Rejection(
            .conflict, "'\(alias)' comes with the library and can't be removed",
            field: "alias",
            state: "seeded")
    }
}

extension ExerciseArchive: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        var exercise = try context.exercise(exercise)
        guard !exercise.isArchived else {
            throw Rejection.conflict("\(exercise.name) is already archived", state: "archived")
        }
        exercise.isArchived = true
        return try context.record(.exerciseArchived, exercise)
    }
}

extension ExerciseDelete: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        let exercise = try context.exercise(exercise)
        guard exercise.isCustom else {
            throw Rejection.conflict(
                "\(exercise.name) comes with the library: archive it instead", state: "seeded")
        }
        return try context.record(.exerciseDeleted, exercise, isGone: true)
    }
}

extension String? {
    /// The text, or `nil` where it is empty.
    fileprivate var nonEmpty: String? { self?.isEmpty == true ? nil : self }
}
