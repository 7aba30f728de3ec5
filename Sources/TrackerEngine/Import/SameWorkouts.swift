import TrackerCore
import TrackerStore

/// Finds the workouts of a file that are stored already: with the same start, name and sets, or changed
/// since, in the other program or here. Each stored workout is matched with at most one of the file.
struct SameWorkouts {
    enum Match {
        /// Stored with the same sets; the name may differ.
        case same(Workout)
        /// Perhaps stored with other sets: `former` decides, once all workouts of the file are known.
        case undecided
        /// Deleted by the person.
        case deleted(DeletedWorkout)
        case new
    }

    struct DeletedWorkout {
        let workout: Workout
        /// Number of the event that deleted it.
        let seq: Int64
    }

    /// The largest distance between two zones in milliseconds: the same local time may be so far apart.
    private static let furthestMs: Int64 = 26 * 3_600_000

    private let importID: String
    var context: Context
    /// Ids of the exercises that the names of the file stand for.
    private let named: Set<String>
    /// True if the starts of the file have times of day. Where they have none, another file's workout of the same start
    /// and name is another one if it shares no exercise, as where each exercise has a file of its own.
    private let hasTimes: Bool
    /// Ids of the stored workouts that are matched.
    private var matched: Set<String> = []

    init(_ importID: String, _ context: Context, named: Set<String>, hasTimes: Bool) {
        self.importID = importID
        self.context = context
        self.named = named
        self.hasTimes = hasTimes
    }

    /// Matches a workout of the file with a stored one of the same local start, name and sets.
    mutating func find(_ file: ImportedWorkout) throws -> Match {
        let near = try near(file)
        let beside = Self.beside(file, near)
        if let here = try match(
            first(of: beside.filter { $0.name == file.workout.name }, with: file.sets))
        {
            return .same(here)
        }
        let mayBeHere =
            try !beside.isEmpty || !Self.onSameDay(file, near).isEmpty || !moved(file).isEmpty
        if mayBeHere { return .undecided }
        return try deleted(file).map(Match.deleted) ?? .new
    }

    /// Stored workout that has become this one of the file, with other sets: the most similar one of the same
    /// start and name; `nil` for none.
    mutating func former(of file: ImportedWorkout) throws -> Workout? {
        let namesakes = try Self.beside(file, near(file)).filter { $0.name == file.workout.name }
        return try match(closest(to: file.sets, of: likely(namesakes, for: file)))
    }

    /// Stored workout that has become this one of the file by another name or start, in the other program or
    /// here.
    mutating func renamed(_ file: ImportedWorkout) throws -> Match {
        let moved = try likely(moved(file), for: file)
        if let here = try match(closest(to: file.sets, of: moved)) { return .same(here) }
        let near = try near(file)
        let beside = Self.beside(file, near).filter { $0.importID != nil }
        if let here = try match(first(of: beside, with: file.sets)) { return .same(here) }
        if let here = try match(closestSharingExercise(file, beside)) { return .same(here) }
        if let here = try match(closestOnSameDay(file, near)) { return .same(here) }
        return try deleted(file).map(Match.deleted) ?? .new
    }

    /// Start of a stored workout, compared with that of the file's workout.
    enum Place {
        case same
        /// The local start is the same, but was that of another zone when it was imported.
        case elsewhere
        /// It was moved in the other program.
        case moved
        /// A person has moved it here.
        case movedHere
    }

    func place(of here: Workout, beside file: ImportedWorkout) throws -> Place {
        if here.startedMs == file.workout.startedMs { return .same }
        if here.localStartMs == file.workout.localStartMs { return .elsewhere }
        guard file.formerIDs.contains(here.id) else { return .moved }
        return try context.untouchedSince(here) == nil ? .movedHere : .moved
    }

    private mutating func match(_ workout: Workout?) -> Workout? {
        if let workout { matched.insert(workout.id) }
        return workout
    }

    // MARK: Stored workouts

    /// Stored workouts that aren't matched yet and began within a day, in whatever zone.
    private func near(_ file: ImportedWorkout) throws -> [Workout] {
        let startMs = file.workout.startedMs
        let span = TimeSpan(fromMs: startMs - Self.furthestMs, toMs: startMs + Self.furthestMs + 1)
        return try context.transaction.workouts(WorkoutQuery(span: span), limit: 1000)
            .filter(isFree)
    }

    /// Workouts with exactly this local start; there may be several, above all where a file has no times of
    /// day.
    private static func beside(_ file: ImportedWorkout, _ near: [Workout]) -> [Workout] {
        near.filter { $0.localStartMs == file.workout.localStartMs }
    }

    /// Imported workouts of the same day.
    private static func onSameDay(_ file: ImportedWorkout, _ near: [Workout]) -> [Workout] {
        near.filter { $0.importID != nil && $0.day.number == file.workout.day.number }
    }

    /// Stored workouts that were imported with the same start and name, even if either has changed since.
    private func moved(_ file: ImportedWorkout) throws -> [Workout] {
        try file.formerIDs.compactMap { id in
            try context.transaction.workout(id: id).flatMap { isFree($0) ? $0 : nil }
        }
    }

    /// The most similar stored workout of the same day, if at least half of the sets are the same: it was
    /// moved or renamed, and perhaps changed otherwise, in the other program.
    private func closestOnSameDay(_ file: ImportedWorkout, _ near: [Workout]) throws -> Workout? {
        guard let closest = try closest(to: file.sets, of: Self.onSameDay(file, near)),
            try difference(of: closest, to: file.sets).isSlight
        else { return nil }
        return closest
    }

    /// The most similar stored workout of exactly the same start that shares an exercise: nobody begins two
    /// workouts at once.
    private func closestSharingExercise(_ file: ImportedWorkout, _ beside: [Workout]) throws
        -> Workout?
    {
        try closest(to: file.sets, of: sharingExercise(beside, with: file))
    }

    /// Those of the workouts of the same start and name that may be the file's.
    private func likely(_ workouts: [Workout], for file: ImportedWorkout) throws -> [Workout] {
        try hasTimes ? workouts : sharingExercise(workouts, with: file)
    }

    private func sharingExercise(
        _ workouts: [Workout], with file: ImportedWorkout
    ) throws -> [Workout] {
        let exercises = Set(file.sets.map(\.exercise))
        return try workouts.filter { other in
            try context.transaction.sets(ofWorkout: other.id)
                .contains { exercises.contains($0.exercise) }
        }
    }

    private mutating func deleted(_ file: ImportedWorkout) throws -> DeletedWorkout? {
        for id in file.formerIDs where !matched.contains(id) {
            guard let former = try context.deletedWorkout(id),
                let importID = former.workout.importID,
                try context.importEvent(importID, Transaction.importRemovals[1]) == nil
            else { continue }
            matched.insert(id)
            return former
        }
        return nil
    }

    /// True where a workout was here before this import, and isn't matched yet.
    private func isFree(_ workout: Workout) -> Bool {
        workout.importID != importID && !matched.contains(workout.id)
    }

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

    /// Difference between a stored workout and the sets of the file.
    func difference(of stored: Workout, to sets: [WorkoutSet]) throws -> SetDifference {
        SetDifference(from: try contents(stored, like: sets), to: SetContent.all(of: sets))
    }

    /// Contents of a stored workout. An exercise that no name in the file stands for is compared as the
    /// file's exercise in its place, since its name may have changed.
    private func contents(_ stored: Workout, like sets: [WorkoutSet]) throws -> [SetContent] {
        let former = try context.transaction.sets(ofWorkout: stored.id)
        let (theirs, ours) = (SetContent.exercises(of: sets), SetContent.exercises(of: former))
        var called: [String: String] = [:]
        // Without times of day, the same sets of another exercise may be those of another file.
        for (exercise, other) in zip(ours, theirs) where hasTimes && !named.contains(exercise) {
            called[exercise] = other
        }
        return SetContent.all(of: former, called: called)
    }
}

extension Workout {
    /// The start by the clock of the place where it was entered or imported, in milliseconds as if that clock
    /// showed UTC.
    fileprivate var localStartMs: Int64 { startedMs + Int64(day.offsetS) * 1000 }
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
