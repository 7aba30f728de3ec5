import TestSupport
import Testing
import TrackerCore

/// Streaks of March 2026, which began on a Sunday; days are days of that month.
@Suite struct StreakTests {
    private static let first = Days.number(ofDate: "2026-03-01") ?? 0

    private static func streak(
        done: [Int], through today: Int, daily: Bool = false, paused: Set<Int> = [],
        saturdaysFrom: Int = 99
    ) -> Streak {
        let done = Set(done)
        return Streak(over: first..<first + today, today: first + today - 1) { number in
            let day = number - first + 1
            if done.contains(day) { return .effort }
            // The 1st was a Sunday.
            let isSaturday = day % 7 == 0
            let isActive =
                daily || (isSaturday ? day >= saturdaysFrom : day % 7 != 1)
            if paused.contains(day) { return isActive ? .paused : .pausedRest }
            return isActive ? .empty : .rest
        }
    }

    private static func day(_ day: Int, of streak: Streak) throws -> Streak.Day {
        try #require(streak.days.first { $0.number == first + day - 1 })
    }

    @Test func aTokenStandsInForADay() throws {
        let done = Array(2...6) + [9, 10]
        let tenth = Self.streak(done: done, through: 10)
        #expect(tenth.length == 7 && tenth.tokens == 1)
        let twelfth = Self.streak(done: done, through: 12)
        #expect(try Self.day(11, of: twelfth).state == .frozen)
        #expect(try Self.day(12, of: twelfth).state == .open)
        #expect(twelfth.length == 7 && twelfth.tokens == 0)
        let logged = Self.streak(done: done + [12], through: 12)
        #expect(logged.length == 8 && logged.tokens == 0)
        let backdated = Self.streak(done: done + [11, 12], through: 12)
        #expect(backdated.length == 9 && backdated.tokens == 1)
    }

    @Test func noMoreThanTwoTokensAreHeld() throws {
        let streak = Self.streak(done: Array(1...21) + [25], through: 25, daily: true)
        #expect(try Self.day(7, of: streak).tokens == 1)
        #expect(try Self.day(14, of: streak).tokens == 2)
        let full = try Self.day(21, of: streak)
        #expect(full.length == 21 && full.tokens == 2 && full.nextTokenIn == nil)
        #expect(
            try [22, 23, 24].map { try Self.day($0, of: streak).state } == [
                .frozen, .frozen, .missed,
            ])
        #expect(try Self.day(24, of: streak).length == 0)
        #expect(streak.length == 1 && streak.best == 21 && streak.nextTokenIn == 6)
    }

    @Test func anEffortOnADayOfRestCounts() throws {
        let streak = Self.streak(done: Array(2...7) + Array(9...13), through: 13)
        #expect(streak.length == 11)
        #expect(try Self.day(7, of: streak).tokens == 0)
        #expect(try Self.day(8, of: streak).state == .rest)
        #expect(try Self.day(9, of: streak).tokens == 1)
    }

    @Test func pausesAskForNothing() throws {
        let streak = Self.streak(done: [2, 3, 12], through: 12, paused: Set(4...11))
        #expect(
            try [4, 5, 6, 9, 10, 11].allSatisfy { try Self.day($0, of: streak).state == .paused })
        #expect(try [7, 8].allSatisfy { try Self.day($0, of: streak).state == .rest })
        #expect(streak.length == 3)
    }

    // MARK: Weeks

    @Test func weeksInARow() {
        // The weeks begin on the 2nd, 9th, 16th and 23rd.
        #expect(Self.streak(done: [2, 10, 20], through: 20).weeks == (3, 3))
        #expect(Self.streak(done: [2, 10], through: 20).weeks == (2, 2))
        #expect(Self.streak(done: [2, 24], through: 24).weeks == (1, 1))
        #expect(Self.streak(done: [2, 10, 24], through: 24).weeks == (1, 2))
        #expect(Self.streak(done: [2, 24], through: 24, paused: Set(9...22)).weeks == (2, 2))
        #expect(Self.streak(done: [2, 24], through: 24, paused: Set(9...21)).weeks == (1, 1))
    }

    @Test(arguments: [
        ("2026-03-02", "2026-W10"), ("2026-01-01", "2026-W01"), ("2025-12-29", "2026-W01"),
        ("2027-01-03", "2026-W53"), ("2027-01-04", "2027-W01"), ("1969-12-31", "1970-W01"),
    ])
    func weeksHaveNumbers(_ date: String, _ week: String) throws {
        #expect(Week(of: try #require(Days.number(ofDate: date))).text == week)
    }
}
