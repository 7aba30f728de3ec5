import Glibc
import TrackerAPI
import TrackerClient
import TrackerCore

/// When the person's days begin.
enum DayStart {
    /// Minute of the day, as the last reply said; the usual one before the first.
    static var minute: Int {
        let told = try? ToldDay.last.map { try Settings.dayStart($0.startsAt) }
        return Int(told ?? Settings.Fields().dayStartMinute)
    }

    /// Date of the person's present day in the system's zone.
    static var today: String {
        var now = Glibc.time(nil)
        var parts = tm()
        localtime_r(&now, &parts)
        let local = CivilTime(
            year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday),
            hour: Int(parts.tm_hour), minute: Int(parts.tm_min))
        return Days.text(of: LocalNow(local, dayStartMinute: Int64(minute)).day)
    }
}
