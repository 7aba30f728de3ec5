import TrackerCore
import TrackerStore
import TrainingLogs

/// The workouts that are here or come with our own export, and their sets. Those that go on from another
/// set wait until all are known.
struct NativeSets {
    private struct Place: Equatable {
        let workout: String
        let exercise: String

        init(_ set: WorkoutSet) {
            workout = set.workout
            exercise = set.exercise
        }
    }

    private struct Room {
        let exercises: Set<String>
        var sets: Int
    }

    private let context: Context
    private var rooms: [String: Room] = [:]
    /// Of the sets that come in.
    private var places: [String: Place] = [:]
    /// By what they go on from.
    private var waiting: [String: [(line: Int, set: WorkoutSet)]] = [:]

    init(_ context: Context) { self.context = context }

    mutating func take(_ workout: Workout) {
        rooms[workout.id] = Room(exercises: Set(workout.exercises.map(\.exercise)), sets: 0)
    }

    /// - Returns: why it can't come in.
    mutating func misfit(_ set: WorkoutSet) throws -> String? {
        guard let room = try room(set.workout) else { return "its workout isn't here" }
        guard room.exercises.contains(set.exercise) else {
            return "its workout doesn't have its exercise"
        }
        guard room.sets < Workout.maximumSets else {
            return "its workout would have more than \(Workout.maximumSets) sets"
        }
        return nil
    }

    mutating func take(_ set: WorkoutSet) {
        places[set.id] = Place(set)
        rooms[set.workout]?.sets += 1
    }

    mutating func wait(_ set: WorkoutSet, for former: String, line: Int) {
        waiting[former, default: []].append((line, set))
    }

    /// Ends the waiting.
    ///
    /// - Returns: those that come in, and of the others the lines and why not.
    mutating func settle() throws -> (coming: [WorkoutSet], left: [(line: Int, reason: String)]) {
        var coming: [WorkoutSet] = []
        var left: [(line: Int, reason: String)] = []
        var formers: [(id: String, place: Place)] = []
        for id in waiting.keys.sorted() {
            if let place = try place(of: id) { formers.append((id, place)) }
        }
        while let former = formers.popLast() {
            for entry in waiting.removeValue(forKey: former.id) ?? [] {
                guard Place(entry.set) == former.place else {
                    left.append((entry.line, "the set that it goes on from is of another exercise"))
                    continue
                }
                if let reason = try misfit(entry.set) {
                    left.append((entry.line, reason))
                    continue
                }
                take(entry.set)
                coming.append(entry.set)
                formers.append((entry.set.id, former.place))
            }
        }
        left += waiting.values.joined().map { ($0.line, "the set that it goes on from isn't here") }
        waiting = [:]
        return (coming, left)
    }

    private mutating func room(_ id: String) throws -> Room? {
        if let room = rooms[id] { return room }
        guard let workout = try context.transaction.workout(id: id) else { return nil }
        let room = Room(
            exercises: Set(workout.exercises.map(\.exercise)),
            sets: try context.transaction.setCount(ofWorkout: id).count)
        rooms[id] = room
        return room
    }

    private func place(of id: String) throws -> Place? {
        try places[id] ?? context.transaction.set(id: id).map(Place.init)
    }
}
