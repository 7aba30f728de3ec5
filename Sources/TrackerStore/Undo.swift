import GRDB
import TrackerCore

/// The two ways of a person's change: undoing takes it back, redoing puts back what was undone.
package enum Reversal: Sendable {
    case undo, redo

    /// The type of the event that a reversal is; `subject(ofReversing:)` gives its subject.
    package var eventType: EventType {
        switch self {
        case .undo: .journalUndone
        case .redo: .journalRedone
        }
    }
}

/// The rows that reversing an event would write.
package struct ReversalPlan {
    /// The event that a person once brought about.
    package let event: Event
    /// As they were before what is reversed.
    package let restored: [any StoredEntity]
    /// Made by what is reversed.
    package let removed: [any StoredEntity]
}

/// A person's event that may be reversed, unless something that happened since stands in the way.
package struct ReversalCandidate {
    package let seq: Int64
    /// Number of the first event of its request; of an undoing, where it is to be redone.
    package let request: Int64
}

extension Transaction {
    /// The SQL for an `event` of the journal that stands undone: the last reversal of it was an undoing.
    static let isUndone = "coalesce(\(lastReversal), '') = 'journal.undone'"

    /// The SQL of the type of the last reversal of an `event` of the journal; NULL for none. Both forms of the
    /// subject are named beside, since only by those the index of subjects is used.
    private static let lastReversal = """
        (
            SELECT reversal.event FROM journal AS reversal
            WHERE reversal.event IN ('journal.undone', 'journal.redone')
            AND reversal.subject = iif(
                reversal.device = event.device, CAST(coalesce(event.origin, event.seq) AS TEXT),
                event.device || '/' || coalesce(event.origin, event.seq))
            AND reversal.subject IN (
                CAST(coalesce(event.origin, event.seq) AS TEXT),
                event.device || '/' || coalesce(event.origin, event.seq))
            ORDER BY reversal.seq DESC LIMIT 1)
        """

    /// The subject of a reversal of an event: its number where it happened, and for one that came from
    /// another device that device's name before it.
    package func subject(ofReversing seq: Int64) throws -> String {
        var subject = String(seq)
        let origin = try db.cachedStatement(
            sql: "SELECT device, coalesce(origin, seq) FROM journal WHERE seq = ?")
        try origin.forEachRow([.integer(seq)]) { row in
            let isOwn = row.text(0) == device
            subject = isOwn ? "\(row.integer(1))" : "\(row.text(0))/\(row.integer(1))"
            return false
        }
        return subject
    }

    /// The candidate whose turn it is.
    ///
    /// - Parameters:
    ///   - place: number of the event before which candidates are looked for, such as the first one of a
    ///     request that can't be reversed.
    ///   - types: globs of the types of the events that were a person's; `nil` for all.
    /// - Returns: the newest; `nil` where there is none.
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

    /// The newest step of each type is looked up, so that the time needed grows with the number of types, not
    /// with the history.
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

    /// The events that the request of a candidate left to be reversed, the newest first.
    package func candidates(ofRequest request: Int64, for reversal: Reversal) throws -> [Int64] {
        let steps = try db.cachedStatement(
            sql: "SELECT event, request, reversal FROM step WHERE seq >= ? ORDER BY seq")
        var found: [Int64] = []
        try steps.forEachRow([.integer(request)]) { row in
            guard row.integer(1) == request else { return false }
            if row.text(2) == "\(reversal)" { found.append(row.integer(0)) }
            return true
        }
        return found.reversed()
    }

    /// The plan for reversing one event.
    ///
    /// - Parameter seq: number of the event that a person brought about.
    /// - Throws: `Rejection` where there is no such event, where it was the course of time, or where what
    ///   it changed was changed again since.
    package func plan(for reversal: Reversal, ofEvent seq: Int64) throws -> ReversalPlan {
        guard let event = try event(seq) else {
            throw Rejection(.notFound, "the journal has no event \(seq)", field: "seq")
        }
        guard ![EventType.journalUndone, .journalRedone].map(\.rawValue).contains(event.type) else {
            throw Rejection.conflict("event \(seq) is itself an undoing or redoing")
        }
        guard !Self.importRemovals.contains(event.type) else {
            throw Rejection.conflict(
                "event \(seq) took an import back: import the file again")
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
                    "event \(seq) can't be undone: no person did it")
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
                SELECT seq FROM journal
                WHERE subject = ? AND event IN ('journal.undone', 'journal.redone')
                ORDER BY seq DESC LIMIT 1
                """
        ).integer([.text(subject(ofReversing: seq))])
        return try last.flatMap(event)
    }

    /// - Parameters:
    ///   - reversed: the event whose changes are reversed: the person's, or its undoing.
    ///   - event: the person's.
    private func plan(reversing reversed: Event, of event: Event) throws -> ReversalPlan {
        var restored: [any StoredEntity] = []
        var removed: [any StoredEntity] = []
        for change in try changes(ofEvent: reversed.seq) {
            let kind = schema.kind(change.entity)
            if kind?.isDerived == true { continue }
            guard let kind, kind.isUndoable(in: event.type) else {
                throw Rejection.conflict(
                    "event \(event.seq) can't be undone: it is the course of time, "
                        + "not a change of a record")
            }
            let (was, row) = try former(kind, change, event)
            if let was { restored.append(was) } else if let row { removed.append(row) }
        }
        guard !restored.isEmpty || !removed.isEmpty else {
            throw Rejection.conflict("event \(event.seq) changed no record to undo")
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
                "event \(event.seq) can't be undone: what it changed was changed again since"
            )
        }
        return (try change.entity(from: change.was, beside: present, in: self), row)
    }
}
