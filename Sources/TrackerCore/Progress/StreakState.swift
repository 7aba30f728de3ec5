/// The streak at the end of a day: all that the days after it need to know.
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
    /// In the week of `day`: whether a day was done, and whether one wasn't paused.
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

    /// Takes in the next day, or one more after a gap of days before the first effort.
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

    /// The running week breaks nothing, nor does one whose days are all paused, those of rest included.
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
