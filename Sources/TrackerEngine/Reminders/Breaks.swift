import TrackerAPI
import TrackerCore
import TrackerStore

/// A time for which a person was away.
struct Away {
    let since: Moment
    let reason: BreakView.Reason

    init(since: Moment, reason: BreakView.Reason) {
        self.since = since
        self.reason = reason
    }

    /// - Parameter awayMs: milliseconds for which the person had been away by then.
    init(_ absence: DesktopState.Absence, forMs awayMs: Int64, at now: Moment) {
        since = now.advanced(byMs: -awayMs)
        reason = absence == .locked ? .locked : .idle
    }
}

extension Context {
    /// Whether the person has reminders whose intervals a break could begin again.
    func hasScheduledReminders() throws -> Bool {
        try !transaction.scheduledOccurrences(limit: 1).isEmpty
    }

    /// Records a break that has ended, and begins the intervals again that count from responses. What is due
    /// already is left as it is.
    ///
    /// - Parameter spanMs: length of the break in milliseconds.
    func takeBreak(_ spanMs: Int64, _ reason: BreakView.Reason) throws {
        var moved: [Occurrence] = []
        for next in try transaction.scheduledOccurrences() where next.dueMs > now.wallMs {
            guard let base = next.base, base.wallMs < now.wallMs,
                let reminder = try transaction.reminder(id: next.reminder)
            else { continue }
            moved += try movedNext(of: reminder, for: next, base: now)
        }
        let view = BreakView(
            from: zone.text(ofMs: now.wallMs - spanMs), until: zone.text(ofMs: now.wallMs),
            reason: reason)
        try append(.breakTaken, subject: "", data: view, moved)
    }
}

extension Engine {
    /// Takes the sleep that has just ended as a break, unless the person was away before: then the return ends
    /// it.
    func takeSleepAsBreak(in transaction: Transaction) throws {
        let spanMs = transaction.now.sleptMs(since: lastRun)
        guard let breakMs = dependencies.configuration.desktop.breakMs, spanMs >= breakMs,
            !health.isDegraded, dependencies.desktop?.away == nil,
            // A batch may have several transactions.
            sleepTakenSince != lastRun
        else { return }
        sleepTakenSince = lastRun
        let context = context(transaction, .deadline(Occurrence.table))
        if try context.hasScheduledReminders() { try context.takeBreak(spanMs, .sleep) }
    }

    /// Length of a person's absence that has ended; `nil` where it was too short for a break.
    func breakMs(after away: Away?, at now: Moment) -> Int64? {
        guard let away, let breakMs = dependencies.configuration.desktop.breakMs else { return nil }
        let spanMs = now.elapsedMs(since: away.since)
        return spanMs >= breakMs ? spanMs : nil
    }
}
