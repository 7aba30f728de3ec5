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
        // Temporary tables are no part of the state, and stand outside of its transaction log.
        try db.execute(
            sql: """
                CREATE TEMP TABLE folded (
                    entity TEXT NOT NULL, id TEXT NOT NULL, row TEXT,
                    PRIMARY KEY (entity, id)) WITHOUT ROWID
                """)
        defer { try? db.execute(sql: "DROP TABLE IF EXISTS temp.folded") }
        try db.execute(
            sql: """
                INSERT OR REPLACE INTO temp.folded
                SELECT coalesce(change.value ->> '$.entity', ''),
                       coalesce(change.value ->> '$.id', ''), change.value -> '$.row'
                FROM journal, json_each(iif(json_valid(changes), changes, '[]')) AS change
                ORDER BY journal.seq, change.id
                """)
        for kind in schema.kinds {
            try verify(kind, &report)
        }
        try verifyDeadlines(&report)
        return report
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

    /// Deadlines must be somebody's.
    private func verifyDeadlines(_ report: inout Verification) throws {
        let owned = schema.kinds.map {
            "(kind = '\($0.table)' AND subject IN (SELECT id FROM \($0.table)))"
        }
        let orphans = try Row.fetchCursor(
            db,
            sql: """
                SELECT kind, subject FROM deadline WHERE NOT (\(owned.joined(separator: " OR ")))
                """)
        while let row = try orphans.next() {
            let (kind, subject): (String, String) = (row[0], row[1])
            report.note("\(kind) \(subject) has a deadline, but no row")
        }
    }

    private func verify<E: StoredEntity>(_ kind: E.Type, _ report: inout Verification) throws {
        let folded = try db.makeStatement(
            sql: "SELECT row FROM temp.folded WHERE entity = ? AND id = ?")
        let waiting = try db.makeStatement(
            sql: "SELECT COUNT(*) FROM deadline WHERE kind = ? AND subject = ?")
        let rows = try Row.fetchCursor(db, sql: "SELECT * FROM \(E.table)")
        while let row = try rows.next() {
            report.rows += 1
            let id: String = row["id"]
            let name = "\(E.table) \(id)"
            guard let entity = try? E(row: row) else {
                report.note("\(name) can't be read")
                continue
            }
            let text = try String.fetchOne(folded, arguments: [E.table, entity.id])
            if text == nil || text == "null" {
                report.note("\(name) has a row, but no event left one")
            } else if let text, (try? JSON.value(E.self, from: text)) != entity {
                report.note("\(name) isn't as its last event left it")
            }
            let deadlines = try Int.fetchOne(waiting, arguments: [E.table, entity.id]) ?? 0
            if (entity.deadline(at: now) != nil) != (deadlines > 0) {
                report.note(
                    deadlines > 0
                        ? "\(name) has a deadline that it doesn't wait for"
                        : "\(name) waits, but has no deadline")
            }
        }
        let lost = try String.fetchCursor(
            db,
            sql: """
                SELECT id FROM temp.folded WHERE entity = ? AND row <> 'null'
                AND id NOT IN (SELECT id FROM \(E.table))
                """, arguments: [E.table])
        while let id = try lost.next() {
            report.note("\(E.table) \(id) was left by an event, but has no row")
        }
    }
}
