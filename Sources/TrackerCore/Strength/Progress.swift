/// How an exercise went, workout by workout. Warm-ups are left out of everything, partial sets of what
/// they can't make a record of, too.
package struct Progress {
    /// What one workout came to.
    package struct Point: Sendable, Hashable {
        /// Its id.
        package let workout: String
        /// Of its first set of the exercise, UTC milliseconds.
        package let atMs: Int64
        /// Micrograms; only above 0.
        package fileprivate(set) var heaviest: Int64?
        /// The one with the best estimate of the 1RM.
        package fileprivate(set) var best: Lift?
        package fileprivate(set) var volume = Work()
        package fileprivate(set) var reps: Int64 = 0
        /// Seconds.
        package fileprivate(set) var longestHold: Double?
    }

    /// In the order of their first sets.
    package private(set) var points: [Point] = []
    private var places: [String: Int] = [:]

    /// - Parameter sets: of one exercise, in the order of their time.
    package init(of sets: [WorkoutSet]) {
        for set in sets where set.fields.kind != .warmup {
            let place = places[set.workout] ?? points.count
            if place == points.count {
                points.append(Point(workout: set.workout, atMs: set.atMs))
                places[set.workout] = place
            }
            points[place].add(set)
        }
    }
}

extension Progress.Point {
    fileprivate mutating func add(_ set: WorkoutSet) {
        reps += set.fields.reps ?? 0
        volume += Work(of: set)
        guard let candidate = RecordCandidate(set) else { return }
        if let heaviness = candidate.heaviness { heaviest = max(heaviest ?? 0, heaviness) }
        if let lift = candidate.lift, let score = lift.score, score > best?.score ?? 0 {
            best = lift
        }
        if let hold = candidate.hold { longestHold = max(longestHold ?? 0, hold) }
    }
}
