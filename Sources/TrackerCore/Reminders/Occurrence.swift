/// One time at which a reminder falls due, and its outcome. The `scheduled` occurrence is the reminder's
/// next; at most one occurrence of a reminder is live, which means pending or snoozed.
package struct Occurrence: Dated {
    package enum State: String, Choice {
        case scheduled, pending, snoozed, answered, dismissed, expired, suppressed
    }

    /// The reason why an occurrence wasn't shown, or ended without an answer.
    package enum Reason: String, ColumnValue {
        /// trackerd's own do-not-disturb.
        case doNotDisturb = "do_not_disturb"
        /// The notification server's do-not-disturb.
        case desktopDoNotDisturb = "desktop_do_not_disturb"
        case idle, locked, missed, disabled, deleted
        /// A test of the reminder ended the occurrence that waited.
        case test
    }

    package enum Answer: String, ColumnValue { case log, dismiss }

    /// A change of an occurrence, as its events report it.
    package enum Change: Sendable {
        case fired, followedUp, snoozed, answered, dismissed, expired, suppressed
    }

    /// Milliseconds after which a follow-up that was held back while the person is away is tried again, if
    /// nothing reports the return.
    package static let heldRetryMs: Int64 = 3_600_000

    package static let table = "occurrence"
    package static let isDerived = true
    package static let corrections: Set<EventType> = [
        .reminderAnswered, .reminderDismissed, .reminderSnoozed, .logAdded, .setLogged,
        .journalUndone, .journalRedone,
    ]
    package static let rules = Rules<Occurrence>()

    package private(set) var id: String
    /// Id of the reminder.
    package let reminder: String
    /// Whether a person has fired the reminder to see how it looks.
    package let isTest: Bool
    package private(set) var state: State
    /// Due time, UTC milliseconds.
    package private(set) var dueMs: Int64
    /// Local day of the due time. It follows the time zone until the occurrence falls due.
    package private(set) var day: LocalDay
    /// Moment that the interval is counted from, while the occurrence is scheduled. It may lie ahead, at
    /// the end of a snooze.
    package private(set) var base: Moment?
    /// First firing, UTC milliseconds; `nil` before it.
    package private(set) var firedMs: Int64?
    /// Number of the last firing: each later firing of any reminder has a larger one.
    package private(set) var fireOrder: Int64?
    package private(set) var lateByMs: Int64?
    /// Moment of the first firing, while the occurrence is live.
    package private(set) var began: Moment?
    /// Moment of the last firing or of the start of the snooze, while the occurrence is live.
    package private(set) var since: Moment?
    /// Times of the follow-ups, in milliseconds after a firing.
    package private(set) var followUpAfterMs: [Int64]
    /// Number of the follow-ups in `followUpAfterMs` that were given, or passed over, since the last firing.
    package private(set) var followUpsDone: Int
    /// Time from a firing until the occurrence expires, in milliseconds; `nil` for an occurrence that
    /// expires with the local day.
    package private(set) var expireAfterMs: Int64?
    /// Expiry with the local day, UTC milliseconds.
    package private(set) var expiresMs: Int64?
    /// Times of the follow-ups that were given, UTC milliseconds.
    package private(set) var followUpsMs: [Int64]
    package private(set) var snoozes: Int64
    /// Length of the present snooze in milliseconds; `nil` while the occurrence isn't snoozed.
    package private(set) var snoozeMs: Int64?
    package private(set) var reason: Reason?
    package private(set) var answer: Answer?
    /// Time of the answer, UTC milliseconds; `nil` without one.
    package private(set) var answeredMs: Int64?
    /// Milliseconds from the first firing to the answer.
    package private(set) var responseMs: Int64?
    /// Id of the log entry that the answer made or named; `nil` for none.
    package private(set) var log: String?

    /// The next occurrence of a reminder.
    package init(
        id: String, reminder: String, due: LocalInstant, base: Moment, isTest: Bool = false
    ) {
        self.id = id
        self.reminder = reminder
        self.isTest = isTest
        state = .scheduled
        dueMs = due.ms
        day = due.day
        self.base = base
        followUpAfterMs = []
        followUpsDone = 0
        followUpsMs = []
        snoozes = 0
    }

    package var datedMs: Int64 { dueMs }

    /// Whether the occurrence waits for an answer.
    package var isLive: Bool { state == .pending || state == .snoozed }

    /// Time at which a snoozed occurrence fires again, UTC milliseconds; `nil` for one that isn't snoozed.
    package func snoozedUntilMs(at now: Moment) -> Int64? {
        guard state == .snoozed, let since, let snoozeMs else { return nil }
        return now.wallMs + snoozeMs - now.elapsedMs(since: since)
    }

    // MARK: Being due

    /// Sets the id, by the moment at which the occurrence falls due, and the local day, by the zone in which
    /// the person is then.
    package mutating func fallDue(as id: String, on day: LocalDay) {
        self.id = id
        self.day = day
    }

    /// Moves the due time of a scheduled occurrence.
    package mutating func reschedule(due: LocalInstant, base: Moment) {
        dueMs = due.ms
        day = due.day
        self.base = base
    }

    /// Marks the occurrence as due and shown.
    ///
    /// - Parameter order: a number larger than that of every earlier firing.
    package mutating func fire(
        _ reminder: Reminder, order: Int64, at now: Moment, in zone: Zone
    ) -> Change {
        base = nil
        firedMs = now.wallMs
        fireOrder = order
        let late = now.wallMs - dueMs
        lateByMs = late >= worthTellingMs ? late : nil
        began = now
        followUpAfterMs = reminder.followUpMs
        expireAfterMs = reminder.fields.schedule.everyMs
        wait(at: now, in: zone)
        return .fired
    }

    /// Marks the occurrence as due, but not shown.
    package mutating func suppress(_ reason: Reason) -> Change {
        base = nil
        self.reason = reason
        state = .suppressed
        return .suppressed
    }

    private mutating func wait(at now: Moment, in zone: Zone) {
        state = .pending
        since = now
        followUpsDone = 0
        snoozeMs = nil
        expiresMs = expireAfterMs == nil ? zone.endOfDay(containing: now.wallMs) : nil
    }

    // MARK: Answers

    /// Snoozes the occurrence; `nil` where it has been answered already.
    ///
    /// - Parameter span: 1 min to 24 h, in milliseconds.
    package mutating func snooze(forMs span: Int64, at now: Moment) throws(Rejection) -> Change? {
        guard try mayBeAnswered() else { return nil }
        try Reminder.check(snoozeMs: span, field: "for")
        state = .snoozed
        since = now
        snoozeMs = span
        expiresMs = nil
        snoozes = min(snoozes + 1, Bounds.counters.upperBound)
        return .snoozed
    }

    /// Records that the person has done it; `nil` where the occurrence has been answered already.
    ///
    /// - Parameter log: the id of the log entry, if there is one.
    package mutating func answer(log: String?, at now: Moment) throws(Rejection) -> Change? {
        guard try mayBeAnswered() else { return nil }
        answer = .log
        self.log = log
        respond(.answered, at: now)
        return .answered
    }

    /// Records that the person doesn't want it; `nil` where the occurrence has been answered already.
    package mutating func dismiss(at now: Moment) throws(Rejection) -> Change? {
        guard try mayBeAnswered() else { return nil }
        answer = .dismiss
        respond(.dismissed, at: now)
        return .dismissed
    }

    /// Whether the occurrence can still be answered. Only the first answer counts.
    ///
    /// - Throws: a conflict where the occurrence hasn't fired yet, has expired or was suppressed.
    package func mayBeAnswered() throws(Rejection) -> Bool {
        switch state {
        case .pending, .snoozed: return true
        case .answered, .dismissed: return false
        case .scheduled:
            throw .conflict("it hasn't fired yet: nothing is to be answered", state: state.rawValue)
        case .expired, .suppressed:
            throw .conflict(
                "it is \(state.rawValue): only a pending or snoozed one can be answered",
                state: state.rawValue)
        }
    }

    /// Whether an effort at a time counts as an answer. Efforts before the firing don't, except in the same
    /// minute, since people give times by the minute.
    package func isAnswered(byEffortAtMs atMs: Int64) -> Bool {
        guard isLive, let began else { return false }
        return atMs >= began.wallMs - began.wallMs % 60_000
    }

    private mutating func respond(_ state: State, at now: Moment) {
        answeredMs = now.wallMs
        responseMs = began.map { now.elapsedMs(since: $0) }
        end(state)
    }

    /// Ends the occurrence without an answer.
    package mutating func expire(_ reason: Reason? = nil) -> Change {
        self.reason = reason
        end(.expired)
        return .expired
    }

    private mutating func end(_ state: State) {
        self.state = state
        began = nil
        since = nil
        snoozeMs = nil
        expiresMs = nil
    }

    // MARK: The course of time

    /// Applies the change of a live occurrence that is due by now, and returns it; `nil` where none is due.
    ///
    /// - Parameters:
    ///   - order: a number larger than that of every earlier firing.
    ///   - graceMs: the lateness in milliseconds up to which the end of a snooze is still worth showing;
    ///     `nil` for no bound.
    ///   - isQuiet: whether the person mustn't be disturbed; then only the expiry is due.
    package mutating func advance(
        order: Int64, graceMs: Int64?, at now: Moment, isQuiet: Bool, in zone: Zone
    ) -> Change? {
        guard let since else { return nil }
        let elapsed = now.elapsedMs(since: since)
        if state == .pending {
            if hasExpired(elapsedMs: elapsed, at: now) { return expire() }
            let over = followUpAfterMs.prefix { $0 <= elapsed }.count
            guard over > followUpsDone, !isQuiet else { return nil }
            followUpsDone = over
            if followUpsMs.count < Self.maximumFollowUps { followUpsMs.append(now.wallMs) }
            return .followedUp
        }
        guard let snoozeMs, elapsed >= snoozeMs, !isQuiet else { return nil }
        let late = elapsed - snoozeMs
        guard late <= graceMs ?? .max, !isOver(lateByMs: late, at: now, in: zone) else {
            return expire(.missed)
        }
        fireOrder = order
        wait(at: now, in: zone)
        return .fired
    }

    /// True once the last follow-up has been given.
    package var hasFollowedUpLast: Bool {
        followUpsDone > 0 && followUpsDone >= followUpAfterMs.count
    }

    /// Whether the occurrence would have expired by now if it had fired at the end of its snooze.
    private func isOver(lateByMs late: Int64, at now: Moment, in zone: Zone) -> Bool {
        if let expireAfterMs { return late >= expireAfterMs }
        return zone.endOfDay(containing: now.wallMs - late) <= now.wallMs
    }

    private func hasExpired(elapsedMs elapsed: Int64, at now: Moment) -> Bool {
        expireAfterMs.map { elapsed >= $0 } ?? expiresMs.map { now.wallMs >= $0 } ?? false
    }

    /// Moves the expiry to the new end of the local day.
    ///
    /// - Returns: whether anything changed.
    package mutating func updateExpiry(at now: Moment, in zone: Zone) -> Bool {
        guard state == .pending, expiresMs != nil, let since else { return false }
        let end = zone.endOfDay(containing: now.wallMs - now.elapsedMs(since: since))
        guard end != expiresMs else { return false }
        expiresMs = end
        return true
    }

    package func deadline(at now: Moment) -> Deadline? { deadline(at: now, quietUntil: nil) }

    /// The next moment at which the occurrence changes by itself; `nil` for none.
    ///
    /// - Parameter quietUntil: the moment from which the person may be disturbed again; `nil` where that is
    ///   now.
    package func deadline(at now: Moment, quietUntil: Deadline?) -> Deadline? {
        switch state {
        case .scheduled: return .wall(dueMs)
        case .pending:
            guard let since else { return nil }
            func due(_ span: Int64) -> Deadline { .boot(since.dueNs(afterMs: span, now: now)) }
            let expiry = expireAfterMs.map(due) ?? expiresMs.map(Deadline.wall)
            let followUp =
                followUpsDone < followUpAfterMs.count
                ? quietUntil ?? due(followUpAfterMs[followUpsDone]) : nil
            return Deadline.earliest([expiry, followUp], at: now)
        case .snoozed:
            guard let since, let snoozeMs else { return nil }
            return quietUntil ?? .boot(since.dueNs(afterMs: snoozeMs, now: now))
        case .answered, .dismissed, .expired, .suppressed: return nil
        }
    }

    package mutating func reanchor(at now: Moment, lastMs: Int64) -> Bool {
        let carried = [
            base?.carryOver(at: now, furthestAheadMs: Reminder.snoozes.upperBound),
            began?.carryOver(at: now), since?.carryOver(at: now),
        ]
        return carried.contains(true)
    }

    package mutating func adjustToClock(at now: Moment) -> Int64? {
        let steps = [
            base?.adjust(toClockAt: now), began?.adjust(toClockAt: now),
            since?.adjust(toClockAt: now),
        ]
        return steps.compactMap { $0 ?? nil }.max { abs($0) < abs($1) }
    }
}

// MARK: - Row

extension Occurrence {
    package init(_ row: inout RowVisitor, writing entity: Occurrence?) throws {
        id = try row.column("id", entity?.id)
        reminder = try row.column("reminder", entity?.reminder)
        isTest = try row.column("test", entity?.isTest)
        state = try row.column("state", entity?.state)
        dueMs = try row.column("due_ms", entity?.dueMs)
        base = try row.optional("base", entity?.base)
        firedMs = try row.optional("fired_ms", entity?.firedMs)
        fireOrder = try row.optional("fire_order", entity?.fireOrder)
        lateByMs = try row.optional("late_by_ms", entity?.lateByMs)
        began = try row.optional("began", entity?.began)
        since = try row.optional("since", entity?.since)
        followUpAfterMs = try row.list("ladder_ms", entity?.followUpAfterMs)
        followUpsDone = try row.column("rung", entity?.followUpsDone)
        expireAfterMs = try row.optional("expire_after_ms", entity?.expireAfterMs)
        expiresMs = try row.optional("expires_ms", entity?.expiresMs)
        followUpsMs = try row.list("follow_ups_ms", entity?.followUpsMs)
        snoozes = try row.column("snoozes", entity?.snoozes)
        snoozeMs = try row.optional("snooze_ms", entity?.snoozeMs)
        reason = try row.optional("reason", entity?.reason)
        answer = try row.optional("answer", entity?.answer)
        answeredMs = try row.optional("answered_ms", entity?.answeredMs)
        responseMs = try row.optional("response_ms", entity?.responseMs)
        log = try row.optional("log", entity?.log)
        day = try row.day(entity?.day, of: dueMs)
    }
}

// MARK: - Progress

extension Occurrence {
    /// Day of an occurrence that is or was answered; `nil` for others, which no figure counts.
    package static func firstDay(affectedFrom former: Occurrence?, to new: Occurrence?) -> Int? {
        let counts = former?.state == .answered || new?.state == .answered
        return counts ? [former?.day.number, new?.day.number].compactMap { $0 }.min() : nil
    }
}
