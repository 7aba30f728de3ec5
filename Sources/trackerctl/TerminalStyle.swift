import Glibc
import TrackerAPI
import TrackerCore
import TrackerView

extension Style {
    /// The style for standard output, by the system's clock and calendar.
    static func ofOutput(isColored: Bool) -> Style {
        Style(
            isColored: isColored, today: { ClockNotation.Now.local().day },
            dayStart: { DayStart.minute }, sheet: Sheet.ofOutput, nowMs: wallMs)
    }

    @Sendable private static func wallMs() -> Int64 {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
    }
}

/// The start of the person's days.
enum DayStart {
    /// The minute of the clock, as the daemon counts days; asked for once, where it matters. Without a reply,
    /// as days begin where nobody has set that.
    static let minute: Int = {
        let settings = LiveNames.ask(SettingsGet(), CommandLine.arguments + [""])
        let set = settings.flatMap { try? Settings.dayStart($0.dayStartsAt) }
        return Int(set ?? Settings.Fields().dayStartMinute)
    }()
}

extension ClockNotation.Now {
    /// The present date and time of the system's zone.
    static func local() -> ClockNotation.Now {
        var now = Glibc.time(nil)
        var parts = tm()
        localtime_r(&now, &parts)
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return ClockNotation.Now(
            date: "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))",
            time: "\(two(parts.tm_hour)):\(two(parts.tm_min))", dayStart: { DayStart.minute })
    }
}

extension Sheet {
    /// The width of the terminal behind a descriptor; `nil` where there is none.
    static func columns(of descriptor: CInt) -> Int? {
        isatty(descriptor) == 1 ? WindowSize.of(descriptor).columns : nil
    }

    /// The terminal of standard output; `nil` where that isn't a terminal, so that nothing is drawn.
    @Sendable static func ofOutput() -> Sheet? {
        guard isatty(STDOUT_FILENO) == 1 else { return nil }
        let size = WindowSize.of(STDOUT_FILENO)
        return Sheet(columns: size.columns, rows: size.rows, isUTF8: Terminal.isUTF8)
    }
}
