/// The person's days, which may begin at another time than midnight. Each day has a number: the days from
/// 1970-01-01 to its date.
package struct Days {
    private let zone: Zone
    /// Start of the day, in seconds after midnight.
    private let turn: Int64
    /// The day found last with its instants, since consecutive instants mostly lie in one day.
    private var known: (number: Int, span: Range<Int64>)?

    /// - Parameter startMinute: the start of the day, in minutes after local midnight.
    package init(zone: Zone, startMinute: Int64) {
        self.zone = zone
        turn = startMinute * 60
    }

    /// The instant at which a day begins and the day before ends, UTC milliseconds.
    package func startMs(of number: Int) -> Int64 {
        zone.wallMs(ofLocalSeconds: Int64(number) * secondsPerDay + turn)
    }

    /// A hundred million days in milliseconds: no meaningful instant is further from 1970.
    private static let furthestMs: Int64 = 8_640_000_000_000_000

    /// The number of the day that contains an instant in UTC milliseconds. An instant further away than
    /// `furthestMs` counts as the furthest.
    package mutating func number(ofMs instant: Int64) -> Int {
        let instant = min(max(instant, -Self.furthestMs), Self.furthestMs)
        if let known, known.span.contains(instant) { return known.number }
        let seconds = instant.floorDivided(by: 1000).quotient
        let local = seconds + Int64(zone.offsetSeconds(seconds)) - turn
        var number = Int(local.floorDivided(by: secondsPerDay).quotient)
        // Where the clock leaps near the start of a day, the date that it shows may be that of a
        // neighbouring day.
        while instant < startMs(of: number) { number -= 1 }
        while instant >= startMs(of: number + 1) { number += 1 }
        known = (number, startMs(of: number)..<startMs(of: number + 1))
        return number
    }

    /// The instant with its day and the offset that the zone has then.
    package mutating func local(ofMs instant: Int64) -> LocalInstant {
        let offset = zone.offsetSeconds(instant.floorDivided(by: 1000).quotient)
        return LocalInstant(
            ms: instant, day: LocalDay(number: number(ofMs: instant), offsetS: offset))
    }

    /// The instant of a time that a person gave. Its day goes by the offset in the time, or otherwise by the
    /// zone's.
    package mutating func local(of time: GivenTime, at now: Moment) -> LocalInstant {
        let instant = time.ms(at: now, zone: zone)
        guard let offset = time.offsetS else { return local(ofMs: instant) }
        let shown = instant.floorDivided(by: 1000).quotient + Int64(offset) - turn
        let number = Int(shown.floorDivided(by: secondsPerDay).quotient)
        return LocalInstant(ms: instant, day: LocalDay(number: number, offsetS: offset))
    }

    /// The instant of a time that a person gave, where a time without a date is one on a certain day.
    ///
    /// - Parameter number: number of that day.
    package mutating func local(
        of time: GivenTime, on number: Int, at now: Moment
    ) -> LocalInstant {
        guard let second = time.secondOfDay else { return local(of: time, at: now) }
        let date = Int64(number) + (second < turn ? 1 : 0)
        return local(ofMs: zone.wallMs(ofLocalSeconds: date * secondsPerDay + second))
    }

    /// The day of a time that a person gave: the date itself, or the day that contains the moment.
    package mutating func number(of time: GivenTime, at now: Moment) -> Int {
        time.day.map(Self.number) ?? number(ofMs: time.ms(at: now, zone: zone))
    }

    /// The start of a span that begins with a given time, UTC milliseconds: the moment, or the start of the
    /// day.
    package func startMs(of time: GivenTime, at now: Moment) -> Int64 {
        time.day.map { startMs(of: Self.number(of: $0)) } ?? time.ms(at: now, zone: zone)
    }

    /// The end of a span that ends with a given time, UTC milliseconds: the moment, or the end of the day.
    package func endMs(of time: GivenTime, at now: Moment) -> Int64 {
        time.day.map { startMs(of: Self.number(of: $0) + 1) } ?? time.ms(at: now, zone: zone)
    }

    package static func number(of date: CivilTime) -> Int {
        Int(date.midnight().unixSeconds / secondsPerDay)
    }

    /// The number of the day with a date such as `2026-03-01`; `nil` for any other text.
    package static func number(ofDate text: String) -> Int? {
        GivenTime(text)?.day.map(number)
    }

    /// The date of a day, such as `2026-03-01`. A day more than a hundred million days away, which older
    /// databases may have, counts as that many.
    package static func text(of number: Int) -> String {
        let furthest = furthestMs / 1000 / secondsPerDay
        let day = min(max(Int64(number), -furthest), furthest)
        return CivilTime(unixSeconds: day * secondsPerDay).dateText
    }
}

/// A calendar month.
package struct Month: Sendable, Hashable {
    /// Numbers of the month's days.
    package let days: Range<Int>

    /// Reads `2026-03`; `nil` for anything else.
    package init?(_ text: String) {
        guard text.utf8.count == 7, let first = GivenTime(text + "-01")?.day else { return nil }
        let isLast = first.month == 12
        let next = CivilTime(
            year: isLast ? first.year + 1 : first.year, month: isLast ? 1 : first.month + 1, day: 1)
        days = Days.number(of: first)..<Days.number(of: next)
    }
}
