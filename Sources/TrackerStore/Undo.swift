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
    /// The event type of an undoing; its subject is the undone event's `seq`.
    package static let undoneType = "journal.undone"

    /// The newest event that can still be undone.
    package func newestUndoable() throws -> Int64? {
        guard schema.kinds.contains(where: { $0.isUndoable }) else { return nil }
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT seq FROM journal AS event
                WHERE instr(changes, ',"was":') > 0 AND event <> ?
                AND NOT EXISTS (
                    SELECT 1 FROM journal AS later
                    WHERE later.subject = CAST(event.seq AS TEXT) AND later.event = ?)
                ORDER BY seq DESC
                """, arguments: [Self.undoneType, Self.undoneType])
        while let row = try rows.next() {
            let seq: Int64 = row[0]
            if (try? undoPlan(seq: seq)) != nil { return seq }
        }
        return nil
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
        guard try !wasUndone(event) else {
            throw Rejection.conflict("event \(seq) (\(event.type)) was undone already")
        }
        let text =
            try String.fetchOne(
                db, sql: "SELECT changes FROM journal WHERE seq = ?", arguments: [seq]) ?? "[]"
        var restored: [any StoredEntity] = []
        var removed: [any StoredEntity] = []
        let changes = try JSONText.value([Change].self, from: text)
        for (index, change) in changes.enumerated() {
            guard let kind = schema.kind(change.entity), kind.isUndoable else {
                throw Rejection.conflict(
                    "event \(seq) (\(event.type)) can't be undone: it is the course of time, not a "
                        + "change of a record")
            }
            let (was, row) = try former(kind, text, index, change.id, event)
            if let was { restored.append(was) } else if let row { removed.append(row) }
        }
        guard !changes.isEmpty else {
            throw Rejection.conflict("event \(seq) (\(event.type)) changed no record to undo")
        }
        return UndoPlan(event: event, restored: restored, removed: removed)
    }

    private func wasUndone(_ event: Event) throws -> Bool {
        try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT seq FROM journal WHERE subject = ? AND event = ?"),
            arguments: [String(event.seq), Self.undoneType]) != nil
    }

    private func former<E: StoredEntity>(
        _ kind: E.Type, _ text: String, _ index: Int, _ id: String, _ event: Event
    ) throws -> (was: E?, row: E?) {
        // Only the change at `index` is of this kind; the others are read as what they have in common.
        let change = try JSONText.value([OneTyped<E>].self, from: text)[index]
        guard let change = change.typed else { throw StoreError.partWithoutOutcome }
        guard try E.fetch(db, id: id) == change.row else {
            throw Rejection.conflict(
                "what event \(event.seq) (\(event.type)) changed was changed again since: undo that first"
            )
        }
        return (change.was, change.row)
    }
}

/// A change if it is of this kind.
private struct OneTyped<E: StoredEntity>: Decodable {
    let typed: TypedChange<E>?

    private enum CodingKeys: String, CodingKey { case entity }

    init(from decoder: any Decoder) throws {
        let table = try decoder.container(keyedBy: CodingKeys.self)
            .decode(String.self, forKey: .entity)
        typed = table == E.table ? try TypedChange(from: decoder) : nil
    }
}
