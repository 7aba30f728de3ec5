/// Progress of an exercise, workout by workout. Warm-up sets aren't counted. Partial sets count for volume
/// and reps, but not for the figures that make records.
package struct ExercisePoints {
    /// Figures of one workout.
    package struct Point: Sendable, Hashable {
        /// Id of the workout.
        package let workout: String
        /// Time of the workout's first set of the exercise, UTC milliseconds.
        package let atMs: Int64
        /// Heaviest load in micrograms, above 0; `nil` for none.
        package fileprivate(set) var heaviest: Int64?
        /// The lift with the best 1RM; `nil` for none.
        package fileprivate(set) var best: Lift?
        package fileprivate(set) var volume = Work()
        package fileprivate(set) var reps: Int64 = 0
        /// Whether a set counts without body weight, which wasn't known.
        package fileprivate(set) var lacksBody = false
        /// Seconds of the longest hold; `nil` for none.
        package fileprivate(set) var longestHold: Double?
    }

    /// Points in the order of the workouts' first sets.
    package private(set) var points: [Point] = []
    private var places: [String: Int] = [:]

    /// - Parameters:
    ///   - sets: sets of one exercise, in the order of their time.
    ///   - bodies: body weights at the times of the sets.
    ///   - isPair: whether the exercise's weights come in pairs.
    package init(
        of sets: [WorkoutSet], _ bodies: BodyWeights = BodyWeights(), isPair: Bool = false
    ) {
        for set in sets where set.fields.kind != .warmup {
            let place = places[set.workout] ?? points.count
            if place == points.count {
                points.append(Point(workout: set.workout, atMs: set.atMs))
                places[set.workout] = place
            }
            points[place].add(set, body: bodies.weight(atMs: set.atMs), isPair: isPair)
        }
    }
}

extension ExercisePoints.Point {
    fileprivate mutating func add(_ set: WorkoutSet, body: Load?, isPair: Bool) {
        reps += set.fields.reps ?? 0
        volume += Work(of: set, body: body, isPair: isPair)
        if set.lacks(body) { lacksBody = true }
        guard let candidate = RecordCandidate(set, body: body, isPair: isPair) else { return }
        if let heaviness = candidate.heaviness { heaviest = max(heaviest ?? 0, heaviness) }
        if let lift = candidate.lift, lift.score > best?.score ?? 0 {
            best = lift
        }
        if let hold = candidate.hold { longestHold = max(longestHold ?? 0, hold) }
    }
}
