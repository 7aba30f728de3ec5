/// The streak: the active days in a row with an effort. Freeze tokens stand in for days without one; seven
/// days of effort earn a token.
///
/// The streak is a fold over all days from the first effort to today, so that a change of the past needs no
/// rule of its own. Today is never judged: without an effort it changes nothing.
package struct Streak: Sendable, Hashable {
    /// The facts of a day, from which the streak follows.
    package enum Facts: Sendable, Hashable {
        case effort
        /// A day on which no effort is expected: it isn't active, or lasted less than 12 hours.
        case rest
        /// A rest day in a pause.
        case pausedRest
        case paused
        /// An active day without an effort.
        case empty

        package init(hasEffort: Bool, isRest: Bool, isPaused: Bool) {
            if hasEffort {
                self = .effort
            } else if isPaused {
                self = isRest ? .pausedRest : .paused
            } else {
                self = isRest ? .rest : .empty
            }
        }
    }

    /// The outcome of a day.
    package enum State: String, Sendable, Hashable, CaseIterable {
        case done, rest, paused
        /// Today, without an effort so far.
        case open
        /// A day without an effort, for which a token was spent.
        case frozen
        case missed
    }

    /// A day, with the streak at its end.
    package struct Day: Sendable, Hashable {
        package let number: Int
        package let state: State
        /// Streak at the end of the day.
        package let streak: StreakState

        package init(number: Int, state: State, streak: StreakState) {
            self.number = number
            self.state = state
            self.streak = streak
        }

        package var length: Int { streak.length }
        package var best: Int { streak.best }
        package var tokens: Int { streak.tokens }
        package var nextTokenIn: Int? { streak.nextTokenIn }
    }

    static let daysPerToken = 7

    /// The days from the first effort on, in their order; empty without an effort.
    package private(set) var days: [Day] = []
    private var state: StreakState

    /// - Parameters:
    ///   - start: the streak at the end of the day before `numbers`; by default there is none.
    ///   - numbers: the days; those before the very first effort are left out.
    ///   - today: number of the present day. Days ahead, as after a journey west, count once they have come.
    package init(
        after start: StreakState = StreakState(), over numbers: Range<Int>, today: Int,
        _ facts: (_ day: Int) -> Facts
    ) {
        state = start
        days.reserveCapacity(numbers.count)
        for number in numbers where number <= today {
            let facts = facts(number)
            guard state.day != nil || facts == .effort else { continue }
            let outcome = state.add(number, facts, isToday: number == today)
            days.append(Day(number: number, state: outcome, streak: state))
        }
    }

    package var length: Int { state.length }
    package var best: Int { state.best }
    package var tokens: Int { state.tokens }
    package var nextTokenIn: Int? { state.nextTokenIn }

    /// The weeks in a row with a done day, up to today, and the most ever. The row isn't broken by the
    /// running week, nor by a week whose days are all paused.
    package var weeks: (length: Int, best: Int) { (state.weeks, state.bestWeeks) }
}

/// A week from Monday to Sunday. The week with a year's first Thursday is that year's first (ISO 8601).
package struct Week: Sendable, Hashable {
    /// Number of the week's Monday.
    package let monday: Int

    /// - Parameter day: number of one of the week's days.
    package init(of day: Int) {
        // 1970-01-01 was a Thursday.
        monday = day - Int(Int64(day + 3).floorDivided(by: 7).remainder)
    }

    /// Name of the week, such as `2026-W10`.
    package var text: String {
        let thursday = monday + 3
        let year = Days.text(of: thursday).prefix(4)
        let first = Days.number(ofDate: "\(year)-01-01") ?? thursday
        let number = (thursday - first) / 7 + 1
        return "\(year)-W\(number < 10 ? "0" : "")\(number)"
    }
}
