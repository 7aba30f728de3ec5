import TrackerCore
import TrackerStore

/// A workout of a file, as our own rows.
struct ImportedWorkout {
    let workout: Workout
    let sets: [WorkoutSet]
    /// Milliseconds from its start to its end; `nil` where the file gives no end.
    let lastedMs: Int64?
    /// Ids of workouts with the same start and name that are here, were deleted, or stand before it in the
    /// file.
    let formerIDs: [String]

    /// Id of an imported workout. It is the same in every time zone, and stays the same where a later file
    /// has other sets.
    ///
    /// - Parameters:
    ///   - start: the start as the file has it.
    ///   - number: 1, or the place among workouts of the same start and name.
    static func id(start: CivilTime, name: String, number: Int) -> String {
        derived("\(start.dateText) \(start.timeText)", name, number)
    }

    /// Id that older versions gave to imported workouts, which differs with the time zone.
    static func olderID(startedMs: Int64, name: String, number: Int) -> String {
        derived("\(startedMs)", name, number)
    }

    private static func derived(_ start: String, _ name: String, _ number: Int) -> String {
        let suffix = number == 1 ? "" : "#\(number)"
        return Identifier.derived(from: "\(Workout.table):\(start) \(name)\(suffix)")
    }

    /// The id of a set that an import brings, by its place in the workout.
    static func setID(_ workout: String, _ position: Int64) -> String {
        Identifier.derived(from: "\(WorkoutSet.table):\(workout) \(position)")
    }

    // MARK: An existing workout

    /// Difference between the file's workout and the stored one beside the figures of the sets, for people to
    /// read; `nil` for none.
    ///
    /// - Parameter stored: the sets of the stored workout, which have the same figures.
    func otherDetails(
        than here: Workout, _ stored: [WorkoutSet], at place: SameWorkouts.Place
    ) -> String? {
        if place == .moved { return "a different start" }
        if workout.name != here.name { return "called '\(workout.name)'" }
        if Self.differ(lastedMs, here.lastedMs) { return "a different end" }
        let blocks = zip(workout.exercises, here.exercises)
        let pairs = zip(
            sets.sorted(by: WorkoutSet.inOrder), stored.sorted(by: WorkoutSet.inOrder))
        let hasOtherNotes =
            Self.differ(workout.note, here.note)
            || blocks.contains { Self.differ($0.note, $1.note) }
            || pairs.contains { Self.differ($0.fields.note, $1.fields.note) }
        if hasOtherNotes { return "different notes" }
        if blocks.contains(where: { Self.differ($0.superset, $1.superset) }) {
            return "different supersets"
        }
        if pairs.contains(where: { Self.differ($0.importedRestMs, $1.importedRestMs) }) {
            return "different rests"
        }
        let hasOtherRPE = pairs.contains { Self.differ($0.fields.rpe, $1.fields.rpe) }
        return hasOtherRPE ? "a different RPE" : nil
    }

    /// True where the file has a value, and it isn't the stored one.
    private static func differ<Value: Equatable>(_ file: Value?, _ here: Value?) -> Bool {
        file != nil && file != here
    }

    /// Rows that bring a stored workout to the state of the file. It keeps its id and its import, and each
    /// end, note, rest and RPE that the file lacks.
    ///
    /// - Parameter isMoved: whether it gets the file's start, too.
    func rows(
        replacing here: Workout, _ stored: [WorkoutSet], isMoved: Bool, at now: Moment
    ) throws -> (written: [any StoredEntity], removed: [any StoredEntity]) {
        let timed = isMoved ? workout : here
        let start = LocalInstant(ms: timed.startedMs, day: timed.day)
        let new = try Workout(
            id: here.id, name: workout.name, start: start,
            endedMs: start.ms + (lastedMs ?? here.lastedMs), note: workout.note ?? here.note,
            exercises: workout.exercises.map { $0.completed(by: here.exercises) },
            importID: here.importID ?? workout.importID ?? "", order: here.startOrder, at: now)
        let ids = Dictionary(
            sets.map { ($0.id, Self.setID(here.id, $0.position)) }
        ) { first, _ in first }
        let former = Dictionary(stored.map { ($0.id, $0) }) { first, _ in first }
        let all = try sets.map { set in
            let id = Self.setID(here.id, set.position)
            var fields = set.fields
            var restMs = set.importedRestMs
            fields.dropOf = fields.dropOf.flatMap { ids[$0] }
            if let former = former[id], SetContent(former) == SetContent(set) {
                fields.note = fields.note ?? former.fields.note
                fields.rpe = fields.rpe ?? (fields.rir == nil ? former.fields.rpe : nil)
                restMs = restMs ?? former.importedRestMs
            }
            return try WorkoutSet(
                id: id, workout: here.id, exercise: set.exercise, block: set.block,
                position: set.position, fields: fields, time: start,
                importedRestMs: restMs, order: former[id]?.logOrder ?? set.logOrder)
        }
        let kept = Set(ids.values)
        return ([new] + all.filter { $0 != former[$0.id] }, stored.filter { !kept.contains($0.id) })
    }
}

extension Workout {
    fileprivate var lastedMs: Int64 { (endedMs ?? startedMs) - startedMs }
}

extension WorkoutExercise {
    /// This exercise with the note of the same stored block, where the file has none.
    fileprivate func completed(by here: [WorkoutExercise]) -> WorkoutExercise {
        WorkoutExercise(
            exercise: exercise, block: block, superset: superset,
            note: note ?? here.first { $0.place == place }?.note)
    }
}

extension Context {
    /// Number of the event that imported a workout; `nil` where the workout wasn't imported, or was changed
    /// since. Its sets may have been changed.
    func untouchedSince(_ workout: Workout) throws -> Int64? {
        guard let importID = workout.importID,
            // What is changed while the rest of the file comes in is changed since, too.
            let seq = try importEvent(importID, Transaction.importParts[0])?.seq,
            try !transaction.wasTouched(id: workout.id, after: seq)
        else { return nil }
        return seq
    }

    /// True where nobody has changed a workout since it was imported, nor changed, added or deleted a set of
    /// it.
    func isAsImported(_ workout: Workout, _ sets: [WorkoutSet]) throws -> Bool {
        guard let seq = try untouchedSince(workout) else { return false }
        for (place, set) in sets.sorted(by: WorkoutSet.inOrder).enumerated() {
            let isOwn = set.id == ImportedWorkout.setID(workout.id, Int64(place) + 1)
            guard isOwn, set.updatedMs == nil else { return false }
        }
        // A set that was deleted at the end leaves no gap, but an event.
        let next = ImportedWorkout.setID(workout.id, Int64(sets.count) + 1)
        return try !transaction.wasTouched(id: next, after: seq)
    }
}
