import TrackerAPI
import TrackerCore
import TrackerStore

extension StreakGet: Performable {
    func perform(in context: Context) throws -> Response {
        let settings = try context.transaction.settings()
        let progress = try context.progress()
        guard settings.streak else {
            return Response(
                length: 0, best: 0, tokens: 0, nextTokenIn: nil, today: .open, weeks: 0, days: [])
        }
        var days = try context.days()
        let first = from.map { days.number(of: $0.time, at: context.now) }
        let last = to.map { days.number(of: $0.time, at: context.now) }
        if let first, let last, last < first {
            throw Rejection.invalid("to", "to is before from")
        }
        let streak = progress.present.streak
        return Response(
            length: streak.length, best: streak.best, tokens: streak.tokens,
            nextTokenIn: streak.nextTokenIn, today: try context.today(in: progress),
            weeks: streak.weeks,
            days: try context.streak(
                from: first, through: min(last ?? .max, progress.today), today: progress.today
            ).map { StreakGet.Day($0.number, $0.state, $0.streak) })
    }
}

extension Context {
    /// The outcome of today so far.
    func today(in progress: ProgressState) throws -> Streak.State {
        if let state = progress.state { return state }
        let isActive = try transaction.settings().activeDays.isActive(progress.today)
        let pauses = try transaction.pauses(until: progress.today)
        if !isActive { return .rest }
        return pauses.contains { $0.contains(progress.today) } ? .paused : .open
    }

    fileprivate func append(
        _ type: EventType, _ pauses: [Pause], removed: [Pause] = []
    ) throws -> Written<StreakPausesView> {
        let today = try presentDay()
        let gone = Set((pauses + removed).map(\.id))
        let others = try transaction.pauses(until: today - Pause.maximumBack)
            .filter { !gone.contains($0.id) }
        let joined = Pause.joined(others + pauses)
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
        let pause = try Pause(
            id: context.newID(),
            from: from.map { days.number(of: $0.time, at: context.now) } ?? today,
            until: days.number(of: until.time, at: context.now), today: today)
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
        var (kept, gone): ([Pause], [Pause]) = ([], [])
        for pause in present {
            var ended = pause
            if ended.end(before: today) { kept.append(ended) } else { gone.append(pause) }
        }
        return try context.append(.streakResumed, kept, removed: gone)
    }
}
