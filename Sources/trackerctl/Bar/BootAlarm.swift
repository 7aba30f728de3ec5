import CLinux
import Glibc

/// A descriptor that becomes readable at a set time of the boot clock. That clock runs through suspend;
/// poll's own timeout doesn't.
final class BootAlarm {
    let descriptor: CInt
    /// The time that is set; `nil` for none.
    private var armedMs: Int64?

    init() throws {
        descriptor = clinuxBootAlarm()
        guard descriptor >= 0 else { throw Output.Failed(code: errno, action: "set an alarm") }
    }

    deinit { close(descriptor) }

    /// Sets the alarm, in milliseconds of the boot clock; `nil` for none. A time in the past goes off at
    /// once.
    func arm(atMs moment: Int64?) {
        guard moment != armedMs else { return }
        armedMs = moment
        // A time of 0 would mean none.
        _ = clinuxSetBootAlarm(descriptor, moment.map { max(1, $0) } ?? 0)
    }

    /// Resets the descriptor after the alarm.
    func clear() {
        var count: UInt64 = 0
        if read(descriptor, &count, 8) == 8 { armedMs = nil }
    }
}
