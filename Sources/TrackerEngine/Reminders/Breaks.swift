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

/// A sleep of the machine.
struct Sleep {
    /// Length in milliseconds.
    let spanMs: Int64
    /// End, UTC milliseconds.
    let endMs: Int64
}

extension Context {
    /// Whether the person has reminders whose intervals a break could begin again.
    func hasScheduledReminders() throws -> Bool {
        try !transaction.scheduledOccurrences(limit: 1).isEmpty
    }

    /// Records a break that has ended, and begins the intervals again that count from responses. What is due
    /// already is left as it is.
    ///
    /// - Parameters:
    ///   - spanMs: length of the break in milliseconds.
    ///   - endMs: its end, UTC milliseconds.
    func takeBreak(_ spanMs: Int64, _ reason: BreakView.Reason, untilMs endMs: Int64) throws {
        var moved: [Occurrence] = []
        for next in try transaction.scheduledOccurrences() where next.dueMs > now.wallMs {
            guard let base = next.base, base.wallMs < now.wallMs,
                let reminder = try transaction.reminder(id: next.reminder)
            else { continue }
            moved += try movedNext(of: reminder, for: next, base: now)
        }
        let view = BreakView(
            from: zone.text(ofMs: endMs - spanMs), until: zone.text(ofMs: endMs), reason: reason)
        try append(.breakTaken, subject: "", data: view, moved)
    }
}

extension Engine {
    /// Notes a sleep that has just ended and is a break, unless the person was away before: then the return ends
    /// the break.
    func noteSleep(at now: Moment) {
        let spanMs = now.sleptMs(since: lastRun)
        guard let breakMs = dependencies.configuration.desktop.breakMs, spanMs >= breakMs,
            dependencies.desktop?.away == nil,
            // A batch may come within another.
            sleepNotedSince != lastRun,
            (try? store.read(at: now) { try context($0, .daemon).hasScheduledReminders() }) == true
        else { return }
        sleepNotedSince = lastRun
        unrecordedSleeps.append(Sleep(spanMs: spanMs, endMs: now.wallMs))
    }

    /// Records the sleeps that are breaks, as soon as something can be written.
    func recordSleeps(in transaction: Transaction) throws {
        guard !health.isDegraded else { return }
        let context = context(transaction, .deadline(Occurrence.table))
        for sleep in unrecordedSleeps {
            try context.takeBreak(sleep.spanMs, .sleep, untilMs: sleep.endMs)
        }
    }

    /// Length of a person's absence that has ended; `nil` where it was too short for a break.
    func breakMs(after away: Away?, at now: Moment) -> Int64? {
        guard let away, let breakMs = dependencies.configuration.desktop.breakMs else { return nil }
        let spanMs = now.elapsedMs(since: away.since)
        return spanMs >= breakMs ? spanMs : nil
    }
}
