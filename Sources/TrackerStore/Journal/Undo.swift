import GRDB
import TrackerCore

/// The two directions of a reversal: undo takes a person's change back, redo puts back what was undone.
package enum Reversal: Sendable {
    case undo, redo

    /// Type of the event that records a reversal; its subject is the number of the reversed event.
    package var eventType: EventType {
        switch self {
        case .undo: .journalUndone
        case .redo: .journalRedone
        }
    }
}

/// The rows that reversing an event would write.
package struct ReversalPlan {
    /// The person's event that is undone or redone.
    package let event: Event
    /// Entities to put back, as they were before the reversed event.
    package let restored: [any StoredEntity]
    /// Entities to remove, which the reversed event made.
    package let removed: [any StoredEntity]
}

/// Whether undo can reverse an event.
package enum Reversibility: Sendable {
    /// Undo puts back what was before.
    case possible
    /// The event changed something that undo doesn't put back.
    case impossible
    /// All that the event changed follows from what other events changed, so there is nothing to undo in it
    /// alone.
    case following
}

/// A person's event that may be reversed, unless something that happened since stands in the way.
package struct ReversalCandidate {
    package let seq: Int64
    /// Number of the first event of its request; for redo, of the request that undid it.
    package let request: Int64
}

extension Transaction {
    /// SQL condition for an own `event` of the journal that is undone now: its last reversal was an undo.
    static let isUndone = "coalesce(\(lastReversal), '') = 'journal.undone'"

    /// SQL for the type of the last reversal of an own `event`; NULL for none.
    private static let lastReversal = """
        (
            SELECT reversal.event FROM own_past AS reversal
            WHERE reversal.event IN ('journal.undone', 'journal.redone')
            AND reversal.subject = CAST(event.seq AS TEXT)
            ORDER BY reversal.seq DESC LIMIT 1)
        """

    /// Candidate that is to be reversed next.
    ///
    /// - Parameters:
    ///   - place: number of the event before which candidates are looked for, such as the first one of a
    ///     request that can't be reversed.
    ///   - types: globs of the types of the person's events; `nil` for all.
    /// - Returns: the newest candidate; `nil` where there is none.
    package func candidate(
        for reversal: Reversal, before place: Int64 = .max, types: [String]? = nil
    ) throws -> ReversalCandidate? {
        guard schema.kinds.contains(where: { $0.isUndoable }) else { return nil }
        guard let seq = try newestStep(for: reversal, before: place, types: types) else {
            return nil
        }
        var found: ReversalCandidate?
        let step = try db.cachedStatement(sql: "SELECT event, request FROM step WHERE seq = ?")
        try step.forEachRow([.integer(seq)]) { row in
            found = ReversalCandidate(seq: row.integer(0), request: row.integer(1))
            return false
        }
        return found
    }

    /// Number of the newest step; `nil` for none. The newest step of each type is looked up, so that the time
    /// needed grows with the number of types, not with the history.
    private func newestStep(
        for reversal: Reversal, before place: Int64, types: [String]?
    ) throws -> Int64? {
        let steps = try db.cachedStatement(
            sql: """
                WITH RECURSIVE known(type) AS (
                    SELECT min(type) FROM step WHERE reversal = ?1
                    UNION ALL
                    SELECT (
                        SELECT min(type) FROM step
                        WHERE reversal = ?1 AND step.type > known.type)
                    FROM known WHERE known.type IS NOT NULL)
                SELECT type, (
                    SELECT max(seq) FROM step
                    WHERE reversal = ?1 AND step.type = known.type AND seq < ?2) AS newest
                FROM known WHERE newest IS NOT NULL
                """)
        var newest: Int64?
        try steps.forEachRow([.text("\(reversal)"), .integer(place)]) { row in
            if Glob.anyMatches(types, row.text(0)) {
                newest = max(newest ?? 0, row.integer(1))
            }
            return true
        }
        return newest
    }

    /// Number of the first event of the request with which an event is to be reversed; `nil` where it isn't.
    package func request(ofEvent seq: Int64, for reversal: Reversal) throws -> Int64? {
        let step = try db.cachedStatement(
            sql: "SELECT request FROM step WHERE event = ? AND reversal = ?")
        return try step.integer([.integer(seq), .text("\(reversal)")])
    }

    /// Numbers of the events of a candidate's request that are still to be reversed, the newest first.
    package func candidates(ofRequest request: Int64, for reversal: Reversal) throws -> [Int64] {
        let steps = try db.cachedStatement(
            sql: "SELECT event FROM step WHERE request = ? AND reversal = ? ORDER BY seq DESC")
        var found: [Int64] = []
        try steps.forEachRow([.integer(request), .text("\(reversal)")]) { row in
            found.append(row.integer(0))
            return true
        }
        return found
    }

    /// Events of a run that continues once an interval is confirmed. Undo removes what the confirmation logged,
    /// and leaves the run where it is.
    private static let courseOfRuns: Set<String> = Set(
        [EventType.runIntervalStarted, .runConfirmationNeeded, .runCompleted].map(\.rawValue))

    /// Whether undo can reverse an event, as long as nothing has changed since.
    package func reversibility(of event: Event) throws -> Reversibility {
        guard !Self.importParts.contains(event.type) else { return .possible }
        // A rest that made way for another one, or for the end of what it belonged to, stays skipped.
        if event.type == EventType.restSkipped.rawValue, try !isWholeRequest(event.seq) {
            return .following
        }
        if event.type == EventType.reminderExpired.rawValue, try !endsWithReminder(event.seq) {
            return .following
        }
        let parts = try changes(ofEvent: event.seq).map { change in
            guard let kind = schema.kind(change.entity) else { return Reversibility.impossible }
            // Older versions didn't keep the former rows of everything that can be undone now.
            let isKept = kind.isUndoable(in: event.type) && !change.was.isEmpty
            if isKept { return .possible }
            let isLeft = kind.isDerived || Self.courseOfRuns.contains(event.type)
            return isLeft ? .following : .impossible
        }
        if parts.contains(.impossible) { return .impossible }
        return parts.contains(.possible) ? .possible : .following
    }

    /// True if an event is all that its request did.
    private func isWholeRequest(_ seq: Int64) throws -> Bool {
        let whole = try db.cachedStatement(
            sql: """
                SELECT request IS NULL AND NOT EXISTS (
                    SELECT 1 FROM journal AS next
                    WHERE next.seq = journal.seq + 1 AND next.request = journal.seq)
                FROM journal WHERE seq = ?
                """)
        return try whole.integer([.integer(seq)]) == 1
    }

    /// True for the end of an occurrence whose reminder was deleted or disabled, which brings it back as well.
    /// One that made way for a test stays expired.
    private func endsWithReminder(_ seq: Int64) throws -> Bool {
        let ends = try db.cachedStatement(
            sql: """
                SELECT EXISTS (
                    SELECT 1 FROM journal AS next
                    WHERE next.seq = journal.seq + 1 AND next.subject = journal.subject
                        AND next.request = coalesce(journal.request, journal.seq)
                        AND next.event IN (
                            'reminder.deleted', 'reminder.disabled', 'reminder.updated'))
                FROM journal WHERE seq = ?
                """)
        return try ends.integer([.integer(seq)]) == 1
    }

    /// The plan for reversing one event.
    ///
    /// - Parameter seq: number of the person's event.
    /// - Throws: `Rejection` where there is no such event, where no person caused it, or where what it
    ///   changed was changed again since.
    package func plan(for reversal: Reversal, ofEvent seq: Int64) throws -> ReversalPlan {
        guard let event = try event(seq) else {
            throw Rejection(.notFound, "the journal has no event \(seq)", field: "seq")
        }
        guard ![EventType.journalUndone, .journalRedone].map(\.rawValue).contains(event.type) else {
            throw Rejection.conflict("event \(seq) is itself an undo or redo")
        }
        guard try isOwn(event.device) else {
            throw Rejection.conflict(
                "event \(seq) can't be \(reversal == .undo ? "undone" : "redone") here: it happened on "
                    + "another machine",
                state: "elsewhere")
        }
        guard !Self.importRemovals.contains(event.type) else {
            throw Rejection.conflict(
                "event \(seq) undid an import: import the file again")
        }
        let last = try lastReversal(ofEvent: seq)
        let isUndone = last?.type == EventType.journalUndone.rawValue
        switch (reversal, last) {
        case (.redo, let last?) where isUndone: return try plan(reversing: last, of: event)
        case (.redo, _): throw Rejection.conflict("event \(seq) wasn't undone")
        case (.undo, _) where isUndone:
            throw Rejection.conflict("event \(seq) was undone already")
        case (.undo, _):
            guard case .request = event.cause else {
                throw Rejection.conflict(
                    "event \(seq) can't be undone: it happened by itself")
            }
            return try plan(reversing: event, of: event)
        }
    }

    /// The event with this number; `nil` where there is none.
    package func event(_ seq: Int64) throws -> Event? {
        var query = JournalQuery(limit: 1)
        query.since = max(1, seq) - 1
        query.until = seq
        return try events(query).first
    }

    /// The last undoing or redoing of an event; `nil` where there was none.
    private func lastReversal(ofEvent seq: Int64) throws -> Event? {
        let last = try db.cachedStatement(
            sql: """
                SELECT seq FROM own_past
                WHERE subject = ? AND event IN ('journal.undone', 'journal.redone')
                ORDER BY seq DESC LIMIT 1
                """
        ).integer([.text(String(seq))])
        return try last.flatMap(event)
    }

    /// - Parameters:
    ///   - reversed: the event whose changes are reversed: the person's event, or the undo of it.
    ///   - event: the person's event.
    private func plan(reversing reversed: Event, of event: Event) throws -> ReversalPlan {
        var restored: [any StoredEntity] = []
        var removed: [any StoredEntity] = []
        guard try reversibility(of: event) == .possible else {
            throw Rejection(cannotUndo: event)
        }
        for (index, change) in try changes(ofEvent: reversed.seq).enumerated() {
            // Older versions didn't keep the former rows of everything that is derived.
            guard let kind = schema.kind(change.entity), kind.isUndoable(in: event.type),
                !change.was.isEmpty
            else { continue }
            do {
                let (was, row) = try former(kind, change, event)
                if let was { restored.append(was) } else if let row { removed.append(row) }
            } catch is Rejection
                where kind.isDerived && index > 0
                && event.type != EventType.reminderSuppressed.rawValue
            {
                // A derived entity that has changed since is derived again from what is there now. But an
                // occurrence that was skipped comes back only instead of the one that took its place.
            }
        }
        let integrity = try Integrity(self, writing: restored, removing: removed)
        for entity in restored {
            let violation = try integrity.violation(of: entity)
            if let violation = try violation ?? integrity.violationOfOthers(naming: entity) {
                throw Rejection(puttingBack: violation)
            }
        }
        for entity in removed {
            if let violation = try integrity.violationOfOthers(naming: entity) {
                throw Rejection(puttingBack: violation)
            }
        }
        return ReversalPlan(event: event, restored: restored, removed: removed)
    }

    func changes(ofEvent seq: Int64) throws -> [RowChange] {
        var changes: [RowChange] = []
        let kept = try db.cachedStatement(
            sql: """
                SELECT change.value ->> '$.entity', change.value ->> '$.id',
                       change.value -> '$.row', change.value -> '$.was'
                FROM journal, json_each(changes) AS change WHERE seq = ? ORDER BY change.key
                """)
        try kept.forEachRow([.integer(seq)]) { row in
            changes.append(
                RowChange(
                    entity: row.text(0), id: row.text(1), row: row.text(2), was: row.text(3)))
            return true
        }
        return changes
    }

    private func former<E: StoredEntity>(
        _ kind: E.Type, _ change: RowChange, _ event: Event
    ) throws -> (was: E?, row: E?) {
        let present = try E.fetch(db, id: change.id)
        let row = try change.entity(from: change.row, beside: present, in: self)
        guard present == row else {
            throw Rejection.conflict(
                "event \(event.seq) can't be undone: what it changed has been changed again since"
            )
        }
        return (try change.entity(from: change.was, beside: present, in: self), row)
    }
}

extension Rejection {
    /// Refusal to undo an event whose changes nothing can put back.
    package init(cannotUndo event: Event) {
        self = .conflict(
            "event \(event.seq) can't be undone: \(event.type) has no undo",
            state: "irreversible")
    }
}
