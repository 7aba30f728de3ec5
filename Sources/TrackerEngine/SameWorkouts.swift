import TrackerCore
import TrackerStore

/// Finds the workouts of a file that are stored already: those with the same start, name and sets, and those
/// that have become others since, there or here. Each stored workout stands for at most one of the file.
struct SameWorkouts {
    enum Standing {
        /// Stored with the same sets; the name may be another one.
        case same(Workout)
        /// Perhaps one whose sets are others by now: `former` tells, once all of the file are known.
        case open
        /// One that a person has deleted.
        case deleted(DeletedWorkout)
        case new
    }

    struct DeletedWorkout {
        let workout: Workout
        /// Number of the event that deleted it.
        let seq: Int64
    }

    /// The largest distance between two zones in milliseconds, for files that name no zone.
    private static let furthestMs: Int64 = 26 * 3_600_000
    private static let quarterMs: Int64 = 900_000
    private static let dayMs: Int64 = 86_400_000

    /// A workout of the file has the very start of one that is here, though others were taken for some that
    /// were imported in another zone: the file is to be gone through again, without looking for those.
    struct ZoneIsTheSame: Error {}

    private let importID: String
    private let context: Context
    /// Ids of the exercises that the names of the file stand for.
    private let named: Set<String>
    /// Whether none is looked for that was imported in another zone.
    private var isZoneTheSame: Bool
    /// The ids of those that are here, by whether they have the file's start.
    private var taken: Set<String> = []
    private var takenElsewhere: Set<String> = []
    /// Milliseconds by which the starts of the latter lie behind those of the file.
    private var shifts: Set<Int64> = []

    init(_ importID: String, _ context: Context, named: Set<String>, isZoneTheSame: Bool) {
        self.importID = importID
        self.context = context
        self.named = named
        self.isZoneTheSame = isZoneTheSame
    }

    /// One of its very start; else, as long as no workout of the file has one, one that was imported in
    /// another zone, where the same local time was another moment: another zone displaces all of a file alike.
    ///
    /// - Throws: `ZoneIsTheSame`.
    mutating func find(_ file: ImportedWorkout) throws -> Standing {
        let (workout, sets) = (file.workout, file.sets)
        let beside = try others(atMs: workout.startedMs)
        if let here = try first(of: beside.filter { $0.name == workout.name }, with: sets) {
            guard takenElsewhere.isEmpty else { throw ZoneIsTheSame() }
            isZoneTheSame = true
            taken.insert(here.id)
            return .same(here)
        }
        if !isZoneTheSame, let here = try displaced(file) {
            takenElsewhere.insert(here.id)
            shifts.insert(here.startedMs - workout.startedMs)
            return .same(here)
        }
        let mayBeHere =
            try beside.contains(where: isFree) || !moved(file).isEmpty || !shifted(workout).isEmpty
            || !onSameDay(workout).isEmpty
        if mayBeHere { return .open }
        return try deleted(file).map(Standing.deleted) ?? .new
    }

    /// The stored workout that one of the file with other sets was before: the most similar one of its start
    /// and name.
    mutating func former(of file: ImportedWorkout) throws -> Workout? {
        let workout = file.workout
        let namesakes = try others(atMs: workout.startedMs).filter {
            $0.name == workout.name && isFree($0)
        }
        return try take(closest(to: file.sets, of: namesakes + shifted(workout)))
    }

    /// The stored workout that one of the file was before its name or its start was changed, there or here.
    mutating func renamed(_ file: ImportedWorkout) throws -> Standing {
        if let here = try take(closest(to: file.sets, of: moved(file))) { return .same(here) }
        let beside = try others(atMs: file.workout.startedMs).filter {
            $0.importID != nil && isFree($0)
        }
        if let here = try take(first(of: beside, with: file.sets)) { return .same(here) }
        if let here = try take(akin(file, beside)) { return .same(here) }
        if let here = try take(alike(file)) { return .same(here) }
        return try deleted(file).map(Standing.deleted) ?? .new
    }

    /// The moment at which a workout that is here lies, compared with that of the file.
    enum Place {
        case same
        /// It was moved in the other program.
        case moved
        /// A person has moved it here.
        case movedHere
        /// It was imported in another zone.
        case elsewhere
    }

    func place(of here: Workout, beside file: ImportedWorkout) throws -> Place {
        let apart = here.startedMs - file.workout.startedMs
        if apart == 0 { return .same }
        if shifts.contains(apart) { return .elsewhere }
        guard file.formerIDs.contains(here.id) else { return .moved }
        return try context.untouchedSince(here) == nil ? .movedHere : .elsewhere
    }

    private mutating func take(_ workout: Workout?) -> Workout? {
        if let workout { taken.insert(workout.id) }
        return workout
    }

    // MARK: Those that are here

    private func displaced(_ file: ImportedWorkout) throws -> Workout? {
        let startMs = file.workout.startedMs
        let near = try others(fromMs: startMs - Self.furthestMs, toMs: startMs + Self.furthestMs)
        let displaced = near.filter { other in
            let apart = other.startedMs - startMs
            // The same a day later is another one.
            return other.name == file.workout.name && other.importID != nil && isFree(other)
                && apart % Self.quarterMs == 0 && apart % Self.dayMs != 0
        }
        // Its id tells which of several it is, and else how far others of the file were displaced.
        let likeliest = displaced.filter { other in
            file.formerIDs.contains(other.id) || shifts.contains(other.startedMs - startMs)
        }
        return try first(of: likeliest + displaced, with: file.sets)
    }

    /// Those of its name that lie behind it as others of the file do, which were imported in another zone.
    private func shifted(_ workout: Workout) throws -> [Workout] {
        try shifts.sorted().flatMap { shift in
            try others(atMs: workout.startedMs + shift).filter {
                $0.name == workout.name && $0.importID != nil && isFree($0)
            }
        }
    }

    /// Those that came in with its start and name, whatever these are by now.
    private func moved(_ file: ImportedWorkout) throws -> [Workout] {
        try file.formerIDs.compactMap { id in
            try context.transaction.workout(id: id).flatMap { isOther($0) && isFree($0) ? $0 : nil }
        }
    }

    /// Imported workouts of its day that have no partner yet.
    private func onSameDay(_ workout: Workout) throws -> [Workout] {
        try others(fromMs: workout.startedMs - Self.dayMs, toMs: workout.startedMs + Self.dayMs)
            .filter { $0.importID != nil && $0.day == workout.day && isFree($0) }
    }

    /// The most similar one of its day, if most of the sets are the same: one that was moved or renamed, and
    /// perhaps changed besides, in the other program.
    private func alike(_ file: ImportedWorkout) throws -> Workout? {
        let sameDay = try onSameDay(file.workout)
        guard let closest = try closest(to: file.sets, of: sameDay),
            try difference(of: closest, to: file.sets).isSlight
        else { return nil }
        return closest
    }

    /// The most similar one of its very start that has one of its exercises: nobody begins two workouts at
    /// once.
    private func akin(_ file: ImportedWorkout, _ beside: [Workout]) throws -> Workout? {
        let exercises = Set(file.sets.map(\.exercise))
        let akin = try beside.filter { other in
            try context.transaction.sets(ofWorkout: other.id)
                .contains { exercises.contains($0.exercise) }
        }
        return try closest(to: file.sets, of: akin)
    }

    private mutating func deleted(_ file: ImportedWorkout) throws -> DeletedWorkout? {
        for id in file.formerIDs where !taken.contains(id) {
            guard let former = try context.deletedWorkout(id),
                let importID = former.workout.importID,
                try context.importEvent(importID, Transaction.importRemovals[1]) == nil
            else { continue }
            taken.insert(id)
            return former
        }
        return nil
    }

    /// Several may begin at one time, most of all where a file has no times of day.
    private func others(atMs startMs: Int64) throws -> [Workout] {
        try others(fromMs: startMs, toMs: startMs)
    }

    private func others(fromMs: Int64, toMs: Int64) throws -> [Workout] {
        try context.transaction.workouts(
            WorkoutQuery(span: TimeSpan(fromMs: fromMs, toMs: toMs + 1)), limit: 1000
        ).filter(isOther)
    }

    /// Whether it was here before this import, and isn't known to have the start of one of the file.
    private func isOther(_ workout: Workout) -> Bool {
        workout.importID != importID && !taken.contains(workout.id)
    }

    private func isFree(_ workout: Workout) -> Bool { !takenElsewhere.contains(workout.id) }

    // MARK: Sets

    private func first(of others: [Workout], with sets: [WorkoutSet]) throws -> Workout? {
        guard !others.isEmpty else { return nil }
        let contents = SetContent.all(of: sets)
        return try others.first { try self.contents($0, like: sets) == contents }
    }

    private func closest(to sets: [WorkoutSet], of others: [Workout]) throws -> Workout? {
        var best: (workout: Workout, count: Int)?
        for other in others {
            let count = try difference(of: other, to: sets).count
            if count < best?.count ?? .max { best = (other, count) }
        }
        return best?.workout
    }

    /// The difference of a stored workout to the sets of the file.
    func difference(of stored: Workout, to sets: [WorkoutSet]) throws -> SetDifference {
        SetDifference(from: try contents(stored, like: sets), to: SetContent.all(of: sets))
    }

    /// The contents of a stored workout. An exercise for which the file has no name is taken for the one in
    /// its place: its name may have changed.
    private func contents(_ stored: Workout, like sets: [WorkoutSet]) throws -> [SetContent] {
        let former = try context.transaction.sets(ofWorkout: stored.id)
        let (theirs, ours) = (SetContent.exercises(of: sets), SetContent.exercises(of: former))
        var called: [String: String] = [:]
        for (exercise, other) in zip(ours, theirs) where !named.contains(exercise) {
            called[exercise] = other
        }
        return SetContent.all(of: former, called: called)
    }
}

extension Context {
    /// The workout of this id that a person has deleted; `nil` for none.
    func deletedWorkout(_ id: String) throws -> SameWorkouts.DeletedWorkout? {
        guard try !transaction.has(Workout.self, id: id),
            let seq = try transaction.lastEvent(.workoutDeleted, subject: id),
            let former = try transaction.former(Workout.self, id: id, ofEvent: seq)
        else { return nil }
        return SameWorkouts.DeletedWorkout(workout: former, seq: seq)
    }
}
