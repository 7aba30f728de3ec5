import TrackerAPI
import TrackerCore
import TrackerStore

// The end of the person's day, and the time at which a report is told of. Both follow from the zone and the
// settings, so the next of them is kept in memory alone (`Engine.dayEndMs`).

extension Context {
    /// The next moment at which a day ends or a report is due; `nil` while there is nothing to tell of.
    func nextDayEndMs() throws -> Int64? {
        guard
            try transaction.checkpoint() != nil || transaction.dayBeforeProgress() != nil
                || !definitions().challenges.isEmpty
        else { return nil }
        let days = try days()
        let today = try presentDay()
        let open = try closedDay().map { min($0 + 1, today) } ?? today
        let end = days.startMs(of: open + 1)
        // There is nothing to report before the first effort.
        guard try reportedDay() != nil, let report = try nextReportMs(today: today) else {
            return end
        }
        return min(end, report)
    }

    /// Number of the last day whose end was told; `nil` before the first.
    func closedDay() throws -> Int? {
        try transaction.meta(.closedDay, as: Int64.self).map(Int.init)
    }

    /// Number of the last day whose report was told or left out; `nil` before the first effort.
    private func reportedDay() throws -> Int? {
        try transaction.meta(.reportedDay, as: Int64.self).map(Int.init)
    }

    /// Notes that the ends of all days up to one were told, or are history.
    func closeDay(_ day: Int) throws {
        if try closedDay() != day { try transaction.setMeta(.closedDay, Int64(day)) }
    }

    // MARK: Days

    /// Begins to tell the ends of days, with today's; what is older is history. Days that have come back,
    /// by a journey west or a later start of the day, are open again.
    func beginDays(today: Int) throws {
        if try closedDay() ?? .max >= today { try closeDay(today - 1) }
        guard try reportedDay() == nil, try transaction.dayBeforeProgress() != nil else { return }
        // Of today only what begins before the time of the report is told of.
        let isOver = try reportMs(on: today, transaction.settings()) <= now.wallMs
        try transaction.setMeta(.reportedDay, Int64(isOver ? today : today - 1))
    }

    /// Tells the end of a day that is over.
    ///
    /// - Parameter state: its outcome; `nil` before the first effort.
    func tellEnd(of day: Int, _ state: Streak.State?, _ streak: StreakState) throws {
        guard let state, try transaction.settings().streak else { return }
        try append(.dayClosed, subject: "day", data: StreakGet.Day(day, state, streak))
        try transaction.setMeta(.toldStreak, streak.length)
    }

    // MARK: Reports

    /// Longest time by which a report may be late, in milliseconds.
    private static let lateMs: Int64 = 14_400_000

    /// The moment of today's report; `nil` where none is wanted, or it was told or dropped.
    private func nextReportMs(today: Int) throws -> Int64? {
        let settings = try transaction.settings()
        guard settings.reports.isOn else { return nil }
        let dueMs = try reportMs(on: max(today, (reportedDay() ?? .min) + 1), settings)
        guard dueMs <= now.wallMs, let quiet = try transaction.doNotDisturb(),
            !quiet.isOver(at: now)
        else { return dueMs }
        // It waits until the person may be disturbed, or it is too late.
        return min(max(quiet.endsMs(at: now), now.wallMs + 1000), dueMs + Self.lateMs + 1)
    }

    private func reportMs(on day: Int, _ settings: Settings.Fields) -> Int64 {
        // A time before the start of the day is that of the night after.
        let isNight = settings.reports.minute < settings.dayStartMinute
        let days = Days(zone: zone, startMinute: settings.reports.minute)
        return days.startMs(of: isNight ? day + 1 : day)
    }

    /// Tells of today's report, once its time has come and the person may be disturbed.
    func tellReport() throws {
        let settings = try transaction.settings()
        let today = try presentDay()
        guard let dueMs = try nextReportMs(today: today), dueMs <= now.wallMs else { return }
        try transaction.setMeta(.reportedDay, Int64(today))
        let isLate = now.wallMs - reportMs(on: today, settings) > Self.lateMs
        guard !isLate, let period = period(endingOn: today, settings) else { return }
        guard var report = try report(period, endingOn: today, settings) else { return }
        // The journal keeps of which reminders suggestions were told.
        let told = try transaction.suggestedReminders(after: today - Self.suggestionPause)
        report.suggestion = try suggestion(besides: told)
        try append(.reportReady, subject: "report", data: report)
    }

    /// Days from the one on which a suggestion for a reminder is told until another one may be.
    private static let suggestionPause = 14

    /// The longest period that ends with a day and whose report is wanted.
    private func period(endingOn day: Int, _ settings: Settings.Fields) -> ReportGet.Period? {
        if settings.reports.monthly, Days.text(of: day + 1).hasSuffix("-01") { return .month }
        let last = (settings.weekStarts.daysFromMonday + 6) % 7
        if settings.reports.weekly, day - Week(of: day).monday == last { return .week }
        return settings.reports.daily ? .day : nil
    }

    /// Report that ends today, in one line; `nil` if nothing was done, or another machine tells it.
    private func report(
        _ period: ReportGet.Period, endingOn today: Int, _ settings: Settings.Fields
    ) throws -> ReportReady? {
        let first =
            switch period {
            case .day: today
            case .week: today - 6
            case .month, .year: Month(String(Days.text(of: today).prefix(7)))?.days.first ?? today
            }
        let rows = try transaction.progressRows(on: first...today)
        let efforts = rows.values.joined().filter(\.isEffort)
        guard let last = efforts.max(by: { ($0.atMs, $0.id) < ($1.atMs, $1.id) }),
            try !wasMadeElsewhere(last)
        else { return nil }
        let active = (first...today).filter(settings.activeDays.isActive)
        let done = active.count { rows[$0]?.contains(where: \.isEffort) ?? false }
        let noun = active.count == 1 ? "active day" : "active days"
        let days = period == .day ? "" : ". \(done) of \(active.count) \(noun)"
        return ReportReady(
            period: period.rawValue, from: Days.text(of: first), to: Days.text(of: today),
            text: try sums(of: efforts) + days)
    }

    /// Whether an effort came from another machine: the person was there last, so its daemon tells the report.
    private func wasMadeElsewhere(_ effort: ProgressRow) throws -> Bool {
        guard transaction.isSharing else { return false }
        let table =
            switch effort.kind {
            case .entry: LogEntry.table
            case .set, .warmup: WorkoutSet.table
            case .session: Training.table
            case .workout: Workout.table
            case .answer: Occurrence.table
            case .run: Run.table
            case .challenge: Challenge.table
            }
        let stamps = try transaction.entry(ofKind: table, id: effort.id)?.row.stamps
        guard let writer = stamps?[SharedParts.others].writer else { return false }
        return try !transaction.isOwn(writer)
    }

    /// The sums of the exercises that were done most: `42 Push-ups, 3m Plank and 2 more`.
    private func sums(of efforts: [ProgressRow]) throws -> String {
        var sums: [String: (efforts: Int, reps: Int64, seconds: Int64)] = [:]
        for effort in efforts where effort.kind != .warmup {
            guard let exercise = effort.exercise else { continue }
            let former = sums[exercise] ?? (0, 0, 0)
            sums[exercise] = (
                former.efforts + 1, former.reps + effort.reps, former.seconds + effort.seconds
            )
        }
        let sorted = sums.sorted { ($1.value.efforts, $0.key) < ($0.value.efforts, $1.key) }
        guard !sorted.isEmpty else { return "Training" }
        let texts = try sorted.prefix(Self.tellingSums).map { exercise, sum in
            let name = try name(ofExercise: exercise) ?? exercise
            // Of a distance there is neither.
            guard sum.reps > 0 || sum.seconds > 0 else { return name }
            let amount =
                sum.reps > 0 ? "\(sum.reps)" : DurationText.text(ms: sum.seconds * 1000)
            return "\(amount) \(name)"
        }
        let more = sorted.count - texts.count
        return texts.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    }

    private static let tellingSums = 3
}
