import Glibc
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

extension Style {
    /// The style for standard output, with the system's clock and calendar.
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

/// When the person's days begin.
enum DayStart {
    /// Minute of the day. Every reply includes it; only what is read before the first request, such as
    /// 'yesterday', has to ask. Without a daemon the command fails anyway.
    static var minute: Int {
        let told = ToldDay.last?.startsAt ?? asked
        return Int((try? told.map(Settings.dayStart)) ?? Settings.Fields().dayStartMinute)
    }

    private static let asked: String? = {
        let socket = LiveNames.socket(in: CommandLine.arguments + [""])
        guard let path = try? SocketPath.find(given: socket),
            let client = try? Client.connect(path: path, silenceMs: Delivery.usualSilenceMs)
        else { return nil }
        return try? client.call(SettingsGet()).dayStartsAt
    }()
}

extension ClockNotation.Now {
    /// The current date and time in the system's zone.
    static func local() -> ClockNotation.Now {
        var now = Glibc.time(nil)
        var parts = tm()
        localtime_r(&now, &parts)
        return ClockNotation.Now(
            date:
                "\(parts.tm_year + 1900)-\((parts.tm_mon + 1).twoDigits)-\(parts.tm_mday.twoDigits)",
            time: "\(parts.tm_hour.twoDigits):\(parts.tm_min.twoDigits)",
            dayStart: { DayStart.minute })
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
