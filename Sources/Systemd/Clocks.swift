import Glibc

/// The only place that reads the machine's clocks.
package nonisolated enum Clocks {
    /// Reads all three clocks without a system call, from memory that the kernel shares.
    package static func read() -> ClockReading {
        // The awake clock is read first, so that the time between the readings doesn't look like suspend.
        let awake = nanoseconds(of: CLOCK_MONOTONIC)
        let boot = nanoseconds(of: CLOCK_BOOTTIME)
        var wall = timespec()
        clock_gettime(CLOCK_REALTIME, &wall)
        let wallMs = Int64(wall.tv_sec) * 1000 + Int64(wall.tv_nsec) / 1_000_000
        return ClockReading(wallMs: wallMs, bootNs: boot, awakeNs: awake)
    }

    /// The kernel's id of this boot, 32 lower-case hex digits, read once.
    ///
    /// If the id can't be read, one is made up for this process, so that every start counts as a new boot and
    /// the wall clock decides how much time has elapsed between them.
    package static let bootID: String = readBootID() ?? madeUpID()

    private static func nanoseconds(of clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    private static func readBootID() -> String? {
        let file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = Glibc.read(file, &bytes, bytes.count)
        guard count > 0 else { return nil }
        let digits = String(decoding: bytes[..<count], as: UTF8.self).filter(\.isHexDigit)
        return digits.count == 32 ? digits : nil
    }

    private static func madeUpID() -> String {
        (0..<4).map { _ in
            let part = String(UInt32.random(in: 0...UInt32.max), radix: 16)
            return String(repeating: "0", count: 8 - part.count) + part
        }.joined()
    }
}
