import GRDB
import TrackerCore

/// What comparing the journal with the tables brought to light.
package struct Verification: Sendable, Hashable {
    package internal(set) var events: Int64 = 0
    /// Rows of entities.
    package internal(set) var rows: Int64 = 0
    /// One sentence each; the first hundred.
    package internal(set) var differences: [String] = []

    mutating func note(_ difference: String) {
        if differences.count < 100 { differences.append(difference) }
    }
}

extension Transaction {
    /// The event type for storage that works again. Where a damaged journal was taken up again by one,
    /// its data names `salvaged_from`, and there may be gaps before it.
    package static let recoveredType = "storage.recovered"

    /// Folds the journal from its start: each entity as its last event left it must be its row, every row
    /// must have come from an event, and what waits must have its deadline.
    package func verify() throws -> Verification {
        var report = Verification()
        try verifySequence(&report)
        let last = try foldJournal()
        for kind in schema.kinds {
            try verify(kind, last[kind.table] ?? [:], &report)
        }
        return report
    }

    /// By table and id, the event that left each entity as it is; nothing where it left none. That is as
    /// much as there are rows, however long the journal is.
    private func foldJournal() throws -> [String: [String: Int64]] {
        var last: [String: [String: Int64]] = [:]
        let changes = try Row.fetchCursor(
            db,
            sql: """
                SELECT journal.seq, coalesce(change.value ->> '$.entity', ''),
                       coalesce(change.value ->> '$.id', ''), json_type(change.value, '$.row')
                FROM journal, json_each(iif(json_valid(changes), changes, '[]')) AS change
                ORDER BY journal.seq
                """)
        while let change = try changes.next() {
            let (entity, id): (String, String) = (change[1], change[2])
            let kind: String? = change[3]
            let isLeft = kind != nil && kind != "null"
            last[entity, default: [:]][id] = isLeft ? change[0] : nil
        }
        return last
    }

    private func verifySequence(_ report: inout Verification) throws {
        let row = try Row.fetchOne(
            db, sql: "SELECT COUNT(*), COALESCE(MAX(seq), 0) FROM journal")
        report.events = row?[0] ?? 0
        let recovered =
            try Int64.fetchOne(
                db,
                sql: """
                    SELECT MAX(seq) FROM journal
                    WHERE event = ? AND data ->> '$.salvaged_from' IS NOT NULL
                    """,
                arguments: [Self.recoveredType]) ?? 0
        let since =
            try Int64.fetchOne(
                db, sql: "SELECT COUNT(*) FROM journal WHERE seq > ?", arguments: [recovered]) ?? 0
        let newest: Int64 = row?[1] ?? 0
        if newest - recovered != since {
            report.note("\(newest - recovered - since) events are missing from the journal")
        }
        if newest != lastSeq {
            report.note("the journal ends with event \(newest), but \(lastSeq) was recorded")
        }
        let garbled =
            try Int64.fetchOne(
                db, sql: "SELECT COUNT(*) FROM journal WHERE NOT json_valid(changes)") ?? 0
        if garbled > 0 { report.note("\(garbled) events of the journal can't be read") }
    }

    private func verify<E: StoredEntity>(
        _ kind: E.Type, _ last: [String: Int64], _ report: inout Verification
    ) throws {
        var last = last
        let left = try db.makeStatement(
            sql: """
                SELECT change.value -> '$.row' FROM journal, json_each(changes) AS change
                WHERE seq = ? AND change.value ->> '$.entity' = ? AND change.value ->> '$.id' = ?
                """)
        let rows = try db.makeStatement(sql: "SELECT * FROM \(E.table)")
        try rows.forEachRow { row in
            report.rows += 1
            let id = row.text(0)
            let name = "\(E.table) \(id)"
            let seq = last.removeValue(forKey: id)
            guard let entity = try? E(cells: row.cells(E.columns.count)) else {
                report.note("\(name) can't be read")
                return true
            }
            let text = try seq.flatMap {
                try left.text([.integer($0), .text(E.table), .text(id)])
            }
            if text == nil {
                report.note("\(name) has a row, but no event left one")
            } else if let text, (try? E(json: text)) != entity {
                report.note("\(name) isn't as its last event left it")
            }
            let isTimed = row.cells(E.columns.count + 2).suffix(2).contains { $0 != .null }
            if (entity.deadline(at: now) != nil) != isTimed {
                report.note(
                    isTimed
                        ? "\(name) has a deadline that it doesn't wait for"
                        : "\(name) waits, but has no deadline")
            }
            return true
        }
        for id in last.keys.sorted() {
            report.note("\(E.table) \(id) was left by an event, but has no row")
        }
    }
}
