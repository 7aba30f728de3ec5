import TrackerAPI
import TrackerCore
import TrackerStore

/// Where reminders meet exercises and the log.
extension Context {
    func exercise(of reminder: Reminder) throws -> Exercise? {
        try reminder.terms.exercise.flatMap { try transaction.exercise(id: $0) }
    }

    /// Logs what an answer says was done.
    ///
    /// - Parameters:
    ///   - exercise: in place of the reminder's own.
    ///   - count: in place of the reminder's own, or of what is usual.
    /// - Returns: the entry's id; `nil` where there is nothing to log.
    func logEntry(
        answering occurrence: Occurrence, of reminder: Reminder, exercise text: String?,
        count: Int64?
    ) throws -> String? {
        let own = try exercise(of: reminder)
        guard let exercise = try text.map({ try exercise($0) }) ?? own else {
            guard count == nil else {
                throw Rejection.invalid(
                    "count", "count goes with an exercise: this reminder has none, so name one")
            }
            return nil
        }
        let asked = exercise.id == own?.id ? reminder.terms.count : nil
        let entry = try LogEntry(
            id: newID(), exercise: exercise, count: count ?? asked ?? usualCount(of: exercise),
            atMs: now.wallMs, source: .reminder, occurrence: occurrence.id,
            order: transaction.nextOrder(of: LogEntry.self), at: now)
        try record("added", entry, of: exercise)
        return entry.id
    }

    /// An exercise that was logged by hand answers all that wait for it, unless it was done before they
    /// fired.
    func answerPending(by entry: LogEntry) throws {
        for var live in try transaction.liveOccurrences().reversed() {
            guard let reminder = try transaction.reminder(id: live.reminder),
                reminder.terms.exercise == entry.exercise, live.isAnswered(by: entry),
                let change = try live.answer(log: entry.id, at: now)
            else { continue }
            let moved = try movedNext(of: reminder, for: live, base: now)
            try record(change, live, of: reminder, moved)
        }
    }
}
