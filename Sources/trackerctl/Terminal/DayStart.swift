import Glibc
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

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
    /// The date and time of a test, which moves its own clock; `nil` elsewhere.
    @TaskLocal static var given: ClockNotation.Now?

    /// The current date and time in the system's zone.
    static func local() -> ClockNotation.Now {
        if let given { return given }
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
