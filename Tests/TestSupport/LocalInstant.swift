import TrackerCore

extension LocalInstant {
    /// With the day that it has in UTC, from 04:00.
    package static func utc(_ ms: Int64) -> LocalInstant {
        var days = Days(zone: .utc, startMinute: 240)
        return days.local(ofMs: ms)
    }
}
