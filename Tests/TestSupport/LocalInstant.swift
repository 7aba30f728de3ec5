import TrackerCore

extension LocalInstant {
    /// An instant with its day in UTC, which begins at 04:00.
    package static func utc(_ ms: Int64) -> LocalInstant {
        var days = Days(zone: .utc, startMinute: 240)
        return days.local(ofMs: ms)
    }
}
