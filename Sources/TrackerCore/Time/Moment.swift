/// One instant as the three clocks of the machine tell it.
///
/// It is always handed in, never read: `Core` has no clock. Spans between moments are counted on the
/// boot clock, which runs through suspend and ignores steps of the wall clock; only across a reboot,
/// where the boot clock starts anew, does the wall clock decide.
package struct Moment: Sendable, Hashable, Codable {
    /// Wall clock, UTC, in milliseconds since 1970.
    package var wallMs: Int64
    /// CLOCK_BOOTTIME in nanoseconds.
    package var bootNs: Int64
    /// CLOCK_MONOTONIC in nanoseconds: like the boot clock, but it stands still in suspend.
    package var awakeNs: Int64
    /// The kernel's boot id: `bootNs` and `awakeNs` compare only where it is the same.
    package var bootID: String

    package init(wallMs: Int64, bootNs: Int64, awakeNs: Int64, bootID: String) {
        self.wallMs = wallMs
        self.bootNs = bootNs
        self.awakeNs = awakeNs
        self.bootID = bootID
    }

    private enum CodingKeys: String, CodingKey {
        case wallMs = "wall_ms"
        case bootNs = "boot_ns"
        case awakeNs = "awake_ns"
        case bootID = "boot_id"
    }

    /// Whole milliseconds of real time since `earlier`, never negative.
    package func elapsedMs(since earlier: Moment) -> Int64 {
        guard bootID == earlier.bootID else { return max(0, wallMs - earlier.wallMs) }
        return max(0, (bootNs - earlier.bootNs) / nanosecondsPerMs)
    }

    /// Milliseconds that the machine was awake since `earlier`; after a reboot, all of them.
    package func awakeMs(since earlier: Moment) -> Int64 {
        guard bootID == earlier.bootID else { return elapsedMs(since: earlier) }
        return max(0, (awakeNs - earlier.awakeNs) / nanosecondsPerMs)
    }

    /// Whether the machine was suspended at any time since `earlier`, within one boot.
    ///
    /// The two clocks are read one after the other, so that a tenth of a second is left for that;
    /// no machine suspends and resumes within it.
    package func slept(since earlier: Moment) -> Bool {
        guard bootID == earlier.bootID else { return false }
        return (bootNs - awakeNs) - (earlier.bootNs - earlier.awakeNs) > 100 * nanosecondsPerMs
    }

    /// The same instant moved by a span on every clock.
    package func advanced(byMs span: Int64) -> Moment {
        Moment(
            wallMs: wallMs + span, bootNs: bootNs + span * nanosecondsPerMs,
            awakeNs: awakeNs + span * nanosecondsPerMs, bootID: bootID)
    }
}

package let nanosecondsPerMs: Int64 = 1_000_000
