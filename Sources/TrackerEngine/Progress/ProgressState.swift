import TrackerCore
import TrackerStore

/// Progress as it is now.
struct ProgressState {
    /// Number of the present day.
    let today: Int
    let definitions: ProgressDefinitions
    /// At the end of yesterday.
    let closed: ProgressFold
    /// With today as it is so far.
    let present: ProgressFold
    /// The outcome of today so far; `nil` before the first effort.
    let state: Streak.State?
    /// The rows of today.
    let rows: [ProgressRow]
    /// Challenges of the last days, those that were swapped away included.
    let offered: [Challenge]
    /// All tiers, in the order of their definitions.
    let tiers: [AchievementTier]

    init(
        today: Int, definitions: ProgressDefinitions, closed: ProgressFold, present: ProgressFold,
        state: Streak.State?, rows: [ProgressRow], offered: [Challenge]
    ) {
        self.today = today
        self.definitions = definitions
        self.closed = closed
        self.present = present
        self.state = state
        self.rows = rows
        self.offered = offered
        tiers = definitions.achievements.enumerated().flatMap { index, achievement in
            let value = present.value(ofAchievement: index)
            return achievement.steps.map { step in
                let key = achievement.key(of: step.tier)
                return AchievementTier(
                    achievement: achievement, step: step, key: key, value: value,
                    earned: step.threshold <= value ? present.earned[key] : nil)
            }
        }
    }
}

/// A tier of an achievement, with the value so far.
struct AchievementTier {
    let achievement: Achievement
    let step: Achievement.Step
    /// Such as `first-steps:bronze`.
    let key: String
    let value: Int64
    /// The effort that reached it; `nil` for one that isn't held.
    let earned: ProgressFold.Earned?

    var isHeld: Bool { value >= step.threshold }
    /// Time of that effort, UTC milliseconds; the last of all for one that isn't held.
    var reachedMs: Int64 { earned?.atMs ?? .max }
}

/// The facts that days are made of, for a fold over some of them.
struct DayFacts {
    private let zones: ZoneHistory
    private let activeDays: ActiveDays
    private let pauses: [StreakPausePeriod]

    init(_ context: Context) throws {
        let settings = try context.transaction.settings()
        zones = ZoneHistory(
            try context.transaction.zoneChanges(), present: context.zone,
            startMinute: settings.dayStartMinute)
        activeDays = settings.activeDays
        pauses = try context.transaction.pauses()
    }

    func day(_ number: Int, _ rows: [ProgressRow], isToday: Bool = false) -> ProgressFold.Day {
        ProgressFold.Day(
            number: number, rows: rows, isRest: isRest(number), isPaused: isPaused(number),
            isToday: isToday)
    }

    func facts(_ number: Int, hasEffort: Bool) -> Streak.Facts {
        Streak.Facts(
            hasEffort: hasEffort, isRest: isRest(number), isPaused: isPaused(number))
    }

    /// Whether a day is paused or lasted less than 12 hours.
    func isExcused(_ number: Int) -> Bool { isPaused(number) || zones.isShort(number) }

    private func isRest(_ number: Int) -> Bool {
        !activeDays.isActive(number) || zones.isShort(number)
    }

    private func isPaused(_ number: Int) -> Bool { pauses.contains { $0.contains(number) } }
}

extension Context {
    func definitions() throws -> ProgressDefinitions {
        try dependencies.libraryFacts(in: transaction).definitions
    }

    /// Progress as it is now. While nothing was journaled, it is that of the last time.
    func progress() throws -> ProgressState {
        let today = try presentDay()
        let key = Memos.ProgressKey(seq: transaction.lastSeq, today: today)
        let isKept = isComplete || transaction.events.isEmpty
        if isKept, let known = dependencies.memos.progress.value(for: key) { return known }
        let state = try progress(on: today)
        if isKept { dependencies.memos.progress.keep(state, for: key) }
        return state
    }

    private func progress(on today: Int) throws -> ProgressState {
        let definitions = try definitions()
        let closed = try fold(through: today - 1, definitions)
        let rows = try transaction.progressRows(on: today...today)[today] ?? []
        let offered = try transaction.challenges(on: today - 1...today)
        var present = closed
        let state = present.add(
            try DayFacts(self).day(today, rows, isToday: true), definitions, offered: offered)
        return ProgressState(
            today: today, definitions: definitions, closed: closed, present: present,
            state: state, rows: rows, offered: offered)
    }

    /// The fold of all days up to one, from the last checkpoint on.
    func fold(through day: Int, _ definitions: ProgressDefinitions) throws -> ProgressFold {
        try fold(from: keptFold(upTo: day, definitions), through: day, definitions)
    }

    /// The fold of the last checkpoint up to a day; `nil` where there is none.
    func keptFold(upTo day: Int, _ definitions: ProgressDefinitions) throws -> ProgressFold? {
        try transaction.checkpoint(upTo: day).flatMap { try fold(of: $0, definitions) }
    }

    func fold(
        of checkpoint: Checkpoint, _ definitions: ProgressDefinitions
    ) throws -> ProgressFold? {
        if let kept = dependencies.memos.checkpoint.value(for: checkpoint) { return kept }
        guard let content = try transaction.content(of: checkpoint),
            let fold = try? JSONText.value(ProgressFold.self, from: content),
            fold.fits(definitions)
        else { return nil }
        dependencies.memos.checkpoint.keep(fold, for: checkpoint)
        return fold
    }

    /// Takes in the days after a fold, or all.
    ///
    /// - Parameter body: gets each day's outcome, with the fold at its end; `nil` before the first effort.
    func fold(
        from start: ProgressFold?, through last: Int, _ definitions: ProgressDefinitions,
        _ body: (ProgressFold, Streak.State?) throws -> Void = { _, _ in }
    ) throws -> ProgressFold {
        var fold = start ?? ProgressFold(definitions)
        guard let first = try fold.through.map({ $0 + 1 }) ?? transaction.dayBeforeProgress(),
            first <= last
        else { return fold }
        let facts = try DayFacts(self)
        // As many days at once as there are between two checkpoints, so that memory stays bounded.
        for part in stride(from: first, through: last, by: Self.checkpointDays) {
            let days = part...min(last, part + Self.checkpointDays - 1)
            let rows = try transaction.progressRows(on: days)
            let offered = try transaction.challenges(on: days.lowerBound - 1...days.upperBound)
            for number in days {
                let day = facts.day(number, rows[number] ?? [])
                let state = fold.add(day, definitions, offered: offered)
                try body(fold, state)
            }
        }
        return fold
    }

    /// The streak's days up to one, those before the first effort left out. Of what was done on them only
    /// whether there was an effort is read.
    ///
    /// - Parameters:
    ///   - first: number of the first of them; `nil` for the first of all.
    ///   - last: number of the last of them, today at most.
    func streak(from first: Int?, through last: Int, today: Int) throws -> [Streak.Day] {
        let start = try first.flatMap { try keptFold(upTo: $0 - 1, definitions()) }
        let earliest = try start?.through.map { $0 + 1 } ?? transaction.dayBeforeProgress()
        guard let earliest, earliest <= last else { return [] }
        let days = try streak(
            after: start?.streak ?? StreakState(), over: earliest...last, today: today)
        guard let first else { return days }
        return days.filter { $0.number >= first }
    }

    /// The streak's days among some, after what it was before them.
    func streak(
        after start: StreakState, over days: ClosedRange<Int>, today: Int
    ) throws -> [Streak.Day] {
        try streak(after: start, over: days, today: today, done: transaction.effortDays(on: days))
    }

    /// - Parameter done: numbers of the days that have an effort.
    func streak(
        after start: StreakState, over days: ClosedRange<Int>, today: Int, done: Set<Int>
    ) throws -> [Streak.Day] {
        let facts = try DayFacts(self)
        return Streak(after: start, over: days.lowerBound..<days.upperBound + 1, today: today) {
            facts.facts($0, hasEffort: done.contains($0))
        }.days
    }

    /// Makes the checkpoints of a state that has none, while there is time, with at least one step.
    ///
    /// - Returns: whether the last one is of yesterday, or there is nothing to make one of.
    func makeCheckpoints(while hasTime: () -> Bool) throws -> Bool {
        let definitions = try definitions()
        let last = try presentDay() - 1
        repeat {
            let start = try keptFold(upTo: last, definitions)
            let place = try start?.through ?? transaction.dayBeforeProgress()
            guard let place, place < last else { return true }
            let end = min(last, Self.end(ofStepAfter: place))
            try keep(fold(from: start, through: end, definitions), after: start?.through)
        } while hasTime()
        return false
    }
}
