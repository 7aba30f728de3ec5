extension Workout {
    /// Minimum time in milliseconds from one set to the next in a backdated workout, for the set itself and
    /// the way to the bar.
    package static let shortestStepMs: Int64 = 60_000

    /// Time of a set that is added to a backdated workout without a time, UTC milliseconds: the start of the
    /// workout for the first set; for later ones the last set's time plus the rest planned after it, at least
    /// a minute. It stays within the workout's day and isn't ahead of now, but it is never before the last
    /// set.
    ///
    /// - Parameters:
    ///   - last: the newest set of the workout; `nil` for none.
    ///   - restMs: the rest planned after `last`, in milliseconds.
    ///   - dayEndMs: the instant at which the workout's day ends, UTC milliseconds.
    package func nextSetMs(
        after last: WorkoutSet?, restMs: Int64, dayEndMs: Int64, at now: Moment
    ) -> Int64 {
        guard let last else { return startedMs }
        let next = last.atMs + max(restMs, Self.shortestStepMs)
        return max(last.atMs, min(next, dayEndMs - 1, now.wallMs))
    }
}
