import TrackerAPI
import TrackerCore
import TrackerStore

/// Changes of a reminder's occurrences that follow from a change of the reminder.
struct OccurrenceChanges {
    /// The next occurrence as it is now; `nil` for none.
    var next: Occurrence?
    /// The occurrence that waits for an answer, or that has ended by the change; `nil` for none.
    var live: Occurrence?
    /// The scheduled occurrence that is removed; `nil` for none.
    var removed: Occurrence?
    /// The live occurrence, where it has ended; `nil` otherwise.
    var ended: Occurrence?
    /// Whether `next` differs from the one before.
    var isMoved = false

    /// Entities to write along with the reminder.
    var moved: [any StoredEntity] { isMoved ? next.map { [$0] } ?? [] : [] }
}

extension Context {
    // MARK: Effects of a person's change

    /// - Parameters:
    ///   - former: the reminder as it was; `nil` for a new one.
    ///   - changed: moment of the change; `nil` for now.
    func occurrenceChanges(
        for reminder: Reminder, after former: Reminder?, at changed: Moment? = nil
    ) throws -> OccurrenceChanges {
        var (next, live) = try transaction.currentOccurrences(of: reminder.id)
        guard reminder.isEnabled else {
            // A test of a disabled reminder stays live.
            guard former?.isEnabled ?? true else {
                return OccurrenceChanges(live: live, removed: next)
            }
            _ = live?.expire(.disabled, at: now)
            return OccurrenceChanges(live: live, removed: next, ended: live)
        }
        let schedule = reminder.fields.schedule
        if next != nil, let former, former.fields.schedule == schedule {
            return OccurrenceChanges(next: next, live: live)
        }
        // Where both schedules count from responses, the interval still counts from the last answer or
        // firing.
        let goesOn = former.map {
            $0.fields.schedule.anchor == .response && schedule.anchor == .response
        }
        let base = goesOn == true ? next?.base : nil
        var moved = try rescheduled(next, of: reminder, base: base ?? changed ?? now)
        if changed != nil, let past = moved, past.dueMs <= now.wallMs {
            // The machine that had the reminder then has already told what was due by now.
            moved = try rescheduled(next, of: reminder, base: now)
        }
        guard let moved else { return OccurrenceChanges(live: live, removed: next) }
        return OccurrenceChanges(next: moved, live: live, isMoved: true)
    }

    func occurrenceChanges(forRemoved reminder: Reminder) throws -> OccurrenceChanges {
        var (next, live) = try transaction.currentOccurrences(of: reminder.id)
        _ = live?.expire(.deleted, at: now)
        return OccurrenceChanges(live: live, removed: next, ended: live)
    }

    /// The consequences of an undo for the occurrences of the reminders it changes.
    func rescheduleOccurrences(
        restored: [any StoredEntity], removed: [any StoredEntity]
    ) throws -> (moved: [any StoredEntity], removed: [any StoredEntity]) {
        var changes: [(Reminder, OccurrenceChanges)] = []
        for case let reminder as Reminder in restored {
            let former = try transaction.reminder(id: reminder.id)
            changes.append((reminder, try occurrenceChanges(for: reminder, after: former)))
        }
        for case let reminder as Reminder in removed {
            changes.append((reminder, try occurrenceChanges(forRemoved: reminder)))
        }
        for (reminder, change) in changes { try end(change.ended, of: reminder) }
        return (
            changes.flatMap { $0.1.moved }, changes.compactMap { $0.1.removed }
        )
    }

    /// Next occurrence of a reminder, counted from `base`; `nil` if none is due.
    ///
    /// - Parameter next: the occurrence that is scheduled now; `nil` for none.
    func rescheduled(
        _ next: Occurrence?, of reminder: Reminder, base: Moment
    ) throws -> Occurrence? {
        guard let due = try nextDue(of: reminder, base: base) else { return nil }
        var next = try next ?? occurrence(of: reminder, due: due, base: base)
        next.reschedule(due: due, base: base)
        return next
    }

    /// Records the end of a live occurrence.
    func end(_ ended: Occurrence?, of reminder: Reminder) throws {
        if let ended { try append(.expired, ended, of: reminder) }
    }

    private func nextDue(of reminder: Reminder, base: Moment) throws -> LocalInstant? {
        let dueMs = try reminder.nextMs(base: base, at: now, in: zone) {
            try transaction.hasFallenDue(reminder.id, atMs: $0)
        }
        return try dueMs.map(local)
    }

    /// The occurrence that follows one which doesn't fire; `nil` where there is none.
    func occurrence(of reminder: Reminder, after skipped: Occurrence) throws -> Occurrence? {
        let base =
            reminder.fields.schedule.anchor == .response
            ? now.advanced(byMs: skipped.dueMs - now.wallMs) : now
        let dueMs = try reminder.nextMs(base: base, at: now, in: zone) {
            try $0 == skipped.dueMs || transaction.hasFallenDue(reminder.id, atMs: $0)
        }
        return try dueMs.map { try occurrence(of: reminder, due: local($0), base: base) }
    }

    /// The occurrence of a reminder at a moment.
    private func occurrence(
        of reminder: Reminder, due: LocalInstant, base: Moment
    ) throws -> Occurrence {
        Occurrence(
            id: try idOfOccurrence(of: reminder, dueMs: due.ms), reminder: reminder.id, due: due,
            base: base)
    }

    /// The id of an occurrence, which follows from its reminder and the moment at which it falls due: every
    /// machine on which it does gives it the same one.
    ///
    /// - Parameter present: the id that the occurrence has already; `nil` for none.
    func idOfOccurrence(
        of reminder: Reminder, dueMs: Int64, now present: String? = nil
    ) throws -> String {
        try id(of: Occurrence.self, from: "\(reminder.id) \(dueMs)", now: present)
    }

    /// The next occurrence of a reminder with anchor `response` after an answer or a firing; empty for
    /// other reminders.
    ///
    /// - Parameter base: the moment that the interval is counted from.
    func movedNext(of reminder: Reminder, for live: Occurrence, base: Moment) throws -> [Occurrence]
    {
        guard reminder.fields.schedule.anchor == .response, !live.isTest,
            var next = try transaction.currentOccurrences(of: reminder.id).next,
            let due = try nextDue(of: reminder, base: base)
        else { return [] }
        next.reschedule(due: due, base: base)
        return [next]
    }

    // MARK: The course of time

    /// The moment from which follow-ups and the ends of snoozes may be shown again: the end of the person's
    /// own do-not-disturb, or a later attempt while the person is away; `nil` where they are shown now.
    private func quietUntil() throws -> Deadline? {
        try doNotDisturbUntil()
            ?? (dependencies.awaitsReturn
                ? .boot(now.bootNs + Occurrence.heldRetryMs * nanosecondsPerMs) : nil)
    }

    /// The reason why a reminder that falls due now isn't shown; `nil` where it is.
    private func suppression(of reminder: Reminder) throws -> Occurrence.Reason? {
        try doNotDisturbUntil() == nil
            ? dependencies.presentDesktop(at: now)?.reason(against: reminder.whenIdle)
            : .doNotDisturb
    }

    /// Whether an occurrence that isn't shown for a reason is snoozed instead of being suppressed: its reminder
    /// has no other. The snooze is the shortest one, and ends with what keeps it from being shown.
    private func isHeld(_ reminder: Reminder, by reason: Occurrence.Reason?) -> Bool {
        guard reminder.fields.schedule.isOnce else { return false }
        switch reason {
        case .doNotDisturb, .desktopDoNotDisturb, .idle, .locked: return true
        case .missed, .disabled, .deleted, .doneAhead, .skipped, .test, nil: return false
        }
    }

    /// Carries out the deadline of an occurrence.
    func advanceOccurrence(_ id: String) throws {
        guard var occurrence = try transaction.occurrence(id: id) else { return }
        guard let reminder = try transaction.reminder(id: occurrence.reminder) else {
            return try endOrphan(occurrence)
        }
        if occurrence.state == .scheduled {
            if reminder.fields.schedule.anchor == .response,
                try adjustToUnreportedClockStep(occurrence)
            {
                return
            }
            guard occurrence.dueMs <= now.wallMs else { return try transaction.rearm(occurrence) }
            return try fallDue(occurrence, of: reminder)
        }
        let quiet = try quietUntil()
        let snoozeEnd = occurrence.snoozedUntilMs(at: now)
        let change = occurrence.advance(
            order: try transaction.nextFireOrder(of: reminder.id),
            graceMs: reminder.fields.graceMs, at: now, isQuiet: quiet != nil, in: zone)
        if let change {
            let base = Reminder.base(dueMs: snoozeEnd ?? now.wallMs, at: now)
            let moved =
                change == .fired ? try movedNext(of: reminder, for: occurrence, base: base) : []
            try append(change, occurrence, of: reminder, moved)
        }
        // Follow-ups and snoozes that are held back wait for the end of the quiet period.
        try transaction.rearm(occurrence, by: occurrence.deadline(at: now, quietUntil: quiet))
    }

    /// Handles a deadline that came before the notice that the clock was set, where the occurrence's
    /// interval is counted by that clock.
    ///
    /// - Returns: whether the clock was set, and the occurrences were adjusted to it.
    private func adjustToUnreportedClockStep(_ occurrence: Occurrence) throws -> Bool {
        var copy = occurrence
        guard copy.adjustToClock(at: now) != nil else { return false }
        let daemon = Context(
            transaction: transaction, cause: .daemon, dependencies: dependencies, health: health)
        try daemon.adjustToClock(steppedByMs: nil)
        try daemon.reschedule()
        return true
    }

    /// Ends an occurrence whose reminder is gone, which a salvaged database may have.
    private func endOrphan(_ occurrence: Occurrence) throws {
        var occurrence = occurrence
        let change =
            occurrence.isLive ? occurrence.expire(.deleted, at: now) : occurrence.suppress(.deleted)
        try append(
            change.event, subject: occurrence.reminder,
            data: viewOfOrphan(occurrence), [occurrence])
    }

    /// Carries out the due time of a scheduled occurrence, and of those that have fallen due since.
    private func fallDue(_ due: Occurrence, of reminder: Reminder) throws {
        let scheduled = due
        // The person may have changed the zone since the occurrence was scheduled, or its due time.
        let due = try fallingDue(scheduled, of: reminder)
        let suppression = try suppression(of: reminder)
        let fallen = try reminder.fallen(from: due.dueMs, at: now, in: zone) {
            try transaction.hasFallenDue(reminder.id, atMs: $0)
        }
        var next: [Occurrence] = []
        let base = Reminder.base(dueMs: due.dueMs, at: now)
        if let due = try nextDue(of: reminder, base: base) {
            next = [try occurrence(of: reminder, due: due, base: base)]
        }
        var live = try transaction.currentOccurrences(of: reminder.id).live
        var isDone = false
        for (index, moment) in fallen.enumerated() {
            isDone = try moment.isShown && isDoneAhead(reminder, dueMs: moment.dueMs)
            let reason: Occurrence.Reason? =
                !moment.isShown ? .missed : isDone ? .doneAhead : suppression
            // One that comes only once waits until the person may be disturbed again.
            let isHeld = isHeld(reminder, by: reason)
            let isLive = reason == nil || isHeld
            // A snoozed occurrence ends only when another one fires.
            if var former = live, isLive || former.state == .pending {
                try append(former.expire(at: now), former, of: reminder)
                live = nil
            }
            var occurrence =
                index == 0
                ? due
                : try self.occurrence(of: reminder, due: local(moment.dueMs), base: now)
            var change =
                if let reason, !isHeld {
                    occurrence.suppress(reason)
                } else {
                    occurrence.fire(
                        reminder, order: try transaction.nextFireOrder(of: reminder.id), at: now,
                        in: zone)
                }
            if isHeld {
                let shortest = Reminder.snoozes.lowerBound
                change = try occurrence.snooze(forMs: shortest, at: now) ?? change
            }
            let isLast = index == fallen.count - 1
            try append(
                change, occurrence, of: reminder, isLast ? next : [],
                removed: index == 0 && scheduled.id != due.id ? [scheduled] : [])
            if isLive { live = occurrence }
        }
        if isDone { try deleteFinished([reminder]) }
    }

    // MARK: Clocks and zones

    /// Occurrences whose due time or expiry has changed because the clock was set or the zone has changed,
    /// with the new times.
    func misplacedOccurrences() throws -> [Occurrence] {
        var moved: [Occurrence] = []
        for var next in try transaction.scheduledOccurrences() {
            guard let base = next.base, let reminder = try transaction.reminder(id: next.reminder)
            else { continue }
            let dueMs = try reminder.movedMs(of: next, at: now, in: zone) {
                try transaction.hasFallenDue(reminder.id, atMs: $0)
            }
            guard let dueMs, dueMs != next.dueMs else { continue }
            next.reschedule(due: try local(dueMs), base: base)
            moved.append(next)
        }
        for var live in try transaction.liveOccurrences() where live.updateExpiry(at: now, in: zone)
        {
            moved.append(live)
        }
        return moved
    }

    /// Moves all calendar times to the present clock and zone, by one event.
    func reschedule() throws {
        let moved = try misplacedOccurrences()
        if !moved.isEmpty {
            try append(
                .clockRescheduled, subject: "", data: ["occurrences": moved.count], moved)
        }
        // The order of the deadlines on the two clocks may have changed.
        try rearmLive()
    }

    /// Sets the deadlines of all live occurrences again.
    func rearmLive() throws {
        let quiet = try quietUntil()
        for live in try transaction.liveOccurrences() {
            try transaction.rearm(live, by: live.deadline(at: now, quietUntil: quiet))
        }
    }
}
