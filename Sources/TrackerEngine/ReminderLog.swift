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

    /// Logs the effort that an answer reports.
    ///
    /// - Parameters:
    ///   - exercise: replaces the reminder's exercise; `nil` for that.
    ///   - count: replaces the reminder's count, or the usual one; `nil` for that.
    /// - Returns: the entry, which answers other occurrences, too; `nil` where there is nothing to log.
    func logEntry(
        answering occurrence: Occurrence, of reminder: Reminder, exercise text: String?,
        count: Int64?
    ) throws -> LogEntry? {
        let own = try exercise(of: reminder)
        guard let exercise = try text.map({ try exercise($0) }) ?? own else {
            guard count == nil else {
                throw Rejection.invalid(
                    "count", "count goes with an exercise: this reminder names none, so name one")
            }
            return nil
        }
        // Beside `any` the count is one of reps: of an exercise that is held, it would be seconds.
        let isMeant =
            own?.id == exercise.id
            || reminder.isAnswered(byExercise: exercise.id) && exercise.unit == .reps
        let asked = isMeant ? reminder.fields.count : nil
        let entry = try LogEntry(
            id: newID(), exercise: exercise, count: count ?? asked ?? usualCount(of: exercise),
            time: local(now.wallMs), source: .reminder, occurrence: occurrence.id,
            order: transaction.nextOrder(of: LogEntry.self), at: now)
        try append(.logAdded, entry, of: exercise, beside: intervals(begunBy: Effort(entry)))
        return entry
    }

    /// Adds an entry to the log, with its consequences for reminders.
    ///
    /// - Returns: the entry.
    @discardableResult
    func add(_ entry: LogEntry, of exercise: Exercise) throws -> Written<LogEntryView> {
        let effort = Effort(entry)
        let result = try append(
            .logAdded, entry, of: exercise, beside: intervals(begunBy: effort))
        try answerPending(by: effort)
        return result
    }

    /// Answers all occurrences that wait for the exercise or any, unless the effort was before they fired.
    func answerPending(by effort: Effort) throws {
        for var live in try transaction.liveOccurrences().reversed() {
            guard let reminder = try transaction.reminder(id: live.reminder),
                reminder.isAnswered(byExercise: effort.exercise),
                live.isAnswered(byEffortAtMs: effort.atMs),
                let change = try live.answer(log: effort.entry, at: now)
            else { continue }
            let moved = try movedNext(of: reminder, for: live, base: now)
            try append(change, live, of: reminder, moved)
        }
    }

    /// The next occurrences of reminders with anchor `response` that the exercise answers, while none of
    /// their occurrences is live. Their intervals begin again with the effort, unless they began after it.
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
