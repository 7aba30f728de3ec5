import CLinux
import Glibc

/// A descriptor that becomes readable at a moment of the boot clock, which runs through suspend: poll's own
/// timeout stands still meanwhile.
final class BootAlarm {
    let descriptor: CInt
    /// The moment that is set; `nil` for none.
    private var armedMs: Int64?

    init() throws {
        descriptor = clinuxBootAlarm()
        guard descriptor >= 0 else { throw Output.Failed(code: errno, action: "set an alarm") }
    }

    deinit { close(descriptor) }

    /// Sets the moment in milliseconds of the boot clock; `nil` for none. One that has passed comes at once.
    func arm(atMs moment: Int64?) {
        guard moment != armedMs else { return }
        armedMs = moment
        // A moment of 0 would be none.
        _ = clinuxSetBootAlarm(descriptor, moment.map { max(1, $0) } ?? 0)
    }

    /// Takes note that the moment has come.
    func clear() {
        var count: UInt64 = 0
        if read(descriptor, &count, 8) == 8 { armedMs = nil }
    }
}
