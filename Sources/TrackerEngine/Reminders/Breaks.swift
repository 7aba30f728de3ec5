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

    /// True if an absence of `spanMs` milliseconds that has ended is a break: it is as long as the configuration
    /// says, or as long as a reminder asks for.
    func isBreak(_ spanMs: Int64) throws -> Bool {
        guard try hasScheduledReminders() else { return false }
        if let usualMs = dependencies.configuration.desktop.breakMs, spanMs >= usualMs {
            return true
        }
        return try !moved(byBreakMs: spanMs).isEmpty
    }

    /// Next occurrences as they are after a break: intervals that count from responses have begun again. What is due
    /// already is left as it is.
    private func moved(byBreakMs spanMs: Int64) throws -> [Occurrence] {
        let usualMs = dependencies.configuration.desktop.breakMs
        var moved: [Occurrence] = []
        for next in try transaction.scheduledOccurrences() where next.dueMs > now.wallMs {
            guard let base = next.base, base.wallMs < now.wallMs,
                let reminder = try transaction.reminder(id: next.reminder),
                let breakMs = reminder.breakMs(usualMs: usualMs), spanMs >= breakMs
            else { continue }
            moved += try movedNext(of: reminder, for: next, base: now)
        }
        return moved
    }

    /// Records a break that has ended, and begins the intervals again that count from responses.
    ///
    /// - Parameters:
    ///   - spanMs: length of the break in milliseconds.
    ///   - endMs: its end, UTC milliseconds.
    func takeBreak(_ spanMs: Int64, _ reason: BreakView.Reason, untilMs endMs: Int64) throws {
        let moved = try moved(byBreakMs: spanMs)
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
        guard spanMs >= Reminder.breaks.lowerBound, dependencies.desktop?.away == nil,
            // A batch may come within another.
            sleepNotedSince != lastRun,
            (try? store.read(at: now) { try context($0, .daemon).isBreak(spanMs) }) == true
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

    /// Length of a person's absence that has ended; `nil` where it was too short for any break.
    func breakMs(after away: Away?, at now: Moment) -> Int64? {
        guard let away else { return nil }
        let spanMs = now.elapsedMs(since: away.since)
        return spanMs >= Reminder.breaks.lowerBound ? spanMs : nil
    }

    /// True if absences can be breaks: the configuration has a length for them, or a reminder has one of its own.
    package var takesBreaks: Bool {
        if dependencies.configuration.desktop.breakMs != nil { return true }
        guard !health.isDegraded else { return false }
        if let kept = dependencies.memos.ownBreaks.value(for: store.lastSeq) { return kept }
        let found = (try? store.read(at: lastRun) { try $0.hasOwnBreaks() }) ?? false
        dependencies.memos.ownBreaks.keep(found, for: store.lastSeq)
        return found
    }
}
