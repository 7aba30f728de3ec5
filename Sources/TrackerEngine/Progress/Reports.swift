import TrackerAPI
import TrackerCore
import TrackerStore

/// A report while its sections are made.
struct Report {
    let context: Context
    let comparison: ReportComparison
    let settings: Settings.Fields
    let days: Days
    let rows: [Int: [ProgressRow]]
    let before: ReportSums
    let wholeBefore: ReportSums
    let strengthBefore: StrengthSums
    let answers: Responses
    let rateBefore: AnswerRate
    let progress: PeriodProgress

    private var period: ReportPeriod { comparison.period }

    /// End of the whole previous period, UTC milliseconds.
    private var beforeEndMs: Int64 { days.startMs(of: period.days.lowerBound) }

    private var isCut: Bool { comparison.isCut(before: beforeEndMs) }

    func view() throws -> ReportView {
        ReportView(
            period: period.length.rawValue, from: Days.text(of: period.days.lowerBound),
            to: Days.text(of: period.days.upperBound), running: comparison.isRunning,
            seq: context.transaction.lastSeq, comparedWith: comparedWith,
            totals: try totals(), days: dayViews, parts: parts.map { Days.text(of: $0.lowerBound) },
            active: active,
            reminders: reminders,
            hours: answers.hours.enumerated().filter { $1.rate.decided > 0 }.map {
                ReportView.Hour(
                    hour: $0, answered: $1.rate.answered, decided: $1.rate.decided)
            },
            streak: settings.streak ? streak : nil, training: try training(),
            strength: try strength(), focus: FocusView(rows.values.joined()),
            achievements: settings.achievements ? try achievements() : nil,
            challenges: settings.challenges ? try challenges() : nil,
            goals: try context.goals(inReportOn: comparison.days))
    }

    private var comparedWith: ReportView.Comparison {
        let before = comparison.daysBefore
        guard let cutMs = comparison.cutMs else {
            return .init(
                from: Days.text(of: before.lowerBound), to: Days.text(of: before.upperBound))
        }
        let zone = context.zone
        return .init(
            from: zone.text(ofMs: days.startMs(of: before.lowerBound)), to: zone.text(ofMs: cutMs),
            wholeTo: isCut ? Days.text(of: period.before.days.upperBound) : nil)
    }

    // MARK: Totals

    /// Parts that totals are split into, up to today: the days of a week or month, or the weeks of a year,
    /// the first of which may be short.
    private var parts: [ClosedRange<Int>] {
        let days = comparison.days
        switch period.length {
        case .day: return []
        case .week, .month: return days.map { $0...$0 }
        case .year:
            let first = settings.weekStarts.daysFromMonday
            var parts: [ClosedRange<Int>] = []
            for day in days {
                let begins = (day - Week(of: day).monday) == first
                if begins || parts.isEmpty {
                    parts.append(day...day)
                } else {
                    parts[parts.count - 1] = parts[parts.count - 1].lowerBound...day
                }
            }
            return parts
        }
    }

    private func totals() throws -> [ReportView.Total] {
        let parts = parts.map { days in ReportSums(days.lazy.compactMap { rows[$0] }.joined()) }
        let now = ReportSums(rows.values.lazy.joined())
        let activeDays = max(1, active.of)
        let totals = try Set(now.exercises).union(before.exercises).compactMap {
            id -> (efforts: Int, total: ReportView.Total)? in
            guard let exercise = try context.transaction.exercise(id: id) else { return nil }
            let unit = exercise.unit
            let (count, former) = (now.count(of: id, unit), before.count(of: id, unit))
            guard let change = ReportChange(from: former, to: count) else { return nil }
            return (
                now.efforts(of: id),
                ReportView.Total(
                    exercise: id, name: exercise.name, unit: unit.rawValue, count: count,
                    before: former, beforeWhole: isCut ? wholeBefore.count(of: id, unit) : nil,
                    change: change.percent, trend: change.trend,
                    perDay: Load.rounded(Double(count) / Double(comparison.days.count)),
                    perActiveDay: Load.rounded(Double(count) / Double(activeDays)),
                    parts: parts.map { $0.count(of: id, unit) })
            )
        }
        return totals.sorted {
            ($1.efforts, $0.total.name, $0.total.exercise)
                < ($0.efforts, $1.total.name, $1.total.exercise)
        }.map(\.total)
    }

    // MARK: Days

    private var dayViews: [ReportView.Day] {
        comparison.days.map { number in
            let efforts = (rows[number] ?? []).filter(\.isEffort)
            var work = Work()
            for effort in efforts { work += effort.work }
            return ReportView.Day(
                day: Days.text(of: number), state: progress.states[number] ?? .rest,
                efforts: Int64(efforts.count), reps: efforts.reduce(0) { $0 + $1.reps },
                seconds: efforts.reduce(0) { $0 + $1.seconds },
                volume: work.value(in: settings.unit), focus: FocusView(rows[number] ?? []))
        }
    }

    private var active: ReportView.Active {
        let asked = comparison.days.filter(settings.activeDays.isActive)
        let done = asked.count { (rows[$0] ?? []).contains(where: \.isEffort) }
        return ReportView.Active(done: done, of: asked.count)
    }

    private var streak: ReportView.StreakPart? {
        guard let streak = progress.streak, streak.day != nil else { return nil }
        func count(_ state: Streak.State) -> Int { progress.states.values.count { $0 == state } }
        return ReportView.StreakPart(
            length: streak.length, best: streak.best, tokens: streak.tokens, done: count(.done),
            frozen: count(.frozen), missed: count(.missed))
    }

    // MARK: Reminders

    private var reminders: ReportView.Responses {
        ReportView.Responses(
            answers,
            before: rateBefore.share.map {
                .init(
                    answerRate: $0,
                    points: ReportChange.points(from: rateBefore, to: answers.rate))
            })
    }

    // MARK: Training and strength

    private func training() throws -> ReportView.TrainingPart? {
        let sums = try context.transaction.completeTrainings(in: TimeSpan(days: comparison.days))
        guard sums.sessions > 0 else { return nil }
        return ReportView.TrainingPart(
            sessions: sums.sessions, reached: sums.reached, seconds: sums.heldMs / 1000,
            reps: sums.reps)
    }

    private func strength() throws -> ReportView.StrengthPart? {
        let unit = settings.unit
        let now = StrengthSums(rows.values.lazy.joined())
        guard now.sets > 0 else { return nil }
        let before = strengthBefore
        let lifts = try lifts(now)
        return ReportView.StrengthPart(
            volume: now.work.value(in: unit), unit: unit.rawValue, sets: now.sets,
            records: progress.records, workouts: now.workouts > 0 ? now.workouts : nil,
            before: before.sets == 0
                ? nil
                : ReportView.StrengthPart.Before(
                    volume: before.work.value(in: unit), sets: before.sets,
                    workouts: before.workouts > 0 ? before.workouts : nil),
            lifts: lifts.isEmpty ? nil : lifts)
    }

    /// Lifts whose best estimated 1RM differs from the one of the period before.
    private func lifts(_ now: StrengthSums) throws -> [ReportView.Lift] {
        let unit = settings.unit
        let moved = try now.lifts.compactMap { id, lift -> (sets: Int, lift: ReportView.Lift)? in
            guard let best = lift.best, let former = strengthBefore.lifts[id]?.best,
                best != former, let exercise = try context.transaction.exercise(id: id)
            else { return nil }
            return (
                lift.sets,
                ReportView.Lift(
                    exercise: id, name: exercise.name,
                    value: Load.rounded(best / Double(unit.micrograms)),
                    before: Load.rounded(former / Double(unit.micrograms)))
            )
        }
        return moved.sorted {
            ($1.sets, $0.lift.name, $0.lift.exercise) < ($0.sets, $1.lift.name, $1.lift.exercise)
        }.map(\.lift)
    }

    // MARK: Achievements and challenges

    private func achievements() throws -> [ReportView.Earned]? {
        let progress = try context.progress()
        let days = comparison.days
        let earned = progress.tiers.compactMap { tier -> (Int64, ReportView.Earned)? in
            guard let earned = tier.earned, days.contains(earned.day) else { return nil }
            return (
                earned.atMs,
                ReportView.Earned(
                    id: tier.achievement.id, tier: tier.step.tier.rawValue,
                    name: tier.achievement.name, earnedAt: context.zone.text(ofMs: earned.atMs))
            )
        }
        // The sort is stable, so tiers of the same moment keep their order.
        return earned.isEmpty ? nil : earned.sorted { $0.0 < $1.0 }.map(\.1)
    }

    private func challenges() throws -> [ReportView.Challenge]? {
        let challenges = try context.transaction.challenges(on: comparison.days)
            .filter { !$0.isSwappedAway || $0.completedMs != nil }
        guard !challenges.isEmpty else { return nil }
        return challenges.sorted { ($0.from, $0.key) < ($1.from, $1.key) }.map {
            ReportView.Challenge(
                kind: $0.kind.rawValue, text: $0.text,
                completedAt: $0.completedMs.map(context.zone.text))
        }
    }
}

// MARK: - Sums

/// Sums of efforts by exercise, warm-ups left out.
struct ReportSums {
    private struct Sum {
        var efforts = 0
        var reps: Int64 = 0
        var seconds: Int64 = 0

        mutating func add(_ row: ProgressRow) {
            efforts += 1
            reps += row.reps
            seconds += row.seconds
        }
    }

    private var sums: [String: Sum] = [:]

    init(_ rows: some Sequence<ProgressRow> = []) {
        for row in rows { add(row) }
    }

    mutating func add(_ row: ProgressRow) {
        guard row.isEffort, row.kind != .warmup, let exercise = row.exercise else { return }
        sums[exercise, default: Sum()].add(row)
    }

    var exercises: some Sequence<String> { sums.keys }

    func efforts(of exercise: String) -> Int { sums[exercise]?.efforts ?? 0 }

    func count(of exercise: String, _ unit: Exercise.Unit) -> Int64 {
        let sum = sums[exercise] ?? Sum()
        return unit == .seconds ? sum.seconds : sum.reps
    }
}

/// Sums of the strength log, warm-ups left out.
struct StrengthSums {
    struct Lift {
        var sets = 0
        /// Best estimated 1RM in micrograms; `nil` without a load, and above the reps of the formulas.
        var best: Double?
    }

    private(set) var sets = 0
    /// Number of finished workouts.
    private(set) var workouts = 0
    private(set) var work = Work()
    /// Lifts by the id of their exercise.
    private(set) var lifts: [String: Lift] = [:]

    init(_ rows: some Sequence<ProgressRow> = []) {
        for row in rows { add(row) }
    }

    mutating func add(_ row: ProgressRow) {
        switch row.kind {
        case .workout: workouts += 1
        case .set:
            sets += 1
            work += row.work
            guard let exercise = row.exercise else { return }
            lifts[exercise, default: Lift()].sets += 1
            guard let lift = row.lift, lift.load > 0,
                let best = OneRepMax.estimate(load: Double(lift.load), reps: lift.reps)
            else { return }
            let former = lifts[exercise]?.best ?? 0
            lifts[exercise]?.best = max(former, best)
        default: return
        }
    }
}

/// Progress over a range of days.
struct PeriodProgress {
    /// States of the days, by the number of the day; none before the first effort.
    fileprivate(set) var states: [Int: Streak.State] = [:]
    /// The streak at the end of the last day; `nil` where no day was taken in.
    fileprivate(set) var streak: StreakState?
    /// Number of sets of these days that made a record at their time.
    fileprivate(set) var records = 0
}

extension Context {
    /// Progress over a range of days; the last one may be today.
    func progress(through days: ClosedRange<Int>) throws -> PeriodProgress {
        let today = try presentDay()
        var period = PeriodProgress()
        let last = min(days.upperBound, today)
        guard days.lowerBound <= last else { return period }
        for day in try streak(from: days.lowerBound, through: last, today: today) {
            period.states[day.number] = day.state
            period.streak = day.streak
        }
        let definitions = try definitions()
        let before = try fold(through: days.lowerBound - 1, definitions)
        period.records = try recordsMade(through: last, today, after: before, definitions)
        period.records -= before.recordsMade
        if last == today, period.states[today] == nil {
            period.states[today] = try self.today(in: progress())
        }
        return period
    }

    /// The number of sets that made a record up to the end of a day, or so far today.
    private func recordsMade(
        through last: Int, _ today: Int, after before: ProgressFold,
        _ definitions: ProgressDefinitions
    ) throws -> Int {
        guard last < today else { return try progress().present.recordsMade }
        let kept = try keptFold(upTo: last, definitions)
        let isLater = kept?.through ?? .min > before.through ?? .min
        return try fold(from: isLater ? kept : before, through: last, definitions).recordsMade
    }
}
