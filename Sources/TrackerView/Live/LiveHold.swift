import TrackerAPI
import TrackerCore

/// Figures of a hold, extrapolated from the daemon's status, in milliseconds: counted = max(0, elapsed −
/// adjustment), total = accumulated + counted, remaining = max(0, target − total).
package struct LiveHold {
    let elapsedMs: Int64
    let countedMs: Int64
    let totalMs: Int64
    let targetMs: Int64

    /// - Parameter passed: milliseconds since the daemon's status.
    package init(_ training: TrainingView, passed: Int64) {
        elapsedMs =
            Self.ms(training.live?.elapsed ?? 0) + (training.state == .paused ? 0 : passed)
        countedMs = max(0, elapsedMs - Self.ms(training.adjustment))
        totalMs = Self.ms(training.accumulated) + countedMs
        targetMs = Self.ms(training.target)
    }

    /// Whether the target is reached. From then on, a bail is refused.
    package var isReached: Bool { totalMs >= targetMs }

    /// Milliseconds left, rounded so that they and the displayed total in tenths add up to the target.
    package var leftMs: Int64 { isReached ? 0 : targetMs - totalMs / 100 * 100 }

    package static func ms(_ seconds: Double) -> Int64 { whole((seconds * 1000).rounded()) }

    /// The number as an integer within bounds, so that any value from a daemon can be shown.
    package static func whole(_ number: Double) -> Int64 {
        Int64(exactly: min(max(0, number), 1e12).rounded(.down)) ?? 0
    }
}
