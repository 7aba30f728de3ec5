import TrackerAPI

/// The way through the open workout: the next set, as the daemon tells it, and the exercise that the person
/// has moved to.
package struct LivePlan: Sendable {
    /// Id of the exercise that the person has moved to, until a set is logged; `nil` for that of the next set.
    package private(set) var exercise: String?
    /// The next set, of that exercise if there is one; `nil` until the daemon has told.
    package private(set) var next: SetNext.Response?
    private var workout: String?
    private var known: [String] = []
    private var isDue = false

    package init() {}

    /// Takes in the workout as it is now. An exercise that was added is the one that is meant.
    ///
    /// - Parameter workout: the open one; `nil` for none.
    package mutating func read(_ workout: WorkoutView?) {
        guard let workout else {
            self = LivePlan()
            return
        }
        let exercises = workout.exercises.map(\.exercise)
        if workout.id == self.workout {
            let added = exercises.filter { !known.contains($0) }
            if added.count == 1, workout.newestSet?.exercise != added[0] { exercise = added[0] }
        } else {
            self = LivePlan()
        }
        if let exercise, !exercises.contains(exercise) { self.exercise = nil }
        (self.workout, known, isDue) = (workout.id, exercises, true)
    }

    /// Takes in that a set was logged, of whatever exercise: from there it goes on.
    package mutating func goOn() { exercise = nil }

    /// Moves to the next exercise of the workout, or the one before.
    ///
    /// - Parameter step: 1 or -1.
    package mutating func move(by step: Int, in workout: WorkoutView) {
        // An exercise that stands in the workout twice is one place: the daemon knows whose turn it is.
        let exercises = workout.exercises.map(\.exercise).uniqued
        guard let present = LiveWorkout(workout, self)?.part.exercise,
            let place = exercises.firstIndex(of: present)
        else { return }
        exercise = exercises[(place + step + exercises.count) % exercises.count]
        (next, isDue) = (nil, true)
    }

    /// The request for the next set where it has to be asked for; the call resets that.
    package mutating func takeRequest() -> SetNext? {
        guard isDue, let workout else { return nil }
        isDue = false
        return SetNext(workout: workout, exercise: exercise)
    }

    /// - Parameter next: `nil` where the daemon didn't tell.
    package mutating func take(_ next: SetNext.Response?) { self.next = next }
}

extension [String] {
    /// Each text once, in the order of their first places.
    fileprivate var uniqued: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}
