import TrackerAPI
import TrackerCore
import TrackerStore

/// An exercise that was done, recorded as a log entry or as a set.
struct Effort {
    /// Id of the exercise.
    let exercise: String
    /// UTC milliseconds.
    let atMs: Int64
    /// Id of the log entry; `nil` for a set.
    let entry: String?

    init(_ entry: LogEntry) {
        exercise = entry.exercise
        atMs = entry.atMs
        self.entry = entry.id
    }

    init(_ set: WorkoutSet) {
        exercise = set.exercise
        atMs = set.atMs
        entry = nil
    }
}

/// Connects reminders with exercises and the log.
extension Context {
    func exercise(of reminder: Reminder) throws -> Exercise? {
        try reminder.fields.exerciseID.flatMap { try transaction.exercise(id: $0) }
    }

    /// Logs the exercise that an answer reports.
    ///
    /// - Parameters:
    ///   - exercise: the exercise to log; `nil` for the reminder's.
    ///   - count: the count to log; `nil` for the reminder's, or else the usual one.
    ///   - seconds: the count of an exercise that is counted in seconds; `nil` for `count`.
    /// - Returns: the entry, which answers other occurrences, too; `nil` where there is nothing to log.
    func logEntry(
        answering occurrence: Occurrence, of reminder: Reminder, exercise text: String?,
        count: Int64?, seconds: Int64?
    ) throws -> LogEntry? {
        let own = try exercise(of: reminder)
        // A bare count is of an exercise that only the person knows.
        let standing =
            count == nil && (seconds != nil || reminder.fields.count == nil)
            ? try self.standing(for: reminder) : nil
        guard let exercise = try text.map({ try exercise($0) }) ?? own ?? standing else {
            guard seconds == nil else {
                throw Rejection.invalid(
                    "seconds",
                    "\(field: "seconds") needs an exercise, and this reminder has none: name one")
            }
            guard count == nil else {
                throw Rejection.invalid(
                    "count",
                    "\(field: "count") needs an exercise, and this reminder has none: name one")
            }
            return nil
        }
        // A reminder's count for any exercise means reps; for a held exercise it would be taken for seconds.
        let isMeant =
            own?.id == exercise.id
            || reminder.isAnswered(byExercise: exercise.id) && exercise.unit == .reps
        let asked = isMeant ? reminder.fields.count : nil
        let usual =
            standing != nil && text == nil
            ? exercise.fields.defaultCount : try usualCount(of: exercise)
        let given = try exercise.count(count, seconds: seconds)
        let entry = try LogEntry(
            id: newID(), exercise: exercise, count: given ?? asked ?? usual,
            time: local(now.wallMs), source: .reminder, occurrence: occurrence.id,
            order: transaction.nextOrder(of: LogEntry.self), at: now)
        try record(.logAdded, entry, of: exercise, beside: intervals(begunBy: Effort(entry)))
        return entry
    }

    /// Exercise that is logged where a reminder for any exercise was answered without naming one: standing.
    /// `nil` for other reminders, and where the person has no such exercise.
    private func standing(for reminder: Reminder) throws -> Exercise? {
        guard reminder.fields.exercise == Reminder.anyExercise else { return nil }
        let standing = try transaction.exercise(key: NameKey.of("Standing"))
        return standing.flatMap { $0.isArchived ? nil : $0 }
    }

    /// Adds an entry to the log, with its consequences for reminders.
    ///
    /// - Returns: the entry.
    @discardableResult
    func add(_ entry: LogEntry, of exercise: Exercise) throws -> Written<LogEntryView> {
        let effort = Effort(entry)
        let result = try record(
            .logAdded, entry, of: exercise, beside: intervals(begunBy: effort))
        try answerPending(by: effort)
        return result
    }

    /// Answers all live occurrences that wait for this exercise or for any, unless they fired after the
    /// effort.
    func answerPending(by effort: Effort) throws {
        var answered: [Reminder] = []
        for var live in try transaction.liveOccurrences().reversed() {
            guard let reminder = try transaction.reminder(id: live.reminder),
                reminder.isAnswered(byExercise: effort.exercise),
                live.isAnswered(byEffortAtMs: effort.atMs),
                let change = try live.answer(log: effort.entry, at: now)
            else { continue }
            let moved = try movedNext(of: reminder, for: live, base: now)
            try append(change, live, of: reminder, moved)
            if !live.isTest { answered.append(reminder) }
        }
        try deleteFinished(answered)
    }

    /// Next occurrences of reminders with anchor `response` that the exercise answers and that have no live
    /// occurrence. Their intervals begin again at the time of the effort, unless they began later.
    func intervals(begunBy effort: Effort) throws -> [Occurrence] {
        let base = now.advanced(byMs: min(0, effort.atMs - now.wallMs))
        return try transaction.reminders(answeredBy: effort.exercise).flatMap { reminder in
            let (next, live) = try transaction.currentOccurrences(of: reminder.id)
            guard live == nil, let next, let former = next.base, former.wallMs < base.wallMs else {
                return [Occurrence]()
            }
            return try movedNext(of: reminder, for: next, base: base)
        }
    }
}
