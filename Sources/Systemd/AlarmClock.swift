import Glibc

/// Clock of an alarm's deadline.
package nonisolated enum AlarmClock: Sendable {
    /// CLOCK_BOOTTIME: runs through suspend and ignores steps of the wall clock.
    case boot
    /// CLOCK_REALTIME: time of day since 1970, UTC. A step of the clock moves the alarm with it.
    case wall
    /// CLOCK_MONOTONIC: like `boot`, but stands still during suspend.
    case awake

    var id: clockid_t {
        switch self {
        case .boot: CLOCK_BOOTTIME
        case .wall: CLOCK_REALTIME
        case .awake: CLOCK_MONOTONIC
        }
    }
}
