import Glibc
import TrackerView

extension Style {
    /// The style for standard output, by the system's clock and calendar.
    static func ofOutput(isColored: Bool) -> Style {
        Style(
            isColored: isColored, today: localDate, sheet: Sheet.ofOutput, nowMs: wallMs)
    }

    @Sendable private static func wallMs() -> Int64 {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
    }

    @Sendable private static func localDate() -> String {
        var now = Glibc.time(nil)
        var parts = tm()
        localtime_r(&now, &parts)
        let month = parts.tm_mon + 1
        return "\(parts.tm_year + 1900)-\(month < 10 ? "0" : "")\(month)"
            + "-\(parts.tm_mday < 10 ? "0" : "")\(parts.tm_mday)"
    }
}

extension Sheet {
    /// The terminal of standard output; `nil` where that isn't a terminal, so that nothing is drawn.
    @Sendable static func ofOutput() -> Sheet? {
        guard isatty(STDOUT_FILENO) == 1 else { return nil }
        let size = WindowSize.of(STDOUT_FILENO)
        return Sheet(columns: size.columns, rows: size.rows, isUTF8: Terminal.isUTF8)
    }
}
