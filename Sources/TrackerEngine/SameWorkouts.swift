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

    private let importID: String
    private let context: Context
    /// Stored workouts by the line of the file's workout.
    private var found: [Int: Workout] = [:]
    /// Ids of stored workouts that were found for one of the file.
    private var taken: Set<String> = []

    init(_ importID: String, _ context: Context) {
        self.importID = importID
        self.context = context
    }

    /// Compares a workout with the stored ones of exactly its start.
    mutating func compare(_ workout: Workout, _ sets: [WorkoutSet], line: Int) throws {
        let startMs = workout.startedMs
        let here = try match(workout, sets, fromMs: startMs, toMs: startMs + 1) { _ in true }
        guard let here else { return }
        found[line] = here
        taken.insert(here.id)
    }

    /// The stored workout that `compare` has found, else one that was imported in another zone, where the
    /// same local time was another moment; `nil` for none.
    mutating func find(_ workout: Workout, _ sets: [WorkoutSet], line: Int) throws -> Workout? {
        if let here = found[line] { return here }
        // Another zone shifts all workouts of a file alike, so none of them is found at its exact start.
        guard found.isEmpty else { return nil }
        let startMs = workout.startedMs
        let here = try match(
            workout, sets, fromMs: startMs - Self.furthestMs, toMs: startMs + Self.furthestMs + 1
        ) { other in
            let apart = other.startedMs - startMs
            // An equal workout on another day at the same time is a different workout.
            return other.importID != nil && apart % Self.quarterMs == 0 && apart % Self.dayMs != 0
        }
        if let here { taken.insert(here.id) }
        return here
    }

    /// Whether a workout with this start and name, but other sets, is stored.
    func hasNamesake(of workout: Workout) throws -> Bool {
        let startMs = workout.startedMs
        return try context.transaction.workouts(
            WorkoutQuery(span: TimeSpan(fromMs: startMs, toMs: startMs + 1)), limit: 1000
        ).contains { other in
            other.name == workout.name && other.importID != importID && !taken.contains(other.id)
        }
    }

    private func match(
        _ workout: Workout, _ sets: [WorkoutSet], fromMs: Int64, toMs: Int64,
        where mayBe: (Workout) -> Bool
    ) throws -> Workout? {
        // Several workouts may begin at one time, most of all where a file has no times of day.
        let others = try context.transaction.workouts(
            WorkoutQuery(span: TimeSpan(fromMs: fromMs, toMs: toMs)), limit: 1000
        ).filter { other in
            other.name == workout.name && other.importID != importID && !taken.contains(other.id)
                && mayBe(other)
        }
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
