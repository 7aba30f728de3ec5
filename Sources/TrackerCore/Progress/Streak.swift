/// The streak: the active days in a row with an effort. Freeze tokens, earned by seven days of effort each,
/// stand in for days without one.
///
/// It is a fold over all days from the first effort to today, so that a change of the past needs no rule of
/// its own. Today is never judged: without an effort it changes nothing.
package struct Streak: Sendable, Hashable {
    /// The facts of a day, from which the streak follows.
    package enum Facts: Sendable, Hashable {
        case effort
        /// A day on which nothing is asked for: it isn't active, or lasted less than 12 hours.
        case rest
        case paused
        /// An active day without an effort.
        case empty
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
        package let length: Int
        package let best: Int
        /// Days of effort toward tokens.
        let balance: Int

        /// Tokens held.
        package var tokens: Int { balance / Streak.daysPerToken }

        /// Days of effort until the next token; `nil` while no more can be held.
        package var nextTokenIn: Int? {
            balance < Streak.maximumBalance
                ? Streak.daysPerToken - balance % Streak.daysPerToken : nil
        }
    }

    static let daysPerToken = 7
    private static let maximumBalance = 2 * daysPerToken

    /// The days from the first effort to today, in their order; empty without an effort.
    package private(set) var days: [Day] = []

    /// - Parameters:
    ///   - first: number of the first day with an effort; `nil` without one.
    ///   - today: number of the present day. Days that lie ahead, as after a journey west, count once they
    ///     have come.
    package init(from first: Int?, through today: Int, _ facts: (_ day: Int) -> Facts) {
        guard let first, first <= today else { return }
        days.reserveCapacity(today - first + 1)
        for number in first...today { add(number, facts(number), isToday: number == today) }
    }

    private mutating func add(_ number: Int, _ facts: Facts, isToday: Bool) {
        var (length, balance) = (days.last?.length ?? 0, days.last?.balance ?? 0)
        let state: State
        switch facts {
        case .effort:
            (state, length) = (.done, length + 1)
            balance = min(Self.maximumBalance, balance + 1)
        case .rest: state = .rest
        case .paused: state = .paused
        case .empty where isToday: state = .open
        case .empty where balance >= Self.daysPerToken:
            (state, balance) = (.frozen, balance - Self.daysPerToken)
        case .empty: (state, length, balance) = (.missed, 0, 0)
        }
        days.append(
            Day(
                number: number, state: state, length: length,
                best: max(length, days.last?.best ?? 0), balance: balance))
    }

    package var length: Int { days.last?.length ?? 0 }
    package var best: Int { days.last?.best ?? 0 }
    package var tokens: Int { days.last?.tokens ?? 0 }
    package var nextTokenIn: Int? { days.isEmpty ? Self.daysPerToken : days.last?.nextTokenIn }

    /// The weeks in a row with a done day, up to today, and the most ever. The running week breaks nothing,
    /// nor does one whose days are all paused.
    package var weeks: (length: Int, best: Int) {
        guard let today = days.last?.number else { return (0, 0) }
        var (length, best) = (0, 0)
        var rest = days[...]
        while let first = rest.first {
            let week = rest.prefix { Week(of: $0.number) == Week(of: first.number) }
            rest = rest[week.endIndex...]
            if week.contains(where: { $0.state == .done }) {
                length += 1
            } else if Week(of: today) != Week(of: first.number),
                week.contains(where: { $0.state != .paused })
            {
                length = 0
            }
            best = max(best, length)
        }
        return (length, best)
    }
}

/// A week from Monday to Sunday, of which the one with a year's first Thursday is that year's first (ISO
/// 8601).
package struct Week: Sendable, Hashable {
    /// Number of its Monday.
    package let monday: Int

    /// - Parameter day: number of one of its days.
    package init(of day: Int) {
        // 1970-01-01 was a Thursday.
        monday = day - Int(Int64(day + 3).floorDivided(by: 7).remainder)
    }

    /// The week, such as `2026-W10`.
    package var text: String {
        let thursday = monday + 3
        let year = Days.text(of: thursday).prefix(4)
        let first = Days.number(ofDate: "\(year)-01-01") ?? thursday
        let number = (thursday - first) / 7 + 1
        return "\(year)-W\(number < 10 ? "0" : "")\(number)"
    }
}
