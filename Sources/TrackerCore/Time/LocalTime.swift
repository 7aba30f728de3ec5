extension CivilTime {
    package init(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        self.init(unixSeconds: 0)
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// Seconds since 1970 at which a clock in UTC shows this time.
    package var unixSeconds: Int64 {
        // Years begin in March, as in `init(unixSeconds:)` (H. Hinnant, days_from_civil).
        let (era, yearOfEra) = Int64(month > 2 ? year : year - 1).floorDivided(by: 400)
        let monthFromMarch = Int64(month > 2 ? month - 3 : month + 9)
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + Int64(day) - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        let days = era * 146_097 + dayOfEra - 719_468
        return days * secondsPerDay + Int64(hour * 3600 + minute * 60 + second)
    }
}

extension Zone {
    /// The instant at which the local clock shows a time, in UTC milliseconds.
    ///
    /// Where the clock shows the time twice, the first instant is given. Where the clock leaps over the
    /// time, the instant is the one at which a clock that hadn't leapt would have shown the time (RFC 5545,
    /// section 3.3.5).
    package func wallMs(of time: CivilTime) -> Int64 {
        wallMs(ofLocalSeconds: time.unixSeconds)
    }

    /// The instant in UTC milliseconds for seconds since 1970 as the local clock counts them, by the rules
    /// of `wallMs(of:)`.
    func wallMs(ofLocalSeconds local: Int64) -> Int64 {
        var clock = LocalClock(zone: self, fromLocal: local)
        return clock.unixSeconds(ofLocal: local) * 1000
    }

    /// The end of the local day that contains an instant, both in UTC milliseconds: the next midnight, or
    /// the leap where the clock leaps over midnight.
    package func endOfDay(containing wallMs: Int64) -> Int64 {
        let seconds = wallMs.floorDivided(by: 1000).quotient
        let day = (seconds + Int64(offsetSeconds(seconds))).floorDivided(by: secondsPerDay).quotient
        return self.wallMs(ofLocalSeconds: (day + 1) * secondsPerDay)
    }
}

let secondsPerDay: Int64 = 86_400

/// Converts local times to instants by RFC 5545, section 3.3.5, knowing only the zone's offset at an instant.
///
/// The clock asks for the offset once a day and, where two offsets differ, searches for the leap between
/// them. Two leaps within a day that cancel each other would be missed; the nearest pair that any zone ever
/// had lie four days apart (Freetown, 1939).
struct LocalClock {
    /// An offset in seconds and the instant, in seconds since 1970, from which it holds until the next
    /// stretch.
    private struct Stretch {
        let from: Int64
        let offset: Int64
    }

    /// Upper bound of any zone's distance from UTC, in seconds: POSIX allows less than 25 h.
    private static let margin: Int64 = 26 * 3600

    private let zone: Zone
    /// Stretches in order of time; the first holds from the beginning of the known range.
    private var stretches: [Stretch]
    private var knownUntil: Int64

    /// A clock for local times from `local` on, in seconds since 1970.
    init(zone: Zone, fromLocal local: Int64) {
        self.zone = zone
        knownUntil = local - Self.margin
        stretches = [
            Stretch(from: knownUntil, offset: Int64(zone.offsetSeconds(knownUntil)))
        ]
    }

    /// The largest offset, in seconds east of UTC, within the known range.
    var greatestOffset: Int64 {
        stretches.reduce(stretches[0].offset) { max($0, $1.offset) }
    }

    /// Loads all offsets that local times up to `local` need, and forgets stretches that are long over.
    mutating func loadOffsets(untilLocal local: Int64) {
        while knownUntil < local + Self.margin {
            loadOffsets(until: knownUntil + secondsPerDay)
        }
        let past = local - 8 * secondsPerDay
        while stretches.count > 1, stretches[1].from < past { stretches.removeFirst() }
    }

    private mutating func loadOffsets(until end: Int64) {
        let offset = Int64(zone.offsetSeconds(end))
        while let last = stretches.last, last.offset != offset {
            var (before, after) = (knownUntil, end)
            while after - before > 1 {
                let middle = before + (after - before) / 2
                if Int64(zone.offsetSeconds(middle)) == last.offset {
                    before = middle
                } else {
                    after = middle
                }
            }
            stretches.append(Stretch(from: after, offset: Int64(zone.offsetSeconds(after))))
            knownUntil = after
        }
        knownUntil = end
    }

    /// The instant, in seconds since 1970, at which the local clock shows `local`.
    mutating func unixSeconds(ofLocal local: Int64) -> Int64 {
        loadOffsets(untilLocal: local)
        if stretches.count == 1 { return local - stretches[0].offset }
        for (index, stretch) in stretches.enumerated() {
            let instant = local - stretch.offset
            let isOver = index + 1 < stretches.count && stretches[index + 1].from <= instant
            if !isOver && (index == 0 || stretch.from <= instant) { return instant }
        }
        // In a gap the offset before the gap applies.
        for (before, after) in zip(stretches, stretches.dropFirst())
        where local - before.offset >= after.from && local - after.offset < after.from {
            return local - before.offset
        }
        preconditionFailure("a local time lies in a stretch or in the gap between two")
    }
}

extension Int64 {
    /// Quotient and remainder, the latter never negative.
    func floorDivided(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
