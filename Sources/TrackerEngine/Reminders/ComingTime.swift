import TrackerAPI
import TrackerCore

extension Context {
    /// Limit on the time of a reminder for once: ten years ahead, in milliseconds.
    private static let furthestOnceMs: Int64 = 3653 * 86_400_000

    /// Copy of a schedule in which `once` is a date with a time. A duration counts from now, and its moment
    /// doesn't follow the person's zone; a time of day is the next one.
    ///
    /// - Throws: `Rejection` for a time in the past or one that can't be read.
    func resolvingOnce(_ given: Schedule.Fields) throws -> Schedule.Fields {
        guard let text = given.once else { return given }
        var fields = given
        fields.once = try onceText(text)
        return fields
    }

    private func onceText(_ text: String) throws -> String {
        // A duration such as 1:30 could also be read as a time of day that a person types.
        if GivenTime(text) == nil, let spanMs = DurationText.milliseconds(text) {
            let (ms, isOver) = now.wallMs.addingReportingOverflow(spanMs)
            try checkOnce(isOver ? .max : ms)
            return zone.text(ofMs: ms)
        }
        guard let typed = TypedTime(text), !typed.isDay else {
            throw Rejection.invalid(
                "once",
                """
                \(field: "once") must be a time such as 18:30, 'monday 9am' or 2026-03-01T09:30, or \
                \(DurationText.allowed) from now
                """)
        }
        let time = typed.coming(by: try localNow())
        let ms = time.comingMs(at: now, zone: zone)
        try checkOnce(ms)
        guard time.isTimeOfDay else { return time.text }
        let local = "\(zone.civilTime(atMs: ms).dateText)T\(time.text)"
        // In the hour that the clock shows twice, only an offset tells the second one.
        return GivenTime(local)?.ms(at: now, zone: zone) == ms ? local : zone.text(ofMs: ms)
    }

    private func checkOnce(_ ms: Int64) throws {
        guard ms > now.wallMs else {
            throw Rejection.invalid("once", "\(field: "once") is in the past: give a later time")
        }
        guard ms - now.wallMs <= Self.furthestOnceMs else {
            throw Rejection.invalid("once", "\(field: "once") is too far ahead: at most 10 years")
        }
    }
}
