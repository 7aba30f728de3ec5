import TestSupport
import Testing
import TrackerCore

/// What holds of progress over any days.
@Suite struct ProgressFoldTests {
    private static let first = 20_515
    private static let length = 60

    /// Achievements whose values only rise with more efforts. That of a comeback doesn't, nor do records,
    /// which an earlier and better one takes away.
    private static let definitions = ProgressDefinitions(
        achievements: [
            achievement("efforts", .efforts, 5), achievement("reps", .reps, 300),
            achievement("days", .doneDays, 10), achievement("streak", .streakBest, 7),
            achievement("weeks", .weeksBest, 3), achievement("total", .dayTotal, 40),
            achievement("sets", .sets, 12), achievement("week", .reps, 100, withinDays: 7),
            achievement("mix", .exercises, 2, withinDays: 10),
        ], challenges: [])

    private static func achievement(
        _ id: String, _ measure: Measure, _ bronze: Int64, withinDays: Int? = nil
    ) -> Achievement {
        Achievement(
            id: id, name: id, text: "{n}", category: .milestone,
            measured: Measured(measure, withinDays: withinDays),
            steps: [.init(.bronze, at: bronze), .init(.silver, at: bronze * 3)])
    }

    /// Random days, of which the last is today.
    private static func days(_ dice: inout SplitMix) -> [ProgressFold.Day] {
        let density = Int.random(in: 30...95, using: &dice)
        let isDaily = Bool.random(using: &dice)
        return (0..<length).map { index in
            let number = first + index
            let isDone = Int.random(in: 0..<100, using: &dice) < density
            let count = isDone ? Int.random(in: 1...4, using: &dice) : 0
            let rows = (0..<count).map { row(number, $0, &dice) }
            return ProgressFold.Day(
                number: number, rows: rows, isRest: !isDaily && (number + 3) % 7 > 4,
                isPaused: Int.random(in: 0..<20, using: &dice) == 0, isToday: index == length - 1)
        }
    }

    private static func row(_ day: Int, _ index: Int, _ dice: inout SplitMix) -> ProgressRow {
        // Some are of the same moment.
        let atMs = Int64(day) * 86_400_000 + Int64.random(in: 10...13, using: &dice) * 3_600_000
        let kinds: [ProgressRow.Kind] = [.entry, .entry, .set, .warmup, .session(isEffort: true)]
        let kind = kinds[Int.random(in: 0..<kinds.count, using: &dice)]
        let amount = Int64.random(in: 1...60, using: &dice)
        let isHeld = Bool.random(using: &dice)
        return ProgressRow(
            kind, id: "\(day)-\(index)", atMs: atMs,
            exercise: ["a", "b"][Int.random(in: 0...1, using: &dice)],
            reps: kind == .warmup || isHeld ? 0 : amount, seconds: isHeld ? amount : 0)
    }

    /// The fold at the end of each day.
    private static func folds(_ days: [ProgressFold.Day]) -> [ProgressFold] {
        var fold = ProgressFold(definitions)
        return days.map { day in
            fold.add(day, definitions, offered: [])
            return fold
        }
    }

    private static func expectNoLess(
        _ more: [ProgressFold.Day], than fewer: [ProgressFold.Day], _ what: String
    ) {
        for (after, before) in zip(folds(more), folds(fewer)) {
            let day = "day \((before.through ?? 0) - first) with \(what)"
            #expect(after.streak.length >= before.streak.length, "\(day)")
            #expect(after.streak.balance >= before.streak.balance, "\(day)")
            #expect(after.streak.best >= before.streak.best, "\(day)")
            let points = [after, before].map { $0.dayPoints + $0.tierPoints(definitions) }
            #expect(points[0] >= points[1], "\(day)")
        }
    }

    @Test(arguments: 0..<150) func anEffortMoreLowersNothing(_ seed: UInt64) {
        var dice = SplitMix(seed: seed)
        let days = Self.days(&dice)
        var more = days
        let index = Int.random(in: 0..<Self.length, using: &dice)
        more[index].rows.append(Self.row(Self.first + index, 9, &dice))
        Self.expectNoLess(more, than: days, "an effort more on day \(index)")
    }

    @Test(arguments: 0..<150) func aPauseMoreLowersNothing(_ seed: UInt64) {
        var dice = SplitMix(seed: seed)
        let days = Self.days(&dice)
        var more = days
        let index = Int.random(in: 0..<Self.length, using: &dice)
        for day in index..<min(Self.length, index + 5) { more[day].isPaused = true }
        Self.expectNoLess(more, than: days, "a pause from day \(index) on")
    }

    @Test(arguments: 0..<50) func theOrderOfRowsDoesNotMatter(_ seed: UInt64) {
        var dice = SplitMix(seed: seed)
        let days = Self.days(&dice)
        var others = days
        for index in others.indices { others[index].rows.shuffle(using: &dice) }
        #expect(Self.folds(others) == Self.folds(days))
    }

    /// The first days of a log may be deleted later, and earlier ones entered, so that what is kept of progress
    /// may begin on any day before the first effort. Others that begin elsewhere have to be equal to it.
    @Test(arguments: 0..<50) func daysBeforeTheFirstEffortLeaveNothing(_ seed: UInt64) {
        var dice = SplitMix(seed: seed)
        let days = Self.days(&dice).drop { $0.rows.isEmpty }
        guard let first = days.first?.number else { return }
        // Longer and shorter than the spans of the measures.
        for count in [1, 2, 3, 6, 8, 30] {
            let before = (1...count).reversed().map { back in
                ProgressFold.Day(
                    number: first - back, rows: [], isRest: back % 7 > 4, isPaused: back % 5 == 0,
                    isToday: false)
            }
            #expect(Self.folds(before + days).suffix(days.count) == Self.folds(Array(days))[...])
        }
    }

    @Test(arguments: 0..<50) func pointsAndBoundsAreThoseOfTheRules(_ seed: UInt64) {
        var dice = SplitMix(seed: seed)
        let days = Self.days(&dice)
        var points: Int64 = 0
        for (day, fold) in zip(days, Self.folds(days)) {
            var work: (reps: Int64, seconds: Int64, sets: Int64) = (0, 0, 0)
            for row in day.rows {
                if row.kind == .set { work.sets += 1 }
                if [.entry, .session(isEffort: true)].contains(row.kind) {
                    work.reps += row.reps
                    work.seconds += row.seconds
                }
            }
            let counted = work.reps / 10 + work.seconds / 30 + work.sets
            if !day.rows.isEmpty { points += 10 + 2 * min(20, counted) }
            #expect(fold.dayPoints == points)
            let streak = fold.streak
            #expect((0...14).contains(streak.balance) && streak.best >= streak.length)
            #expect(streak.tokens == streak.balance / 7)
        }
    }
}
