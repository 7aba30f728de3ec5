/// The figures of a goal: its periods, the streak of periods that were met, and the score.
///
/// They follow from the amounts of its days, so that a change of the past needs no rule of its own. The running
/// period is never judged before its end: it counts once it is met.
package struct GoalFigures: Sendable, Hashable {
    /// The outcome of a period.
    package enum State: String, Sendable, Hashable, CaseIterable {
        case met
        /// The running period, whose target isn't reached so far.
        case open
        case missed
        /// A period that neither counts nor ends a streak: a weekend day of a goal for weekdays, or one that
        /// wasn't met and whose days are all paused or lasted less than 12 hours.
        case rest
    }

    package struct Period: Sendable, Hashable {
        /// Numbers of the first and the last day.
        package let days: ClosedRange<Int>
        /// Sum of the amounts of these days.
        package let value: Int64
        package let target: Int64
        package let state: State

        /// Share of the target that was reached, from 0 to 1.
        fileprivate var share: Double { min(1, Double(value) / Double(max(1, target))) }
    }

    /// Number of days, before the present one, that the score looks at: an older day changes it by less than a
    /// millionth.
    package static let scoredDays = 728

    /// All periods from the first day's to the running one, the oldest first.
    package let periods: [Period]
    /// The running period.
    package let present: Period
    /// Score at the end of each period, from 0 to 1.
    package let scores: [Double]

    /// - Parameters:
    ///   - first: number of a day of the first period.
    ///   - today: number of the present day, not before `first`.
    ///   - weekStart: the weekday on which weeks begin; 0 is Monday.
    ///   - amounts: what was done, by the number of the day.
    ///   - isExcused: whether a day is paused or lasted less than 12 hours.
    package init(
        _ goal: Goal, from first: Int, through today: Int, weekStart: Int, amounts: [Int: Int64],
        isExcused: (_ day: Int) -> Bool
    ) {
        var (periods, scores): ([Period], [Double]) = ([], [])
        var score = 0.0
        var present: Period
        var next = goal.period.days(containing: min(first, today), weekStart: weekStart)
        repeat {
            let days = next
            let value: Int64 = days.reduce(0) { $0 + (amounts[$1] ?? 0) }
            let target = goal.targetCount(on: days.lowerBound)
            let state: State =
                if goal.period.isRest(days.lowerBound) {
                    .rest
                } else if value >= target {
                    .met
                } else if days.allSatisfy(isExcused) {
                    .rest
                } else {
                    days.contains(today) ? .open : .missed
                }
            present = Period(days: days, value: value, target: target, state: state)
            if state == .met || state == .missed {
                let past = min(days.upperBound, today) - days.lowerBound + 1
                let weight = goal.period.weight(ofDays: past)
                score = score * weight + present.share * (1 - weight)
            }
            periods.append(present)
            scores.append(score)
            next = goal.period.days(containing: days.upperBound + 1, weekStart: weekStart)
        } while next.lowerBound <= today
        self.periods = periods
        self.scores = scores
        self.present = present
    }

    /// Score at the end of a day, from 0 to 1.
    package func score(onDay day: Int) -> Double {
        periods.lastIndex { $0.days.lowerBound <= day }.map { scores[$0] } ?? 0
    }

    /// The number of periods in a row that were met, up to the running one, and whether the row begins within
    /// these periods: otherwise it may be longer.
    package var streak: (length: Int, isWhole: Bool) {
        var length = 0
        for period in periods.reversed() {
            switch period.state {
            case .met: length += 1
            case .open, .rest: continue
            case .missed: return (length, true)
            }
        }
        return (length, false)
    }
}

extension Goal.Period {
    /// Numbers of the days of the period that contains a day.
    ///
    /// - Parameter weekStart: the weekday on which weeks begin; 0 is Monday.
    package func days(containing day: Int, weekStart: Int) -> ClosedRange<Int> {
        switch self {
        case .daily, .weekdays: day...day
        case .weekly: ReportPeriod(.week, containing: day, weekStart: weekStart).days
        }
    }

    /// Whether nothing is expected in the period that begins on a day.
    package func isRest(_ day: Int) -> Bool {
        self == .weekdays && day - Week(of: day).monday > 4
    }

    /// Weight of the score before some days in the score after them, with the days' own share as the rest.
    ///
    /// It is the habit strength of Loop Habit Tracker (`Score.kt` of isoron/uhabits): each day multiplies the
    /// score by 0.5^(√frequency / 13), where the frequency is the number of repetitions a day: 1, 5/7 or 1/7.
    /// Each of the days of a week has the share that the week reached.
    fileprivate func weight(ofDays count: Int) -> Double {
        let day =
            switch self {
            case .daily: 0.948077514339171464620
            case .weekdays: 0.955937455253050147068
            case .weekly: 0.980049015270598917426
            }
        return (0..<count).reduce(1) { weight, _ in weight * day }
    }
}
