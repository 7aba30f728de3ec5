import Glibc
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

extension Style {
    /// The style for standard output, with the system's clock and calendar.
    static func ofOutput(isColored: Bool) -> Style {
        Style(
            isColored: isColored, today: { DayStart.today }, dayStart: { DayStart.minute },
            sheet: Sheet.ofOutput, nowMs: wallMs)
    }

    @Sendable private static func wallMs() -> Int64 {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
    }
}

extension Sheet {
    /// Width of the terminal on a descriptor, in columns; `nil` if there is none.
    static func columns(of descriptor: CInt) -> Int? {
        isatty(descriptor) == 1 ? WindowSize.of(descriptor).columns : nil
    }

    /// The terminal on standard output; `nil` if that isn't a terminal, so that nothing is drawn.
    @Sendable static func ofOutput() -> Sheet? {
        guard isatty(STDOUT_FILENO) == 1 else { return nil }
        let size = WindowSize.of(STDOUT_FILENO)
        return Sheet(columns: size.columns, rows: size.rows, isUTF8: Terminal.isUTF8)
    }
}
