import Systemd
import TrackerCore

/// The days of the year, and what kind of day each is.
struct Year {
    enum Kind {
        case work, weekend, holiday, flu, journey
    }

    let days: Int64
    let endMs: Int64

    /// The first day, in days since 1970.
    var first: Int64 { endMs / dayMs - days }
    var last: Int64 { endMs / dayMs }

    /// 0 for Monday to 6 for Sunday.
    static func weekday(_ day: Int64) -> Int64 { (day + 3) % 7 }

    func kind(of day: Int64) -> Kind {
        let week = week(of: day)
        if week == flu { return .flu }
        if week == holiday || week == holiday + 1 { return .holiday }
        if Self.weekday(day) >= 5 { return .weekend }
        return week == journey ? .journey : .work
    }

    /// The first day of the two weeks of holiday.
    func beginsHoliday(_ day: Int64) -> Bool {
        week(of: day) == holiday && week(of: day - 1) < holiday
    }

    /// The first day after the kind of days that a day belongs to; nil after the last one.
    func firstDay(after day: Int64) -> Int64? {
        (day...last).first { kind(of: $0) != kind(of: day) }
    }

    /// Share of the year that is over, from 0 to 1.
    func progress(at day: Int64) -> Double { Double(day - first) / Double(days) }

    /// The Monday-to-Sunday week that a day lies in, from 0.
    private func week(of day: Int64) -> Int64 { (day + 3) / 7 - (first + 3) / 7 }

    private var weeks: Double { Double(days) / 7 }
    private var journey: Int64 { Int64(weeks * 0.3) }
    private var holiday: Int64 { Int64(weeks * 0.55) }
    private var flu: Int64 { Int64(weeks * 0.76) }
}

let hourMs: Int64 = 3_600_000
let dayMs: Int64 = 86_400_000

/// The machine's own zone, and Tokyo's during a journey.
final class HomeAndAway: @unchecked Sendable {
    private nonisolated static let away = Zone(name: { "Asia/Tokyo" }) { _ in 9 * 3600 }
    private nonisolated static let home = Zone(name: { LocalZone.name }) {
        LocalZone.offsetSeconds(atUnixSeconds: $0)
    }
    /// Whether the person is on a journey. One thread uses this object.
    nonisolated(unsafe) var isAway = false

    var zone: Zone {
        Zone(
            name: { self.present.name },
            named: { name in [Self.home, Self.away].first { $0.name == name } },
            offsetSeconds: { self.present.offsetSeconds($0) })
    }

    private nonisolated var present: Zone { isAway ? Self.away : Self.home }

    /// The moment at which the person's clock shows a time of a day, UTC milliseconds.
    func ms(ofDay day: Int64, hour: Double) -> Int64 {
        let local = day * dayMs + Int64(hour * Double(hourMs))
        return local - Int64(present.offsetSeconds(local / 1000)) * 1000
    }

    /// The hour that the person's clock shows at a moment.
    func hour(atMs wallMs: Int64) -> Int { present.civilTime(atMs: wallMs).hour }
}
