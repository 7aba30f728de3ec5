/// The person's days, which may turn at another time than midnight. A day has the number of days from
/// 1970-01-01 to its date.
package struct Days {
    private let zone: Zone
    /// In seconds after midnight.
    private let turn: Int64
    /// The day that was asked for last: most are asked for in their order.
    private var known: (number: Int, span: Range<Int64>)?

    /// - Parameter startMinute: when a day begins, in minutes after local midnight.
    package init(zone: Zone, startMinute: Int64) {
        self.zone = zone
        turn = startMinute * 60
    }

    /// The instant at which a day begins, in UTC milliseconds; the one before ends with it.
    package func startMs(of number: Int) -> Int64 {
        zone.wallMs(ofLocalSeconds: Int64(number) * secondsPerDay + turn)
    }

    /// A hundred million days in milliseconds: no instant that means anything is further from 1970.
    private static let furthestMs: Int64 = 8_640_000_000_000_000

    /// The day that an instant in UTC milliseconds lies in; one that is too far away is taken for the
    /// furthest.
    package mutating func number(ofMs instant: Int64) -> Int {
        let instant = min(max(instant, -Self.furthestMs), Self.furthestMs)
        if let known, known.span.contains(instant) { return known.number }
        let seconds = instant.floorDivided(by: 1000).quotient
        let local = seconds + Int64(zone.offsetSeconds(seconds)) - turn
        var number = Int(local.floorDivided(by: secondsPerDay).quotient)
        // Where the clock leaps near the turn, the date that it shows may be a neighbour's.
        while instant < startMs(of: number) { number -= 1 }
        while instant >= startMs(of: number + 1) { number += 1 }
        known = (number, startMs(of: number)..<startMs(of: number + 1))
        return number
    }

    /// The instant with its day, by the offset that the zone has then.
    package mutating func local(ofMs instant: Int64) -> LocalInstant {
        let offset = zone.offsetSeconds(instant.floorDivided(by: 1000).quotient)
        return LocalInstant(
            ms: instant, day: LocalDay(number: number(ofMs: instant), offsetS: offset))
    }

    /// The instant that a person means with its day: by the offset that they gave, else by the zone's.
    package mutating func local(of time: GivenTime, at now: Moment) -> LocalInstant {
        let instant = time.ms(at: now, zone: zone)
        guard let offset = time.offsetS else { return local(ofMs: instant) }
        let shown = instant.floorDivided(by: 1000).quotient + Int64(offset) - turn
        let number = Int(shown.floorDivided(by: secondsPerDay).quotient)
        return LocalInstant(ms: instant, day: LocalDay(number: number, offsetS: offset))
    }

    /// The day that a person means: a date as it stands, else the one that the moment lies in.
    package mutating func number(of time: GivenTime, at now: Moment) -> Int {
        time.day.map(Self.number) ?? number(ofMs: time.ms(at: now, zone: zone))
    }

    /// Where a span begins that begins with it: at the moment, or when the day does. UTC milliseconds.
    package func startMs(of time: GivenTime, at now: Moment) -> Int64 {
        time.day.map { startMs(of: Self.number(of: $0)) } ?? time.ms(at: now, zone: zone)
    }

    /// Where a span ends that ends with it: at the moment, or when the day is over. UTC milliseconds.
    package func endMs(of time: GivenTime, at now: Moment) -> Int64 {
        time.day.map { startMs(of: Self.number(of: $0) + 1) } ?? time.ms(at: now, zone: zone)
    }

    package static func number(of date: CivilTime) -> Int {
        Int(date.midnight().unixSeconds / secondsPerDay)
    }

    /// That of a date such as `2026-03-01`; `nil` for any other text.
    package static func number(ofDate text: String) -> Int? {
        GivenTime(text)?.day.map(number)
    }

    /// `2026-03-01`.
    package static func text(of number: Int) -> String {
        CivilTime(unixSeconds: Int64(number) * secondsPerDay).dateText
    }
}

/// A month of the calendar.
package struct Month: Sendable, Hashable {
    /// Its days by their numbers.
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
