import GRDB
import TrackerCore

/// What undoing an event would write.
package struct UndoPlan {
    package let event: Event
    /// As they were before the event.
    package let restored: [any StoredEntity]
    /// Made by the event.
    package let removed: [any StoredEntity]
}

extension Transaction {
    /// The event type of an undoing; `subject(ofUndoing:)` gives its subject.
    package static let undoneType = EventType.journalUndone.rawValue

    /// The SQL condition for an `event` of the journal that was undone; the type of an undoing is its value.
    /// Both forms of the subject are named beside, since only by those the index of subjects is used.
    private static let isUndone = """
        EXISTS (
            SELECT 1 FROM journal AS undoing
            WHERE undoing.event = ? AND undoing.subject = iif(
                undoing.device = event.device, CAST(coalesce(event.origin, event.seq) AS TEXT),
                event.device || '/' || coalesce(event.origin, event.seq))
            AND undoing.subject IN (
                CAST(coalesce(event.origin, event.seq) AS TEXT),
                event.device || '/' || coalesce(event.origin, event.seq)))
        """

    /// The subject of an undoing of an event: its number where it happened, and for one that came from
    /// another device that device's name before it.
    package func subject(ofUndoing seq: Int64) throws -> String {
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

    /// The newest event that can still be undone.
    ///
    /// - Parameter types: globs; `nil` for all.
    package func newestUndoable(types: [String]? = nil) throws -> Int64? {
        guard schema.kinds.contains(where: { $0.isUndoable }) else { return nil }
        let candidates = try db.cachedStatement(
            sql: """
                SELECT seq, event FROM journal AS event
                WHERE instr(changes, ',"was":') > 0 AND event NOT IN (?, ?)
                AND NOT (event = ? AND EXISTS (
                    SELECT 1 FROM journal AS later
                    WHERE later.subject = event.subject AND later.event = ?))
                AND NOT \(Self.isUndone)
                ORDER BY seq DESC
                """)
        var newest: Int64?
        try candidates.forEachRow([
            .text(Self.undoneType), .text(Self.importRemovals[0]), .text(Self.importParts[0]),
            .text(Self.importRemovals[1]), .text(Self.undoneType),
        ]) { row in
            let seq = row.integer(0)
            guard Glob.anyMatches(types, row.text(1)) else { return true }
            do {
                _ = try undoPlan(seq: seq)
                newest = seq
                return false
            } catch is Rejection {
                // An older one may do. A fault of the storage may not pass for a refusal.
                return true
            }
        }
        return newest
    }

    /// How to undo one event.
    ///
    /// - Throws: `Rejection` where there is no such event, where it was the course of time, or where what
    ///   it changed was changed again since.
    package func undoPlan(seq: Int64) throws -> UndoPlan {
        var query = JournalQuery(limit: 1)
        query.since = max(1, seq) - 1
        query.until = seq
        guard let event = try events(query).first else {
            throw Rejection(.notFound, "the journal has no event \(seq)", field: "seq")
        }
        guard event.type != Self.undoneType else {
            throw Rejection.conflict("event \(seq) (\(event.type)) is itself an undoing")
        }
        guard !Self.importRemovals.contains(event.type) else {
            throw Rejection.conflict(
                "event \(seq) (\(event.type)) took an import back: import the file again")
        }
        guard try !wasUndone(event) else {
            throw Rejection.conflict("event \(seq) (\(event.type)) was undone already")
        }
        guard case .request = event.cause else {
            throw Rejection.conflict(
                "event \(seq) (\(event.type)) can't be undone: no person did it")
        }
        var restored: [any StoredEntity] = []
        var removed: [any StoredEntity] = []
        for change in try changes(ofEvent: event.seq) {
            let kind = schema.kind(change.entity)
            if kind?.isDerived == true { continue }
            guard let kind, kind.isUndoable(in: event.type) else {
                throw Rejection.conflict(
                    "event \(seq) (\(event.type)) can't be undone: it is the course of time, not a "
                        + "change of a record")
            }
            let (was, row) = try former(kind, change, event)
            if let was { restored.append(was) } else if let row { removed.append(row) }
        }
        guard !restored.isEmpty || !removed.isEmpty else {
            throw Rejection.conflict("event \(seq) (\(event.type)) changed no record to undo")
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
        return UndoPlan(event: event, restored: restored, removed: removed)
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

    private func wasUndone(_ event: Event) throws -> Bool {
        try db.cachedStatement(
            sql: "SELECT 1 FROM journal AS event WHERE seq = ? AND \(Self.isUndone)"
        ).integer([.integer(event.seq), .text(Self.undoneType)]) != nil
    }

    private func former<E: StoredEntity>(
        _ kind: E.Type, _ change: RowChange, _ event: Event
    ) throws -> (was: E?, row: E?) {
        let present = try E.fetch(db, id: change.id)
        let row = try change.entity(from: change.row, beside: present, in: self)
        guard present == row else {
            throw Rejection.conflict(
                "what event \(event.seq) (\(event.type)) changed was changed again since: undo that first"
            )
        }
        return (try change.entity(from: change.was, beside: present, in: self), row)
    }
}
