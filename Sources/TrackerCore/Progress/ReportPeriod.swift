/// A day, week, month or year that a report is about.
package struct ReportPeriod: Sendable, Hashable {
    package enum Length: String, Choice { case day, week, month, year }

    package let length: Length
    /// Numbers of the first and the last day.
    package let days: ClosedRange<Int>

    /// The period that contains a day.
    ///
    /// - Parameter weekStart: the weekday on which weeks begin; 0 is Monday.
    package init(_ length: Length, containing day: Int, weekStart: Int = 0) {
        self.length = length
        let date = CivilTime(unixSeconds: Int64(day) * secondsPerDay)
        switch length {
        case .day: days = day...day
        case .week:
            // 1970-01-01 was a Thursday.
            let first = day - Int(Int64(day + 3 - weekStart).floorDivided(by: 7).remainder)
            days = first...first + 6
        case .month:
            let isLast = date.month == 12
            let next = (date.year + (isLast ? 1 : 0), isLast ? 1 : date.month + 1)
            days =
                Self.number(date.year, date.month, 1)...Self.number(next.0, next.1, 1) - 1
        case .year:
            days = Self.number(date.year, 1, 1)...Self.number(date.year + 1, 1, 1) - 1
        }
    }

    private init(_ length: Length, _ days: ClosedRange<Int>) {
        self.length = length
        self.days = days
    }

    private static func number(_ year: Int, _ month: Int, _ day: Int) -> Int {
        Days.number(of: CivilTime(year: year, month: month, day: day))
    }

    /// The whole period before.
    package var before: ReportPeriod {
        switch length {
        case .day, .week:
            let count = days.count
            return ReportPeriod(
                length, days.lowerBound - count...days.upperBound - count)
        case .month, .year: return ReportPeriod(length, containing: days.lowerBound - 1)
        }
    }

    /// The day of the period before at the same place: the same weekday, day of the month, or month and
    /// day. `nil` where that period has no such day.
    ///
    /// - Parameter day: number of a day of this period.
    package func sameDayBefore(_ day: Int) -> Int? {
        let before = before.days
        switch length {
        case .day, .week: return day - days.count
        case .month:
            let same = before.lowerBound + day - days.lowerBound
            return before.contains(same) ? same : nil
        case .year:
            let date = CivilTime(unixSeconds: Int64(day) * secondsPerDay)
            let same = CivilTime(year: date.year - 1, month: date.month, day: date.day)
            return same.isReal ? Days.number(of: same) : nil
        }
    }

    /// The days of the period before up to the same place, clipped to its end.
    package func daysBefore(_ day: Int) -> ClosedRange<Int> {
        let first = before.days.lowerBound
        // Only 29 February and the ends of long months have no day at the same place.
        var last = day
        while last > days.lowerBound, sameDayBefore(last) == nil { last -= 1 }
        return first...(sameDayBefore(last) ?? first)
    }
}

/// The span of a report, and the one that it is compared with.
package struct ReportComparison: Sendable, Hashable {
    package let period: ReportPeriod
    /// True while the period isn't over.
    package let isRunning: Bool
    /// Days of the period up to today.
    package let days: ClosedRange<Int>
    /// Days of the period before with which these days are compared.
    package let daysBefore: ClosedRange<Int>
    /// End of the comparison, UTC milliseconds, exclusive: anything later in the period before doesn't count.
    /// `nil` for a finished period, which is compared with all of the one before.
    package let cutMs: Int64?

    /// - Parameters:
    ///   - today: number of the present day, at or after the period's first.
    ///   - startMs: the start of a day in UTC milliseconds, by the day's number.
    package init(
        _ period: ReportPeriod, today: Int, at now: Moment, in zone: Zone,
        startMs: (Int) -> Int64
    ) {
        self.period = period
        isRunning = today <= period.days.upperBound
        days = period.days.lowerBound...min(today, period.days.upperBound)
        guard isRunning else {
            daysBefore = period.before.days
            cutMs = nil
            return
        }
        daysBefore = period.daysBefore(today)
        let end = startMs(daysBefore.upperBound + 1)
        guard let same = period.sameDayBefore(today) else {
            cutMs = end
            return
        }
        let seconds = now.wallMs.floorDivided(by: 1000)
        let local = seconds.quotient + Int64(zone.offsetSeconds(seconds.quotient))
        let shown = local - Int64(today - same) * secondsPerDay
        cutMs = min(end, zone.wallMs(ofLocalSeconds: shown) + seconds.remainder)
    }

    /// Whether the comparison leaves out a part of the period before.
    ///
    /// - Parameter endMs: the end of that period, UTC milliseconds.
    package func isCut(before endMs: Int64) -> Bool { cutMs.map { $0 < endMs } ?? false }
}

/// The change from one sum to another.
package struct ReportChange: Sendable, Hashable {
    package enum Trend: String, Choice { case up, down, level, new }

    /// Change in whole percent, rounded half away from zero; `nil` where the sum before is 0.
    package let percent: Int64?
    package let trend: Trend

    /// Largest change, in percent, that still counts as level.
    private static let level: Int64 = 5

    /// - Returns: `nil` where both sums are 0.
    package init?(from before: Int64, to count: Int64) {
        guard before > 0 || count > 0 else { return nil }
        guard before > 0 else {
            (percent, trend) = (nil, .new)
            return
        }
        let difference = count - before
        let size = (200 * abs(difference) + before) / (2 * before)
        percent = difference < 0 ? -size : size
        trend = size <= Self.level ? .level : difference < 0 ? .down : .up
    }

    /// Difference of two rates in whole percentage points, rounded half away from zero; `nil` where either
    /// rate has fewer than five decisions.
    package static func points(from before: AnswerRate, to rate: AnswerRate) -> Int64? {
        guard min(before.decided, rate.decided) >= Responses.least else { return nil }
        let scale = Int64(before.decided) * Int64(rate.decided)
        let difference =
            Int64(rate.answered) * Int64(before.decided)
            - Int64(before.answered) * Int64(rate.decided)
        let size = (200 * abs(difference) + scale) / (2 * scale)
        return difference < 0 ? -size : size
    }
}
