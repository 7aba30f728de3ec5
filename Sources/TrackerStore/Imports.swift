import GRDB
import TrackerCore

/// One row that an event of an import wrote.
package struct ImportedRow {
    /// As it was written; `nil` where the event took it away.
    package let imported: (any StoredEntity)?
    /// As it was before; `nil` where there was none.
    package let was: (any StoredEntity)?
    /// As it is; `nil` where it is gone.
    package let present: (any StoredEntity)?
    /// Whether it is as it was written.
    package let isUntouched: Bool
}

extension Transaction {
    /// The rows of one import are written by several events of the first type, each with a part of them,
    /// and then by one of the second; taken away by several of the third, and then one of the fourth. A
    /// person undoes an import as a whole.
    package static let importParts = [
        EventType.importAdded.rawValue, EventType.importCommitted.rawValue,
    ]
    package static let importRemovals = [
        EventType.importRemoved.rawValue, EventType.importUndone.rawValue,
    ]

    /// Hands out the rows that an event wrote, in their order.
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

    /// An entity as an export has it; `nil` where there is no such table.
    ///
    /// - Throws: where it isn't one.
    package func entity(ofTable table: String, json: String) throws -> (any StoredEntity)? {
        guard let kind = schema.kind(table) else { return nil }
        return try entity(kind, json)
    }

    private func entity<E: StoredEntity>(_ kind: E.Type, _ json: String) throws -> E {
        let row = try JSONText.row(from: json)
        let entity = try E(row, olderDay: olderDay())
        guard entity is any Dated, !row.names.contains("day") else { return entity }
        // What is here already may have come when the person was elsewhere.
        return try E(row, olderDay: olderDay(E.fetch(db, id: entity.id)))
    }

    /// Whether anybody has ever changed it here by a request.
    package func wasTouched(id: String) throws -> Bool {
        try db.cachedStatement(
            sql: "SELECT 1 FROM journal WHERE subject = ? AND cause LIKE 'request:%' LIMIT 1"
        ).integer([.text(id)]) != nil
    }

    /// Whether the journal tells of it.
    package func isKnown(subject: String) throws -> Bool {
        try db.cachedStatement(sql: "SELECT 1 FROM journal WHERE subject = ? LIMIT 1")
            .integer([.text(subject)]) != nil
    }

    /// Whether anybody has ever asked not to be disturbed here.
    package func wasQuieted() throws -> Bool {
        try db.cachedStatement(
            sql: """
                SELECT 1 FROM journal WHERE subject = '' AND event = 'do_not_disturb.set' LIMIT 1
                """
        ).integer() != nil
    }
}
