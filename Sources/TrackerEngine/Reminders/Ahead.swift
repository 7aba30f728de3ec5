import TrackerAPI
import TrackerCore
import TrackerStore

// What is done or skipped before it falls due.

extension Context {
    /// Time before a day in which earlier occurrences of a reminder are looked for, in milliseconds.
    private static let lookBackMs: Int64 = 2 * 86_400_000

    /// Whether the exercise of a reminder was done ahead of one of its due times: since the occurrence before
    /// was due or answered, and on the same day.
    func isDoneAhead(_ reminder: Reminder, dueMs: Int64) throws -> Bool {
        guard reminder.isUnlessDone else { return false }
        let beginMs = try days().startMs(of: local(dueMs).day.number)
        let last = try transaction.lastDecisionMs(
            of: reminder.id, dueIn: beginMs - Self.lookBackMs..<dueMs)
        let done = try transaction.done(
            reminder.fields.exerciseID, afterMs: max(beginMs - 1, last ?? .min))
        return reminder.fields.count.map { done.amount >= $0 } ?? (done.number > 0)
    }

    /// The coming occurrence of a reminder, where an answer means that one, or the one that was settled ahead
    /// already; `nil` where the answer means what has fired.
    ///
    /// - Parameter last: the occurrence that fired last; `nil` for none.
    func comingMeant(
        by action: ReminderAnswer.Action, of reminder: Reminder, after last: Occurrence?
    ) throws -> Occurrence? {
        let isFixed = reminder.fields.schedule.everyMs == nil
        guard action == .skip || action == .log && isFixed else { return nil }
        let (next, live) = try transaction.currentOccurrences(of: reminder.id)
        guard live == nil, action == .skip || last?.mayBeAnsweredLate(at: now) != true else {
            return nil
        }
        if let settled = try transaction.occurrenceSettledAhead(of: reminder.id) { return settled }
        guard let next, action == .log, let last else { return next }
        // After an answer, 'done' means what has fired, until the coming one is nearer.
        return next.dueMs - now.wallMs < now.wallMs - last.dueMs ? next : nil
    }

    /// The reminder for an exercise whose coming occurrence is today's first one that an answer may mean; `nil`
    /// where that one was settled ahead already, where another waits for an answer, or for none.
    func reminderToCome(for exercise: String) throws -> Reminder? {
        guard try newestLiveOccurrence() == nil, try lastFiringExpiredLately() == nil else {
            return nil
        }
        let today = try local(now.wallMs).day.number
        var first: (reminder: Reminder, coming: Occurrence)?
        for reminder in try transaction.reminders(answeredBy: exercise)
        where reminder.fields.exerciseID == exercise {
            let last = try transaction.lastFiring(of: reminder.id)
            guard let coming = try comingMeant(by: .log, of: reminder, after: last),
                try local(coming.dueMs).day.number == today,
                coming.dueMs < first?.coming.dueMs ?? .max
            else { continue }
            first = (reminder, coming)
        }
        return first?.coming.state == .scheduled ? first?.reminder : nil
    }

    /// A scheduled occurrence as it is once it falls due, by the zone in which the person is now.
    func fallingDue(_ scheduled: Occurrence, of reminder: Reminder) throws -> Occurrence {
        var due = scheduled
        due.fallDue(
            as: try idOfOccurrence(of: reminder, dueMs: scheduled.dueMs, now: scheduled.id),
            on: try local(scheduled.dueMs).day)
        return due
    }

    /// Ends a scheduled occurrence before it falls due, and schedules the one after it.
    ///
    /// - Parameters:
    ///   - due: the occurrence as it would fall due.
    ///   - reason: `doneAhead` or `skipped`.
    func settleAhead(
        _ scheduled: Occurrence, as due: Occurrence, of reminder: Reminder,
        _ reason: Occurrence.Reason
    ) throws -> Written<OccurrenceView> {
        var settled = due
        let change = settled.suppress(reason)
        let following = try occurrence(of: reminder, after: scheduled)
        return try append(
            change, settled, of: reminder, following.map { [$0] } ?? [],
            removed: scheduled.id == settled.id ? [] : [scheduled])
    }
}
