import TrackerAPI
import TrackerCore
import TrackerStore

extension StreakGet: SlicedRead {
    func slices() throws -> any Slices {
        guard let exercise else { return StreakSlices(self) }
        return ExerciseStreakSlices(self, of: exercise)
    }
}

/// Lists the days of the streak, some at a time.
private final class StreakSlices: Slices {
    /// Number of days that are listed at once.
    private static let daysOfStep = 128

    private let request: StreakGet
    private var days: [StreakGet.Day] = []
    /// Streak before the days that are still to be listed.
    private var place: StreakState?
    /// Number of the first day that is still to be listed; `nil` before the beginning.
    private var next: Int?

    init(_ request: StreakGet) { self.request = request }

    func advance(in context: Context, while hasTime: () -> Bool) throws -> String? {
        let progress = try context.progress()
        guard try context.transaction.settings().streak else {
            return try JSONText.of(
                StreakGet.Response(
                    length: 0, best: 0, tokens: 0, nextTokenIn: nil, today: .open, weeks: 0,
                    days: []))
        }
        let (first, last) = try request.bounds(in: context)
        let end = min(last ?? .max, progress.today)
        if next == nil {
            let start = try first.flatMap {
                try context.keptFold(upTo: $0 - 1, progress.definitions)
            }
            place = start?.streak
            next =
                try start?.through.map { $0 + 1 } ?? context.transaction.dayBeforeProgress() ?? .max
        }
        repeat {
            guard let from = next, from <= end else {
                return try response(progress, in: context)
            }
            let through = min(end, from + Self.daysOfStep - 1)
            let part = try context.streak(
                after: place ?? StreakState(), over: from...through, today: progress.today)
            days += part.filter { $0.number >= first ?? .min }
                .map { StreakGet.Day($0.number, $0.state, $0.streak) }
            place = part.last?.streak ?? place
            next = through + 1
        } while hasTime()
        return nil
    }

    private func response(_ progress: ProgressState, in context: Context) throws -> String {
        let streak = progress.present.streak
        return try JSONText.of(
            StreakGet.Response(
                length: streak.length, best: streak.best, tokens: streak.tokens,
                nextTokenIn: streak.nextTokenIn, today: context.today(in: progress),
                weeks: streak.weeks, days: days))
    }
}

/// Lists the days of one exercise's streak, some at a time: all of them from its first on, since no checkpoint
/// has its length.
private final class ExerciseStreakSlices: Slices {
    /// Number of days that are taken in at once.
    private static let daysOfStep = 365

    private let request: StreakGet
    private let name: String
    private var exercise: Exercise?
    private var days: [StreakGet.Day] = []
    private var state = StreakState()
    /// Outcome of today; `nil` before the exercise's first day.
    private var outcomeOfToday: Streak.State?
    /// Number of the first day that is still to be taken in; `nil` before the beginning.
    private var next: Int?

    init(_ request: StreakGet, of name: String) {
        self.request = request
        self.name = name
    }

    func advance(in context: Context, while hasTime: () -> Bool) throws -> String? {
        let exercise = try self.exercise ?? context.exercise(name, readFrom: .entries)
        self.exercise = exercise
        let today = try context.presentDay()
        guard try context.transaction.settings().streak else {
            return try JSONText.of(response(exercise, isOn: false, today: .open))
        }
        let (first, last) = try request.bounds(in: context)
        if next == nil { next = try context.transaction.dayBeforeProgress() ?? Int.max }
        repeat {
            guard let from = next, from <= today else {
                let outcome = try outcomeOfToday ?? context.outcomeWithoutEffort(on: today)
                return try JSONText.of(response(exercise, isOn: true, today: outcome))
            }
            let through = min(today, from + Self.daysOfStep - 1)
            let efforts = try context.transaction.efforts(
                ofExercise: exercise.id, on: from...through)
            let part = try context.streak(
                after: state, over: from...through, today: today, done: Set(efforts.keys))
            for day in part where day.number >= first ?? .min && day.number <= last ?? .max {
                var listed = StreakGet.Day(day.number, day.state, day.streak)
                listed.efforts = efforts[day.number] ?? 0
                days.append(listed)
            }
            if let end = part.last {
                state = end.streak
                if end.number == today { outcomeOfToday = end.state }
            }
            next = through + 1
        } while hasTime()
        return nil
    }

    private func response(
        _ exercise: Exercise, isOn: Bool, today: Streak.State
    ) -> StreakGet.Response {
        StreakGet.Response(
            length: state.length, best: state.best, tokens: state.tokens,
            nextTokenIn: isOn ? state.nextTokenIn : nil, today: today, weeks: state.weeks,
            exercise: exercise.id, name: exercise.name, days: days)
    }
}

extension StreakGet {
    /// Numbers of the first and the last day; `nil` for none.
    fileprivate func bounds(in context: Context) throws -> (first: Int?, last: Int?) {
        var days = try context.days()
        let first = try from.map { days.number(of: try context.past($0), at: context.now) }
        let last = try to.map { days.number(of: try context.past($0), at: context.now) }
        if let first, let last, last < first {
            throw Rejection.invalid("to", "\(field: "to") is before \(field: "from")")
        }
        return (first, last)
    }
}

extension Context {
    /// The outcome of today so far.
    func today(in progress: ProgressState) throws -> Streak.State {
        try progress.state ?? outcomeWithoutEffort(on: progress.today)
    }

    /// The outcome of today while it has no effort.
    fileprivate func outcomeWithoutEffort(on today: Int) throws -> Streak.State {
        let isActive = try transaction.settings().activeDays.isActive(today)
        let pauses = try transaction.pauses(until: today)
        if !isActive { return .rest }
        return pauses.contains { $0.contains(today) } ? .paused : .open
    }

    fileprivate func append(
        _ type: EventType, _ pauses: [StreakPausePeriod], removed: [StreakPausePeriod] = []
    ) throws -> Written<StreakPausesView> {
        let today = try presentDay()
        let gone = Set((pauses + removed).map(\.id))
        let others = try transaction.pauses(until: today - StreakPausePeriod.maximumBack)
            .filter { !gone.contains($0.id) }
        let joined = StreakPausePeriod.joined(others + pauses)
        let view = StreakPausesView(
            pauses: joined.map {
                .init(from: Days.text(of: $0.lowerBound), until: Days.text(of: $0.upperBound))
            })
        return try append(type, subject: "streak", data: view, pauses, removed: removed)
    }
}

extension StreakGet.Day {
    init(_ number: Int, _ state: Streak.State, _ streak: StreakState) {
        self.init(
            day: Days.text(of: number), state: state, length: streak.length, tokens: streak.tokens)
    }
}

extension StreakPause: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        var days = try context.days()
        let today = try context.presentDay()
        let pause = try StreakPausePeriod(
            id: context.newID(),
            from: from.map { days.number(of: try context.past($0), at: context.now) } ?? today,
            until: days.number(
                of: until.time.comingDay(by: context.localNow()), at: context.now),
            today: today)
        return try context.append(.streakPaused, [pause])
    }
}

extension StreakResume: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        let today = try context.presentDay()
        let present = try context.transaction.pauses(until: today).filter { $0.contains(today) }
        guard !present.isEmpty else {
            throw Rejection.conflict("the streak isn't paused today", state: "running")
        }
        var (kept, gone): ([StreakPausePeriod], [StreakPausePeriod]) = ([], [])
        for pause in present {
            var ended = pause
            if ended.end(before: today) { kept.append(ended) } else { gone.append(pause) }
        }
        return try context.append(.streakResumed, kept, removed: gone)
    }
}
