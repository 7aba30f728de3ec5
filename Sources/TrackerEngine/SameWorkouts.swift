import TrackerCore
import TrackerStore

/// Finds the workouts of a file that are stored already: those with the same start, name and sets. Each
/// stored workout stands for at most one of the file.
struct SameWorkouts {
    /// The figures by which two sets are compared: what was done, but not the notes about it.
    private struct Content: Hashable {
        /// Index of the exercise within the workout, since its name may have changed.
        let exercise: Int
        let kind: WorkoutSet.Kind
        let reps: Int64?
        /// Micrograms of the load; a load of 0 counts as none.
        let micrograms: Int64?
        let loadMode: WorkoutSet.LoadMode
        let seconds: Double?
        let distanceM: Double?
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
    /// Whether none is looked for that was imported in another zone.
    private var isZoneTheSame: Bool
    /// The ids of those that are here, by whether they have the file's start.
    private var taken: Set<String> = []
    private var takenElsewhere: Set<String> = []
    /// Those of the file that others of their start and name are beside.
    private var crowded: [(line: Int, startMs: Int64, name: String)] = []

    init(_ importID: String, _ context: Context, isZoneTheSame: Bool) {
        self.importID = importID
        self.context = context
        self.isZoneTheSame = isZoneTheSame
    }

    /// One of its very start; else, as long as no workout of the file has one, one that was imported in
    /// another zone, where the same local time was another moment: another zone displaces all of a file alike.
    ///
    /// - Throws: `ZoneIsTheSame`.
    mutating func find(_ workout: Workout, _ sets: [WorkoutSet], line: Int) throws -> Workout? {
        let startMs = workout.startedMs
        let namesakes = try others(called: workout.name, fromMs: startMs, toMs: startMs)
        if let here = try first(of: namesakes, with: sets) {
            guard takenElsewhere.isEmpty else { throw ZoneIsTheSame() }
            isZoneTheSame = true
            taken.insert(here.id)
            return here
        }
        if !isZoneTheSame, let here = try displaced(workout, sets) {
            takenElsewhere.insert(here.id)
            return here
        }
        if !namesakes.isEmpty { crowded.append((line, startMs, workout.name)) }
        return nil
    }

    /// The lines of those that come in although others of their start and name are here, with other sets.
    ///
    /// Known once all of the file's have been looked for: the others may be some of those.
    func linesBesideNamesakes() throws -> [Int] {
        try crowded.filter { _, startMs, name in
            try others(called: name, fromMs: startMs, toMs: startMs).contains {
                !takenElsewhere.contains($0.id)
            }
        }.map(\.line)
    }

    private func displaced(_ workout: Workout, _ sets: [WorkoutSet]) throws -> Workout? {
        let startMs = workout.startedMs
        let near = try others(
            called: workout.name, fromMs: startMs - Self.furthestMs,
            toMs: startMs + Self.furthestMs)
        return try first(
            of: near.filter { other in
                let apart = other.startedMs - startMs
                // The same a day later is another one.
                return other.importID != nil && !takenElsewhere.contains(other.id)
                    && apart % Self.quarterMs == 0 && apart % Self.dayMs != 0
            }, with: sets)
    }

    /// Several may begin at one time, most of all where a file has no times of day.
    private func others(
        called name: String, fromMs: Int64, toMs: Int64
    ) throws -> [Workout] {
        try context.transaction.workouts(
            WorkoutQuery(span: TimeSpan(fromMs: fromMs, toMs: toMs + 1)), limit: 1000
        ).filter { other in
            other.name == name && other.importID != importID && !taken.contains(other.id)
        }
    }

    private func first(of others: [Workout], with sets: [WorkoutSet]) throws -> Workout? {
        guard !others.isEmpty else { return nil }
        let contents = Self.contents(sets)
        return try others.first { other in
            Self.contents(try context.transaction.sets(ofWorkout: other.id)) == contents
        }
    }

    private static func contents(_ sets: [WorkoutSet]) -> [Content] {
        var places: [String: Int] = [:]
        return sets.sorted { $0.position < $1.position }.map { set in
            let place = places[set.exercise] ?? places.count
            places[set.exercise] = place
            return Content(
                exercise: place, kind: set.fields.kind, reps: set.fields.reps,
                micrograms: set.fields.load?.micrograms, loadMode: set.fields.loadMode,
                seconds: set.fields.seconds, distanceM: set.fields.distanceM)
        }
    }
}
