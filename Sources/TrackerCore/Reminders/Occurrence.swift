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
        /// The exercise was done before the occurrence fell due.
        case doneAhead = "done_ahead"
        /// The person didn't want it, before it fell due.
        case skipped
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
        .reminderAnswered, .reminderDismissed, .reminderSnoozed, .reminderSuppressed,
        .reminderExpired, .logAdded, .setLogged, .journalUndone, .journalRedone,
    ]
    package static let rules = Rules<Occurrence>()
    package static let sharing: Sharing<Occurrence>? = Sharing(
        [["expired_ms"]],
        local: ["base", "began", "since", "fire_order", "snooze_ms", "expires_ms"],
        added: [untilColumn],
        precedence: .states(["snoozed", "suppressed", "expired", "dismissed", "answered"]),
        while: { !$0.isTest && $0.state != .scheduled && $0.state != .pending },
        sending: { $0.leave(with: &$1) }, receiving: { arrive(with: &$0, at: $1) })

    package private(set) var id: String
    /// Id of the reminder.
    package let reminder: String
    /// Whether a person has fired the reminder to see how it looks.
    package let isTest: Bool
    /// The state, with what belongs to it alone.
    var stage: Stage
    /// Due time, UTC milliseconds.
    package private(set) var dueMs: Int64
    /// Local day of the due time. It follows the time zone until the occurrence falls due.
    package private(set) var day: LocalDay
    /// First firing, UTC milliseconds; `nil` before it.
    package private(set) var firedMs: Int64?
    /// Number of the last firing: each later firing of any reminder has a larger one.
    package private(set) var fireOrder: Int64?
    package private(set) var lateByMs: Int64?
    /// Expiry, UTC milliseconds; `nil` for an occurrence that hasn't expired, and from older versions. An
    /// answer that comes late keeps it.
    package private(set) var expiredMs: Int64?
    /// Times of the follow-ups, in milliseconds after a firing.
    package private(set) var followUpAfterMs: [Int64]
    /// Number of the follow-ups in `followUpAfterMs` that were given, or passed over, since the last firing.
    package private(set) var followUpsDone: Int
    /// Time from a firing until the occurrence expires, in milliseconds; `nil` for an occurrence that
    /// expires with the local day.
    package private(set) var expireAfterMs: Int64?
    /// Times of the follow-ups that were given, UTC milliseconds.
    package private(set) var followUpsMs: [Int64]
    package private(set) var snoozes: Int64

    /// The next occurrence of a reminder.
    package init(
        id: String, reminder: String, due: LocalInstant, base: Moment, isTest: Bool = false
    ) {
        self.id = id
        self.reminder = reminder
        self.isTest = isTest
        stage = .scheduled(base: base)
        dueMs = due.ms
        day = due.day
        followUpAfterMs = []
        followUpsDone = 0
        followUpsMs = []
        snoozes = 0
    }

    package var datedMs: Int64 { dueMs }

    /// Whether the occurrence waits for an answer.
    package var isLive: Bool { wait != nil }

    /// Moment of the last firing of a pending occurrence; `nil` for one that isn't pending.
    package var pendingSince: Moment? {
        guard case .pending(let wait, _) = stage else { return nil }
        return wait.since
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
        stage = .scheduled(base: base)
    }

    /// Marks the occurrence as due and shown.
    ///
    /// - Parameter order: a number larger than that of every earlier firing.
    package mutating func fire(
        _ reminder: Reminder, order: Int64, at now: Moment, in zone: Zone
    ) -> Change {
        firedMs = now.wallMs
        fireOrder = order
        let late = now.wallMs - dueMs
        lateByMs = late >= worthTellingMs ? late : nil
        followUpAfterMs = reminder.followUpMs
        expireAfterMs = reminder.fields.schedule.everyMs
        wait(Wait(began: now, since: now), at: now, in: zone)
        return .fired
    }

    /// Sets the place of an occurrence from another machine in the order of firings on this one.
    package mutating func noteFiring(order: Int64) { fireOrder = order }

    /// Marks the occurrence as due, but not shown.
    package mutating func suppress(_ reason: Reason) -> Change {
        stage = .suppressed(reason)
        return .suppressed
    }

    private mutating func wait(_ wait: Wait, at now: Moment, in zone: Zone) {
        followUpsDone = 0
        stage = .pending(
            wait, expiresMs: expireAfterMs == nil ? zone.endOfDay(containing: now.wallMs) : nil)
    }

    // MARK: Answers

    /// Snoozes the occurrence; `nil` where it has been answered already.
    ///
    /// - Parameter span: 1 min to 24 h, in milliseconds.
    package mutating func snooze(forMs span: Int64, at now: Moment) throws(Rejection) -> Change? {
        guard let wait = try answerable() else { return nil }
        try Reminder.check(snoozeMs: span, field: "for")
        stage = .snoozed(Wait(began: wait.began, since: now), forMs: span)
        snoozes = min(snoozes + 1, Bounds.counters.upperBound)
        return .snoozed
    }

    /// Records that the person has done it; `nil` where the occurrence has been answered already.
    ///
    /// - Parameter log: the id of the log entry, if there is one.
    package mutating func answer(log: String?, at now: Moment) throws(Rejection) -> Change? {
        if mayBeAnsweredLate(at: now), let firedMs {
            let response = Response(atMs: now.wallMs, afterMs: max(0, now.wallMs - firedMs))
            stage = .answered(response, log: log)
            return .answered
        }
        guard let wait = try answerable() else { return nil }
        stage = .answered(Response(to: wait, at: now), log: log)
        return .answered
    }

    /// Records that the person doesn't want it; `nil` where the occurrence has been answered already.
    package mutating func dismiss(at now: Moment) throws(Rejection) -> Change? {
        guard let wait = try answerable() else { return nil }
        stage = .dismissed(Response(to: wait, at: now))
        return .dismissed
    }

    /// Whether the occurrence can still be answered. Only the first answer counts.
    ///
    /// - Throws: a conflict where the occurrence hasn't fired yet, has expired or was suppressed.
    package func mayBeAnswered() throws(Rejection) -> Bool { try answerable() != nil }

    /// The wait for an answer; `nil` where the occurrence has been answered already.
    private func answerable() throws(Rejection) -> Wait? {
        switch stage {
        case .pending(let wait, _), .snoozed(let wait, _): return wait
        case .answered, .dismissed: return nil
        case .scheduled:
            throw .conflict(
                "it hasn't gone off yet: there is nothing to answer", state: state.rawValue)
        case .expired, .suppressed:
            throw .conflict(
                "it is \(state.rawValue): only a pending or snoozed reminder can be answered",
                state: state.rawValue)
        }
    }

    /// Whether an effort at a time counts as an answer. Efforts before the firing don't, except in the same
    /// minute, since people give times by the minute.
    package func isAnswered(byEffortAtMs atMs: Int64) -> Bool {
        guard let began = wait?.began else { return false }
        return atMs >= began.wallMs - began.wallMs % 60_000
    }

    /// Ends the occurrence without an answer.
    package mutating func expire(_ reason: Reason? = nil, at now: Moment) -> Change {
        stage = .expired(reason)
        expiredMs = now.wallMs
        return .expired
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
        switch stage {
        case .pending(let wait, let expiresMs):
            let elapsed = now.elapsedMs(since: wait.since)
            if expireAfterMs.map({ elapsed >= $0 }) ?? expiresMs.map({ now.wallMs >= $0 }) ?? false
            {
                return expire(at: now)
            }
            let over = followUpAfterMs.prefix { $0 <= elapsed }.count
            guard over > followUpsDone, !isQuiet else { return nil }
            followUpsDone = over
            if followUpsMs.count < Self.maximumFollowUps { followUpsMs.append(now.wallMs) }
            return .followedUp
        case .snoozed(let wait, let spanMs):
            let late = now.elapsedMs(since: wait.since) - spanMs
            guard late >= 0, !isQuiet else { return nil }
            guard late <= graceMs ?? .max, !isOver(lateByMs: late, at: now, in: zone) else {
                return expire(.missed, at: now)
            }
            fireOrder = order
            self.wait(Wait(began: wait.began, since: now), at: now, in: zone)
            return .fired
        case .scheduled, .answered, .dismissed, .expired, .suppressed: return nil
        }
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

    /// Moves the expiry to the new end of the local day.
    ///
    /// - Returns: whether anything changed.
    package mutating func updateExpiry(at now: Moment, in zone: Zone) -> Bool {
        guard case .pending(let wait, let expiresMs?) = stage else { return false }
        let end = zone.endOfDay(containing: now.wallMs - now.elapsedMs(since: wait.since))
        stage = .pending(wait, expiresMs: end)
        return end != expiresMs
    }

    package func deadline(at now: Moment) -> Deadline? { deadline(at: now, quietUntil: nil) }

    /// The next moment at which the occurrence changes by itself; `nil` for none.
    ///
    /// - Parameter quietUntil: the moment from which the person may be disturbed again; `nil` where that is
    ///   now.
    package func deadline(at now: Moment, quietUntil: Deadline?) -> Deadline? {
        switch stage {
        case .scheduled: return .wall(dueMs)
        case .pending(let wait, let expiresMs):
            func due(_ span: Int64) -> Deadline { .boot(wait.since.dueNs(afterMs: span, now: now)) }
            let expiry = expireAfterMs.map(due) ?? expiresMs.map(Deadline.wall)
            let followUp =
                followUpsDone < followUpAfterMs.count
                ? quietUntil ?? due(followUpAfterMs[followUpsDone]) : nil
            return Deadline.earliest([expiry, followUp], at: now)
        case .snoozed(let wait, let spanMs):
            return quietUntil ?? .boot(wait.since.dueNs(afterMs: spanMs, now: now))
        case .answered, .dismissed, .expired, .suppressed: return nil
        }
    }

    package mutating func reanchor(at now: Moment, lastMs: Int64) -> Bool {
        var isCarried = false
        stage.changeMoments { moment, isBase in
            let isMoved =
                isBase
                ? moment.carryOver(at: now, furthestAheadMs: Reminder.snoozes.upperBound)
                : moment.carryOver(at: now)
            isCarried = isMoved || isCarried
        }
        return isCarried
    }

    package mutating func adjustToClock(at now: Moment) -> Int64? {
        var steps: [Int64] = []
        stage.changeMoments { moment, _ in
            if let step = moment.adjust(toClockAt: now) { steps.append(step) }
        }
        return steps.max { abs($0) < abs($1) }
    }
}

// MARK: - Row

extension Occurrence {
    package init(_ row: inout RowVisitor, writing entity: Occurrence?) throws {
        id = try row.column("id", entity?.id)
        reminder = try row.column("reminder", entity?.reminder)
        isTest = try row.column("test", entity?.isTest)
        let state = try row.column("state", entity?.state)
        dueMs = try row.column("due_ms", entity?.dueMs)
        let base = try row.optional("base", entity?.base)
        firedMs = try row.optional("fired_ms", entity?.firedMs)
        fireOrder = try row.optional("fire_order", entity?.fireOrder)
        lateByMs = try row.optional("late_by_ms", entity?.lateByMs)
        let began = try row.optional("began", entity?.wait?.began)
        let since = try row.optional("since", entity?.wait?.since)
        followUpAfterMs = try row.list("ladder_ms", entity?.followUpAfterMs)
        followUpsDone = try row.column("rung", entity?.followUpsDone)
        expireAfterMs = try row.optional("expire_after_ms", entity?.expireAfterMs)
        let expiresMs = try row.optional("expires_ms", entity?.stage.expiresMs)
        followUpsMs = try row.list("follow_ups_ms", entity?.followUpsMs)
        snoozes = try row.column("snoozes", entity?.snoozes)
        expiredMs = try row.optional("expired_ms", entity?.expiredMs)
        let snoozeMs = try row.optional("snooze_ms", entity?.stage.snoozeMs)
        let reason = try row.optional("reason", entity?.reason)
        row.derived("answer", entity?.answer)
        let answeredMs = try row.optional("answered_ms", entity?.answeredMs)
        let responseMs = try row.optional("response_ms", entity?.responseMs)
        let log = try row.optional("log", entity?.log)
        day = try row.day(entity?.day, of: dueMs)

        func wait() throws(RowVisitor.WrongKind) -> Wait {
            Wait(
                began: try Self.value(began, of: "began"), since: try Self.value(since, of: "since")
            )
        }
        // Rows that older versions have imported may have no times of the answer.
        let response = Response(atMs: answeredMs ?? dueMs, afterMs: responseMs ?? 0)
        stage =
            switch state {
            case .scheduled: .scheduled(base: try Self.value(base, of: "base"))
            case .pending: .pending(try wait(), expiresMs: expiresMs)
            case .snoozed: .snoozed(try wait(), forMs: try Self.value(snoozeMs, of: "snooze_ms"))
            case .answered: .answered(response, log: log)
            case .dismissed: .dismissed(response)
            case .expired: .expired(reason)
            case .suppressed: .suppressed(reason)
            }
    }

    /// The value of a column that the state needs.
    private static func value<Value>(
        _ value: Value?, of column: String
    ) throws(RowVisitor.WrongKind) -> Value {
        guard let value else { throw RowVisitor.WrongKind(column: column) }
        return value
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
