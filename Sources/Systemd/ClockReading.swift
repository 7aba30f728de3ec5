/// Readings of the machine's three clocks at one instant.
///
/// The clocks are read one after the other, up to a few microseconds apart.
package nonisolated struct ClockReading: Hashable, Sendable {
    /// CLOCK_REALTIME: milliseconds since 1970, UTC, rounded down.
    package let wallMs: Int64
    /// CLOCK_BOOTTIME: nanoseconds since the machine started, suspend included.
    package let bootNs: Int64
    /// CLOCK_MONOTONIC: nanoseconds since the machine started, without suspend.
    package let awakeNs: Int64

    package init(wallMs: Int64, bootNs: Int64, awakeNs: Int64) {
        self.wallMs = wallMs
        self.bootNs = bootNs
        self.awakeNs = awakeNs
    }
}
