import Glibc

/// The place where the person is. Rules that don't have to be real ones are made up.
package enum Place: String, CaseIterable, Sendable {
    case utc, west, india, summerTime, halfHourSummer

    /// The system's name for the zone.
    package var name: String { "Simulated/\(self)" }

    package func offsetSeconds(_ unixSeconds: Int64) -> Int {
        switch self {
        case .utc: return 0
        case .west: return -8 * 3600
        case .india: return 19_800
        case .summerTime: return Self.isSummer(unixSeconds) ? 7200 : 3600
        case .halfHourSummer: return Self.isSummer(unixSeconds) ? 39_600 : 37_800
        }
    }

    private static func isSummer(_ unixSeconds: Int64) -> Bool {
        let time = Self.broken(unixSeconds)
        return (87...300).contains(time.tm_yday)
    }

    private static func broken(_ unixSeconds: Int64) -> tm {
        var seconds = time_t(unixSeconds)
        var time = tm()
        gmtime_r(&seconds, &time)
        return time
    }

    /// RFC 3339 with milliseconds and the local offset.
    package func text(_ wallMs: Int64) -> String {
        let seconds = wallMs / 1000
        let offset = offsetSeconds(seconds)
        let minutes = abs(offset) / 60
        let zone = "\(Self.digits(minutes / 60, 2)):\(Self.digits(minutes % 60, 2))"
        let clock = Self.broken(seconds + Int64(offset))
        let time = [clock.tm_hour, clock.tm_min, clock.tm_sec]
            .map { Self.digits(Int($0), 2) }.joined(separator: ":")
        let ms = Self.digits(Int(wallMs % 1000), 3)
        return "\(date(wallMs))T\(time).\(ms)\(offset < 0 ? "-" : "+")\(zone)"
    }

    /// The local date.
    package func date(_ wallMs: Int64) -> String {
        let seconds = wallMs / 1000
        let clock = Self.broken(seconds + Int64(offsetSeconds(seconds)))
        let parts = [Int(clock.tm_year) + 1900, Int(clock.tm_mon) + 1, Int(clock.tm_mday)]
        return zip(parts, [4, 2, 2]).map(Self.digits).joined(separator: "-")
    }

    private static func digits(_ value: Int, _ width: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }
}
