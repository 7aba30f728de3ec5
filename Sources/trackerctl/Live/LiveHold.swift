import TrackerAPI

/// The figures of a hold as they go on between the daemon's words, in milliseconds. Counted =
/// max(0, elapsed - adjustment), total = accumulated + counted, remaining = max(0, target - total).
struct LiveHold {
    let elapsedMs: Int64
    let countedMs: Int64
    let totalMs: Int64
    let targetMs: Int64

    /// - Parameter passed: since the daemon said this.
    init(_ training: TrainingView, passed: Int64) {
        elapsedMs =
            Self.ms(training.live?.elapsed ?? 0) + (training.state == "paused" ? 0 : passed)
        countedMs = max(0, elapsedMs - Self.ms(training.adjustment))
        totalMs = Self.ms(training.accumulated) + countedMs
        targetMs = Self.ms(training.target)
    }

    /// Then a bail is refused.
    var isReached: Bool { totalMs >= targetMs }

    /// What is left beside the total as it is shown, in tenths: the two add up.
    var leftMs: Int64 { isReached ? 0 : targetMs - totalMs / 100 * 100 }

    static func ms(_ seconds: Double) -> Int64 { whole((seconds * 1000).rounded()) }

    /// Whatever a daemon says, it can be shown.
    static func whole(_ number: Double) -> Int64 {
        Int64(exactly: min(max(0, number), 1e12).rounded(.down)) ?? 0
    }
}
