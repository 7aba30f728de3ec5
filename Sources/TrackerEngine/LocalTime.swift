import TrackerAPI
import TrackerCore
import TrackerStore

// The person's days, and the times that requests give, for all areas.

extension Context {
    /// The person's days, by the zone and the settings.
    func days() throws -> Days {
        Days(zone: zone, startMinute: try transaction.settings().dayStartMinute)
    }

    /// The number of the person's present day.
    func presentDay() throws -> Int {
        var days = try days()
        return days.number(ofMs: now.wallMs)
    }

    /// The date and time on the person's clock.
    func localNow() throws -> LocalNow {
        LocalNow(
            zone.civilTime(atMs: now.wallMs),
            dayStartMinute: try transaction.settings().dayStartMinute, day: try presentDay())
    }

    /// A day, or a moment in the past, that a person gave.
    func past(_ when: When) throws -> GivenTime { when.time.past(by: try localNow()) }

    /// A moment in the past, or a date, that a person gave.
    func pastMoment(_ when: When) throws -> GivenTime {
        when.time.pastMoment(by: try localNow())
    }

    /// A moment to come, or a date, that a person gave.
    func coming(_ when: When) throws -> GivenTime { when.time.coming(by: try localNow()) }

    /// An instant, given in UTC milliseconds, with its day in the present zone.
    func local(_ instant: Int64) throws -> LocalInstant {
        var days = try days()
        return days.local(ofMs: instant)
    }

    /// - Throws: a refusal where the time is a date.
    func instant(_ when: When) throws -> LocalInstant { try dated(pastMoment(when)) }

    private func dated(_ time: GivenTime) throws -> LocalInstant {
        try time.checkTimeOfDay("at")
        var days = try days()
        return days.local(of: time, at: now)
    }

    /// Moment that a person gave for something that can't be in the future.
    func pastInstant(_ when: When) throws -> LocalInstant { try checkedPast(pastMoment(when)) }

    /// Moment that a person gave for something that can't be in the future; a day means the current time on it.
    func pastInstantOnDay(_ when: When) throws -> LocalInstant {
        try checkedPast(when.time.pastMomentOnDay(by: localNow()))
    }

    /// - Throws: a refusal where the moment is in the future; for a time of day it suggests yesterday's.
    private func checkedPast(_ time: GivenTime) throws -> LocalInstant {
        let instant = try dated(time)
        guard instant.ms > now.wallMs else { return instant }
        guard time.isTimeOfDay else { throw Rejection.ahead("at") }
        let yesterday = zone.civilTime(atMs: now.wallMs).midnight(daysLater: -1)
        throw Rejection.invalid(
            "at",
            """
            \(field: "at") is in the future: \(time.text) means today; for yesterday, add \
            the date: \(yesterday.dateText)T\(time.text)
            """)
    }

    /// Numbers of the local days from one time or day to another; by default four weeks up to today.
    ///
    /// - Parameter count: largest number of days.
    func days(from: When?, to: When?, atMost count: Int) throws -> ClosedRange<Int> {
        var days = try days()
        let today = days.number(ofMs: now.wallMs)
        let first = try from.map { days.number(of: try past($0), at: now) } ?? today - 27
        let last = try to.map { days.number(of: try past($0), at: now) } ?? today
        guard first <= last else {
            throw Rejection.invalid("to", "\(field: "to") is before \(field: "from")")
        }
        guard last - first < count else {
            throw Rejection(
                .tooLarge,
                "\(field: "from") is more than ten years before \(field: "to"): give a shorter period",
                field: "from")
        }
        return first...last
    }

    /// The span between two times or days, the last day included; `nil` leaves that end open.
    func span(from: When?, to: When?) throws -> TimeSpan {
        var days = try days()
        let (from, to) = (try from.map(past), try to.map(past))
        if let from, let to {
            let fromMs = days.startMs(of: from, at: now)
            let toMs = days.endMs(of: to, at: now)
            guard fromMs < toMs || fromMs == toMs && !to.isDay else {
                throw Rejection.invalid("to", "\(field: "to") is before \(field: "from")")
            }
        }
        var span = TimeSpan()
        if let time = from {
            if time.isDay {
                span.begin(onDay: days.number(of: time, at: now))
            } else {
                span.begin(atMs: time.ms(at: now, zone: zone))
            }
        }
        if let time = to {
            if time.isDay {
                span.end(onDay: days.number(of: time, at: now))
            } else {
                span.end(atMs: time.ms(at: now, zone: zone))
            }
        }
        return span
    }
}

extension GivenTime {
    /// Refuses a whole day.
    func checkTimeOfDay(_ field: String) throws(Rejection) {
        guard isDay else { return }
        throw .invalid(
            field,
            """
            \(field: field) must include the time of day, such as 'monday 18:00' or \
            2026-03-01T09:30
            """)
    }

    /// The moment in UTC milliseconds. A time of day means the next one: tomorrow's where today's is over; in the
    /// hour that the clock shows twice, the second one where the first is over.
    func comingMs(at now: Moment, zone: Zone) -> Int64 {
        let ms = ms(at: now, zone: zone)
        guard ms <= now.wallMs, isTimeOfDay else { return ms }
        let again = ms + Self.repeatedMs
        if again > now.wallMs, zone.civilTime(atMs: again) == zone.civilTime(atMs: ms) {
            return again
        }
        let tomorrow = zone.civilTime(atMs: now.wallMs).midnight(daysLater: 1)
        return GivenTime("\(tomorrow.dateText)T\(text)")?.ms(at: now, zone: zone) ?? ms
    }

    /// Length of what the clock shows twice when daylight saving time ends, in milliseconds.
    private static let repeatedMs: Int64 = 3_600_000
}

extension LocalDay {
    /// Zone with the fixed UTC offset of this day.
    var zone: Zone { Zone { [offsetS] _ in offsetS } }
}
