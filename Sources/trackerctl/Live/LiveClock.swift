import Glibc
import TrackerView

/// A time on the clocks that the view uses.
struct LiveTime: Hashable {
    /// Milliseconds of the boot clock, which runs through suspend and is never set; the daemon uses it, too.
    let bootMs: Int64
    /// UTC milliseconds.
    let wallMs: Int64

    static func now() -> LiveTime {
        LiveTime(bootMs: ms(CLOCK_BOOTTIME), wallMs: ms(CLOCK_REALTIME))
    }

    private static func ms(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
