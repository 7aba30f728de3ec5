/// The streak at the end of a day, with all that later days need.
package struct StreakState: Sendable, Hashable, Codable {
    /// Number of the day; `nil` before the first.
    package private(set) var day: Int?
    package private(set) var length = 0
    package private(set) var best = 0
    /// Days of effort toward tokens.
    package private(set) var balance = 0
    /// Weeks in a row with a done day, and the most ever.
    package private(set) var weeks = 0
    package private(set) var bestWeeks = 0
    /// Whether a day of the week of `day` was done, and whether one wasn't paused.
    private var isWeekDone = false
    private var isWeekAsked = false

    private static let maximumBalance = 2 * Streak.daysPerToken

    package init() {}

    /// Tokens held.
    package var tokens: Int { balance / Streak.daysPerToken }

    /// Days of effort until the next token; `nil` while no more can be held.
    package var nextTokenIn: Int? {
        balance < Self.maximumBalance
            ? Streak.daysPerToken - balance % Streak.daysPerToken : nil
    }

    /// Adds the next day. Days before the first effort may be left out.
    ///
    /// - Returns: the day's outcome.
    package mutating func add(
        _ number: Int, _ facts: Streak.Facts, isToday: Bool
    ) -> Streak.State {
        let state: Streak.State
        switch facts {
        case .effort:
            (state, length) = (.done, length + 1)
            balance = min(Self.maximumBalance, balance + 1)
        case .rest, .pausedRest: state = .rest
        case .paused: state = .paused
        case .empty where isToday: state = .open
        case .empty where balance >= Streak.daysPerToken:
            (state, balance) = (.frozen, balance - Streak.daysPerToken)
        case .empty: (state, length, balance) = (.missed, 0, 0)
        }
        best = max(best, length)
        addToWeek(number, facts)
        day = number
        return state
    }

    /// Adds a day to its week. The row of weeks isn't broken by the running week, nor by a week whose days
    /// are all paused, rest days included.
    private mutating func addToWeek(_ number: Int, _ facts: Streak.Facts) {
        if let day, Week(of: day) != Week(of: number) {
            if !isWeekDone, isWeekAsked { weeks = 0 }
            (isWeekDone, isWeekAsked) = (false, false)
        }
        if facts == .effort, !isWeekDone {
            weeks += 1
            isWeekDone = true
        }
        bestWeeks = max(bestWeeks, weeks)
        if ![.paused, .pausedRest].contains(facts) { isWeekAsked = true }
    }
}
