extension Workout {
    /// Least time from one set to the next in a backdated workout: a set takes some of it, and the way to the
    /// bar the rest.
    package static let shortestStepMs: Int64 = 60_000

    /// The time of a set that is added to a backdated workout without one: the start for the first set, later
    /// the last set's time and the rest that is planned after that, a minute at least. It stays within the
    /// workout's day and doesn't lie ahead, but isn't before the last set either.
    ///
    /// - Parameters:
    ///   - last: the newest set of the workout; `nil` for none.
    ///   - restMs: the rest planned after it, in milliseconds.
    ///   - dayEndMs: the instant at which the workout's day ends, UTC milliseconds.
    /// - Returns: UTC milliseconds.
    package func nextSetMs(
        after last: WorkoutSet?, restMs: Int64, dayEndMs: Int64, at now: Moment
    ) -> Int64 {
        guard let last else { return startedMs }
        let next = last.atMs + max(restMs, Self.shortestStepMs)
        return max(last.atMs, min(next, dayEndMs - 1, now.wallMs))
    }
}
