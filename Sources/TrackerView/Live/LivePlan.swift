import TrackerAPI

/// Plan of the open workout: the next set as the daemon reports it, and the exercise that the person has
/// moved to.
package struct LivePlan: Sendable {
    /// Id of the exercise that the person has moved to, until a set is logged; `nil` for the exercise of the
    /// next set.
    package private(set) var exercise: String?
    /// Next set, of that exercise if there is one; `nil` until the daemon has replied.
    package private(set) var next: SetNext.Response?
    private var workout: String?
    private var known: [String] = []
    private var isDue = false

    package init() {}

    /// Updates the plan from the workout. An exercise that was just added becomes the current one.
    ///
    /// - Parameter workout: the open workout; `nil` for none.
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

    /// Returns to the daemon's next set after any set is logged.
    package mutating func goOn() { exercise = nil }

    /// Moves to the next or previous exercise of the workout.
    ///
    /// - Parameter step: 1 for the next exercise, -1 for the previous one.
    package mutating func move(by step: Int, in workout: WorkoutView) {
        // An exercise that is in the workout twice has one place: the daemon knows which block comes next.
        let exercises = workout.exercises.map(\.exercise).uniqued
        guard let present = LiveWorkout(workout, self)?.part.exercise,
            let place = exercises.firstIndex(of: present)
        else { return }
        exercise = exercises[(place + step + exercises.count) % exercises.count]
        (next, isDue) = (nil, true)
    }

    /// Request for the next set, if one is needed. It is returned only once.
    package mutating func takeRequest() -> SetNext? {
        guard isDue, let workout else { return nil }
        isDue = false
        return SetNext(workout: workout, exercise: exercise)
    }

    /// - Parameter next: `nil` if the daemon didn't reply.
    package mutating func take(_ next: SetNext.Response?) { self.next = next }
}

extension [String] {
    /// The texts without repetitions, in order of first appearance.
    fileprivate var uniqued: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}
