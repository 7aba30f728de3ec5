import TrackerCore
import TrackerStore

/// Which workouts of a file are here already: those with the same start, name and sets. Each that is here is
/// one of the file's at most.
struct SameWorkouts {
    /// What tells one set from another: what was done, and not what was said of it.
    private struct Content: Hashable {
        /// The place of its exercise among the workout's: what it is called may have changed since.
        let exercise: Int
        let kind: WorkoutSet.Kind
        let reps: Int64?
        /// Nothing weighs nothing in any unit.
        let micrograms: Int64?
        let loadMode: WorkoutSet.LoadMode
        let seconds: Double?
        let distanceM: Double?
    }

    /// As far apart as two zones can be, for files that name none.
    private static let furthestMs: Int64 = 26 * 3_600_000
    private static let quarterMs: Int64 = 900_000
    private static let dayMs: Int64 = 86_400_000

    private let importID: String
    private let context: Context
    /// By the lines of the file's.
    private var found: [Int: Workout] = [:]
    /// The ids of those that are here.
    private var taken: Set<String> = []

    init(_ importID: String, _ context: Context) {
        self.importID = importID
        self.context = context
    }

    /// Looks at those of its very start.
    mutating func compare(_ workout: Workout, _ sets: [WorkoutSet], line: Int) throws {
        let startMs = workout.startedMs
        let here = try match(workout, sets, fromMs: startMs, toMs: startMs + 1) { _ in true }
        guard let here else { return }
        found[line] = here
        taken.insert(here.id)
    }

    /// The one that `compare` has found; else one that was imported in another zone, where the same local
    /// time was another moment.
    mutating func find(_ workout: Workout, _ sets: [WorkoutSet], line: Int) throws -> Workout? {
        if let here = found[line] { return here }
        // Another zone displaces all of a file alike.
        guard found.isEmpty else { return nil }
        let startMs = workout.startedMs
        let here = try match(
            workout, sets, fromMs: startMs - Self.furthestMs, toMs: startMs + Self.furthestMs + 1
        ) { other in
            let apart = other.startedMs - startMs
            // The same a day later is another one.
            return other.importID != nil && apart % Self.quarterMs == 0 && apart % Self.dayMs != 0
        }
        if let here { taken.insert(here.id) }
        return here
    }

    /// Whether another one of its start and name is here, with other sets.
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
        // Several may begin at one time, most of all where a file has no times of day.
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
