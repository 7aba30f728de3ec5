import TrackerAPI
import TrackerCore
import TrackerStore

extension ExerciseMerge: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        try context.checkNoneIsWritten()
        let gone = try context.exercise(exercise)
        let kept = try context.exercise(into, field: "into")
        guard gone.id != kept.id else {
            throw Rejection.invalid(
                "into", "\(kept.name) can't be merged into itself: name another exercise")
        }
        guard gone.unit == kept.unit else {
            throw Rejection.invalid(
                "into",
                "\(gone.name) counts \(gone.unit.rawValue) and \(kept.name) \(kept.unit.rawValue): "
                    + "only exercises that count the same can be merged")
        }
        guard !kept.isArchived else {
            throw Rejection(
                .conflict, "\(kept.name) is archived: bring it back first", field: "into",
                state: "archived")
        }
        let merging = try ExerciseMerging(gone, into: kept, context)
        return try context.append(
            .exerciseMerged, subject: kept.id,
            data: context.view(merging.kept, with: gone, merging.merged), merging.rows)
    }
}

/// The records that change when one exercise is merged into another.
private struct ExerciseMerging {
    /// Exercise that stays, as it will be.
    private(set) var kept: Exercise
    let merged: ExerciseMerged
    /// All changed records, as they will be.
    private(set) var rows: [any StoredEntity]

    init(_ gone: Exercise, into kept: Exercise, _ context: Context) throws {
        let transaction = context.transaction
        let (id, newID) = (gone.id, kept.id)
        var trainings = try transaction.all(Training.self, ofExercise: id)
        if let live = trainings.first(where: \.isLive) {
            throw Rejection.conflict(
                "\(gone.name) is being trained: finish or reset the training session first",
                state: live.state.rawValue)
        }
        var entries = try transaction.all(LogEntry.self, ofExercise: id)
        var reminders = try transaction.all(Reminder.self, ofExercise: id)
        var presets = try transaction.all(Preset.self, ofExercise: id)
        var templates = try transaction.all(Template.self, ofExercise: id)
        var goals = try transaction.all(Goal.self, ofExercise: id)
        var maxes = try transaction.all(TrainingMax.self, ofExercise: id)
        for index in trainings.indices { trainings[index].move(toExercise: newID) }
        for index in entries.indices { entries[index].move(toExercise: newID) }
        for index in reminders.indices { reminders[index].move(toExercise: newID) }
        for index in presets.indices { presets[index].move(toExercise: newID) }
        for index in goals.indices { goals[index].move(toExercise: newID) }
        for index in maxes.indices { maxes[index].move(toExercise: newID) }
        for index in templates.indices { templates[index].replace(id, by: newID) }
        var plans = try transaction.plans().filter { $0.fields.apart.contains(id) }
        for index in plans.indices { plans[index].replace(id, by: newID) }
        let (workouts, sets) = try Self.strength(id, newID, transaction)
        merged = ExerciseMerged(
            sets: sets.count, entries: entries.count, sessions: trainings.count,
            templates: templates.count, reminders: reminders.count, presets: presets.count,
            goals: goals.isEmpty ? nil : goals.count, maxes: maxes.isEmpty ? nil : maxes.count)
        let exercises = try Self.exercises(gone, kept, context)
        self.kept = exercises[0]
        rows = exercises
        rows += workouts as [any StoredEntity]
        rows += sets as [any StoredEntity]
        rows += entries as [any StoredEntity]
        rows += trainings as [any StoredEntity]
        rows += templates as [any StoredEntity]
        rows += plans as [any StoredEntity]
        rows += reminders as [any StoredEntity]
        rows += presets as [any StoredEntity]
        rows += goals as [any StoredEntity]
        rows += maxes as [any StoredEntity]
    }

    /// The changed workouts and sets. Sets keep their order and the set that they continue; their blocks may
    /// get other numbers.
    private static func strength(
        _ id: String, _ newID: String, _ transaction: Transaction
    ) throws -> (workouts: [Workout], sets: [WorkoutSet]) {
        var workouts = try transaction.all(Workout.self, ofExercise: id)
        var places: [String: [ExerciseBlock: ExerciseBlock]] = [:]
        for index in workouts.indices {
            places[workouts[index].id] = workouts[index].merge(id, into: newID)
        }
        let sets = try transaction.all(WorkoutSet.self, ofExercise: id).map { set in
            var set = set
            let place = places[set.workout]?[set.place]
            set.move(to: place ?? ExerciseBlock(newID, set.block))
            return set
        }
        return (workouts, sets)
    }

    /// The changed exercises: first the one that stays, then the one that is merged into it, then the
    /// variants of the latter.
    private static func exercises(
        _ gone: Exercise, _ kept: Exercise, _ context: Context
    ) throws -> [Exercise] {
        var (former, new) = (gone, kept)
        var known = try Set(([kept.name] + context.aliases(of: kept)).map(NameKey.of))
        let words = try ([gone.name] + context.aliases(of: gone)).filter {
            known.insert(NameKey.of($0)).inserted
        }
        let count = new.aliases.count + words.count
        guard count <= Exercise.maximumAliases else {
            throw Rejection(
                .tooLarge,
                "\(new.name) would have \(count) aliases, but \(Exercise.maximumAliases) is the most: "
                    + "remove some first", field: "into")
        }
        try new.adoptNames(of: gone, aliases: words)
        former.archiveAfterMerge()
        // An exercise that `kept` itself is a variant of can't become its variant.
        let above = try lineage(of: kept, context)
        var others: [Exercise] = []
        for var variant in try context.transaction.all(Exercise.self, ofExercise: gone.id) {
            guard variant.id != kept.id else {
                new.setVariant(of: gone.fields.variantOf)
                continue
            }
            variant.setVariant(of: above.contains(variant.id) ? gone.fields.variantOf : kept.id)
            others.append(variant)
        }
        return [new, former] + others
    }

    /// Ids of the exercises that an exercise is a variant of, directly or through others.
    private static func lineage(of exercise: Exercise, _ context: Context) throws -> Set<String> {
        var ids: Set<String> = []
        var next = exercise.fields.variantOf
        while let id = next, ids.insert(id).inserted {
            next = try context.transaction.exercise(id: id)?.fields.variantOf
        }
        return ids
    }
}
