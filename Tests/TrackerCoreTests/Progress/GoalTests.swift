import Glibc
import TestSupport
import Testing
import TrackerCore

/// Goals and their figures, over days of March 2026, which began on a Sunday.
@Suite struct GoalTests {
    private static let first = Days.number(ofDate: "2026-03-01") ?? 0

    private static func day(_ day: Int) -> Int { first + day - 1 }

    private static func goal(
        _ period: Goal.Period = .daily, _ target: Int64 = 50
    ) throws -> Goal {
        try Goal(
            id: "0goal0000001", name: "gym", measure: .efforts, exercise: nil, period: period,
            target: target, from: day(1))
    }

    /// - Parameter amounts: amounts by day of March.
    private static func figures(
        _ goal: Goal, _ amounts: [Int: Int64], from start: Int = 1, through today: Int,
        weekStart: Int = 0, paused: Set<Int> = []
    ) -> GoalFigures {
        GoalFigures(
            goal, from: day(start), through: day(today), weekStart: weekStart,
            amounts: Dictionary(uniqueKeysWithValues: amounts.map { (day($0.key), $0.value) }),
            isExcused: { paused.contains($0 - first + 1) })
    }

    // MARK: Streaks

    @Test func theRunningDayDoesNotEndTheStreak() throws {
        let goal = try Self.goal()
        let open = Self.figures(goal, [2: 10, 3: 50, 4: 60, 5: 12], through: 5)
        #expect(open.periods.map(\.state) == [.missed, .missed, .met, .met, .open])
        #expect(open.streak.length == 2)
        #expect(open.present.value == 12 && open.present.target == 50)
        let met = Self.figures(goal, [3: 50, 4: 60, 5: 50], through: 5)
        #expect(met.present.state == .met && met.streak.length == 3)
        let missed = Self.figures(goal, [3: 50, 4: 60, 5: 12], through: 6)
        #expect(missed.streak.length == 0)
    }

    /// The 7th and 8th of March are a weekend.
    @Test func weekendsNeitherCountNorEndTheStreak() throws {
        let goal = try Self.goal(.weekdays)
        let amounts: [Int: Int64] = [5: 50, 6: 50, 7: 50, 9: 50]
        let monday = Self.figures(goal, amounts, from: 4, through: 9)
        #expect(monday.periods.map(\.state) == [.missed, .met, .met, .rest, .rest, .met])
        #expect(monday.streak.length == 3)
        let saturday = Self.figures(goal, amounts, from: 4, through: 7)
        #expect(saturday.present.state == .rest && saturday.present.value == 50)
        #expect(saturday.streak.length == 2)
    }

    @Test(arguments: [(0, 2...8), (6, 1...7)])
    func weeksBeginOnTheFirstWeekday(_ weekStart: Int, _ days: ClosedRange<Int>) throws {
        let goal = try Self.goal(.weekly, 200)
        let figures = Self.figures(
            goal, [1: 100, 3: 60, 7: 50, 8: 90], from: 3, through: 5, weekStart: weekStart)
        #expect(figures.present.days == Self.day(days.lowerBound)...Self.day(days.upperBound))
        #expect(figures.present.value == (weekStart == 0 ? 200 : 210))
    }

    @Test func aPauseNeitherCountsNorEndsTheStreak() throws {
        let goal = try Self.goal()
        let amounts: [Int: Int64] = [2: 50, 3: 50, 5: 50]
        #expect(Self.figures(goal, amounts, through: 6, paused: [4]).streak.length == 3)
        #expect(Self.figures(goal, amounts, through: 6).streak.length == 1)
        // What is done in a pause counts.
        #expect(Self.figures(goal, amounts, through: 6, paused: [3, 4]).streak.length == 3)
        let weekly = try Self.goal(.weekly, 100)
        let week: Set = [9, 10, 11, 12, 13, 14, 15]
        let row: [Int: Int64] = [2: 100, 20: 100]
        #expect(Self.figures(weekly, row, through: 25, paused: week).streak.length == 2)
        #expect(Self.figures(weekly, row, through: 25, paused: [9, 10]).streak.length == 1)
    }

    @Test func aStreakMayBeLongerThanTheDays() throws {
        let goal = try Self.goal()
        let figures = Self.figures(goal, [4: 50, 5: 50], from: 4, through: 6)
        #expect(figures.streak.length == 2 && !figures.streak.isWhole)
        #expect(Self.figures(goal, [4: 50, 5: 50], from: 3, through: 6).streak.isWhole)
    }

    // MARK: Score

    /// The formula of Loop Habit Tracker, day by day.
    @Test(arguments: [(Goal.Period.daily, 1.0), (.weekdays, 5.0 / 7), (.weekly, 1.0 / 7)])
    func theScore(_ period: Goal.Period, _ frequency: Double) throws {
        let target: Int64 = period == .weekly ? 70 : 10
        let goal = try Self.goal(period, target)
        let amounts = Dictionary(uniqueKeysWithValues: (2...29).map { ($0, Int64($0 % 11)) })
        // The 30th is a Monday, on which nothing is done so far.
        let figures = Self.figures(goal, amounts, from: 2, through: 30)
        var score = 0.0
        for day in 2...29 {
            let isWeekend = [0, 1].contains(day % 7)
            guard period != .weekdays || !isWeekend else { continue }
            let week = day - (day - 2) % 7
            let amount: Int64 =
                period == .weekly
                ? (week..<week + 7).reduce(0) { $0 + (amounts[$1] ?? 0) } : amounts[day] ?? 0
            let multiplier = pow(0.5, frequency.squareRoot() / 13)
            score = score * multiplier + min(1, Double(amount) / Double(target)) * (1 - multiplier)
        }
        #expect(abs(figures.score(onDay: Self.day(30)) - score) < 1e-9)
        #expect(figures.score(onDay: Self.day(1)) == 0)
    }

    /// Days that are older than the days that are looked at hardly matter.
    @Test(arguments: Goal.Period.allCases) func olderDaysHardlyMatter(
        _ period: Goal.Period
    ) throws {
        let goal = try Self.goal(period, 1)
        let today = 5000
        func score(of days: Int) -> Double {
            GoalFigures(
                goal, from: today - days, through: today, weekStart: 0,
                amounts: Dictionary(uniqueKeysWithValues: (0...today).map { ($0, Int64(1)) }),
                isExcused: { _ in false }
            ).score(onDay: today)
        }
        #expect(abs(score(of: GoalFigures.scoredDays) - score(of: 4000)) < 1e-6)
    }

    @Test func moreIsNeverLess() throws {
        var random = SplitMix(seed: 7)
        for period in Goal.Period.allCases {
            let goal = try Self.goal(period, 20)
            var amounts: [Int: Int64] = [:]
            var (score, streak) = (0.0, 0)
            for _ in 0..<200 {
                amounts[Int.random(in: 1...28, using: &random), default: 0] += 3
                let figures = Self.figures(goal, amounts, through: 28)
                #expect(figures.score(onDay: Self.day(28)) >= score - 1e-12)
                #expect(figures.streak.length >= streak)
                (score, streak) = (figures.score(onDay: Self.day(28)), figures.streak.length)
            }
        }
    }

    // MARK: Targets

    @Test func periodsThatAreOverKeepTheirTarget() throws {
        var goal = try Self.goal()
        try goal.setTarget(60, from: Self.day(4))
        #expect(goal.target == 60)
        let figures = Self.figures(goal, [2: 50, 3: 50, 4: 50], through: 4)
        #expect(figures.periods.map(\.state) == [.missed, .met, .met, .open])
        // A second change on the same day replaces the first.
        try goal.setTarget(50, from: Self.day(4))
        #expect(goal.targets.map(\.count) == [50])
        try goal.setTarget(50, from: Self.day(9))
        #expect(goal.targets.count == 1)
    }
}
