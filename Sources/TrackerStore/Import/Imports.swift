import GRDB
import TrackerCore

/// One row that an event of an import wrote.
package struct ImportedRow {
    /// The row as the event wrote it; `nil` if the event removed the row.
    package let imported: (any StoredEntity)?
    /// The row before the event; `nil` if there was none.
    package let was: (any StoredEntity)?
    /// The present row; `nil` if it is gone.
    package let present: (any StoredEntity)?
    /// Whether the present row is as the event left it.
    package let isUntouched: Bool
}

extension Transaction {
    /// The types of the events that write the rows of an import: several events of the first type, each
    /// with a part of the rows, then one of the second. The rows are removed by several events of the first
    /// type of `importRemovals`, then one of its second. A person undoes an import as a whole.
    package static let importParts = [
        EventType.importAdded.rawValue, EventType.importCommitted.rawValue,
    ]
    package static let importRemovals = [
        EventType.importRemoved.rawValue, EventType.importUndone.rawValue,
    ]

    /// Id of the latest import that wasn't undone; `nil` where there is none.
    package func lastImport() throws -> String? {
        try db.cachedStatement(
            sql: """
                SELECT subject FROM own_past AS part
                WHERE event IN ('\(Self.importParts[0])', '\(Self.importParts[1])')
                AND NOT EXISTS (
                    SELECT 1 FROM own_past AS later WHERE later.subject = part.subject
                    AND later.event = '\(Self.importRemovals[1])')
                ORDER BY seq DESC LIMIT 1
                """
        ).text()
    }

    /// Passes the rows that an event wrote to `body`, in their order.
    package func eachImportedRow(
        ofEvent seq: Int64, _ body: (ImportedRow) throws -> Void
    ) throws {
        for change in try changes(ofEvent: seq) {
            guard let kind = schema.kind(change.entity) else { continue }
            try body(row(kind, change))
        }
    }

    private func row<E: StoredEntity>(_ kind: E.Type, _ change: RowChange) throws -> ImportedRow {
        let present = try E.fetch(db, id: change.id)
        let imported = try change.entity(from: change.row, beside: present, in: self)
        let was = try change.entity(from: change.was, beside: present, in: self)
        return ImportedRow(
            imported: imported, was: was, present: present, isUntouched: present == imported)
    }

    /// Reads an entity from its JSON in an export; `nil` if there is no such table.
    ///
    /// - Throws: if the JSON isn't an entity of the table.
    package func entity(ofTable table: String, json: String) throws -> (any StoredEntity)? {
        guard let kind = schema.kind(table) else { return nil }
        return try entity(kind, json)
    }

    private func entity<E: StoredEntity>(_ kind: E.Type, _ json: String) throws -> E {
        let row = try JSONText.row(from: json)
        let entity = try E(row, olderDay: olderDay())
        guard entity is any Dated, !row.names.contains("day") else { return entity }
        // Where the row is present already with a day of another time zone, it keeps that day.
        return try E(row, olderDay: olderDay(E.fetch(db, id: entity.id)))
    }

    /// Whether the journal has an event with this subject that a request caused.
    package func wasTouched(id: String) throws -> Bool {
        try db.cachedStatement(
            sql: "SELECT 1 FROM own_past WHERE subject = ? AND cause LIKE 'request:%' LIMIT 1"
        ).integer([.text(id)]) != nil
    }

    /// Whether a person has changed an entity by an event after this one that isn't undone.
    package func wasTouched(id: String, after seq: Int64) throws -> Bool {
        try db.cachedStatement(
            sql: """
                SELECT 1 FROM own_past AS event
                WHERE event.subject = ? AND event.seq > ? AND event.cause LIKE 'request:%'
                AND NOT \(Self.isUndone) LIMIT 1
                """
        ).integer([.text(id), .integer(seq)]) != nil
    }

    /// Number of this machine's last event of a type that has this subject; `nil` for none.
    package func lastEvent(_ type: EventType, subject: String) throws -> Int64? {
        try db.cachedStatement(
            sql:
                "SELECT seq FROM own_past WHERE subject = ? AND event = ? ORDER BY seq DESC LIMIT 1"
        ).integer([.text(subject), .text(type.rawValue)])
    }

    /// An entity as it was before an event; `nil` where the event didn't change it.
    package func former<E: StoredEntity>(
        _ kind: E.Type, id: String, ofEvent seq: Int64
    ) throws -> E? {
        try changes(ofEvent: seq).first { $0.entity == E.table && $0.id == id }
            .flatMap { try $0.entity(from: $0.was, beside: nil, in: self) }
    }

    /// Whether the journal has an event with this subject.
    package func isKnown(subject: String) throws -> Bool {
        try db.cachedStatement(sql: "SELECT 1 FROM journal WHERE subject = ? LIMIT 1")
            .integer([.text(subject)]) != nil
    }

    /// Whether the journal has a `do_not_disturb.set` event.
    package func wasQuieted() throws -> Bool {
        try db.cachedStatement(
            sql: """
                SELECT 1 FROM own_past WHERE subject = '' AND event = 'do_not_disturb.set' LIMIT 1
                """
        ).integer() != nil
    }
}
