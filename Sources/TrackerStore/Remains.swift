import GRDB
import Glibc
import TrackerCore

/// A damaged database, as far as it can be read.
struct Remains {
    private let source: DatabaseQueue?
    private var entities: [any StoredEntity] = []
    /// Whether every entity table could be read to its end.
    private var tablesAreWhole = true
    private var events: Int64 = 0
    private(set) var lastSeq: Int64 = 0

    /// Reads all that can be read; whatever can't is left out.
    ///
    /// - Parameter copy: where a copy to work on may lie, since opening a database may change it.
    init(of path: String, schema: Schema, copy: String) {
        source = try? Self.open(path, copy: copy)
        guard let source else {
            tablesAreWhole = false
            return
        }
        source.inDatabase { db in
            for kind in schema.kinds { readEntities(db, kind) }
            forEachEvent(db) { row in
                lastSeq = max(lastSeq, row["seq"])
                events += 1
            }
        }
    }

    private static func open(_ path: String, copy: String) throws -> DatabaseQueue {
        for suffix in ["", "-wal"] where Files.exists(path + suffix) {
            try Recovery.copyFile(path + suffix, to: copy + suffix)
        }
        return try DatabaseQueue(path: copy)
    }

    static func dropCopy(_ copy: String) {
        for suffix in ["", "-wal", "-shm"] { unlink(copy + suffix) }
    }

    /// Row by row; where a page can't be read, ever larger strides lead past it.
    private func forEachEvent(_ db: Database, _ body: (Row) throws -> Void) rethrows {
        var next: Int64 = 1
        var stride: Int64 = 1
        while stride < 1 << 40 {
            guard
                let rows = try? Row.fetchAll(
                    db, sql: "SELECT * FROM journal WHERE seq >= ? ORDER BY seq LIMIT ?",
                    arguments: [next, stride == 1 ? 500 : 1])
            else {
                // A page of many may hold one that can't be read: then one by one.
                next += stride - 1
                stride *= 2
                continue
            }
            guard let last = rows.last else { return }
            for row in rows { try body(row) }
            next = last["seq"] + 1
            stride = 1
        }
    }

    private mutating func readEntities<E: StoredEntity>(_ db: Database, _ kind: E.Type) {
        do {
            let found = try E.fetchCursor(db, sql: "SELECT * FROM \(E.table)")
            while let entity = try found.next() { entities.append(entity) }
        } catch {
            tablesAreWhole = false
        }
    }

    /// Puts them into a fresh database, and closes with an event that says so. Where a table had holes,
    /// the journal tells what was in it.
    func write(
        into transaction: Transaction, from path: String, aside: String, knownSeq: Int64
    ) throws {
        try source?.inDatabase { db in
            try forEachEvent(db) { try transaction.copyEvent($0) }
        }
        let left = try tablesAreWhole ? entities : transaction.foldedEntities()
        transaction.resumeJournal(after: max(lastSeq, knownSeq))
        try transaction.setMeta(.recoveredFrom, aside)
        try transaction.record(
            Transaction.recoveredType, subject: "", cause: .daemon,
            data: JSON.text([
                "recovered_from": aside, "salvaged_from": path, "events": "\(events)",
                "rows": "\(left.count)",
            ]),
            left, removed: transaction.foldedEntities(without: left))
    }
}

extension Transaction {
    /// Takes a row of another journal over as it is.
    fileprivate func copyEvent(_ row: Row) throws {
        let columns = ["seq", "at", "device", "event", "subject", "cause", "changes", "data"]
        try db.cachedStatement(
            sql: """
                INSERT OR IGNORE INTO journal
                (seq, at, device, event, subject, cause, changes, data) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: StatementArguments(columns.map { row[$0] as DatabaseValue }))
    }

    /// The entities as the journal's last word on each leaves them.
    fileprivate func foldedEntities(without: [any StoredEntity] = []) throws -> [any StoredEntity] {
        let left = Set(without.map { "\(type(of: $0).table) \($0.id)" })
        return try schema.kinds.flatMap { try folded($0) }
            .filter { !left.contains("\(type(of: $0).table) \($0.id)") }
    }

    private func folded<E: StoredEntity>(_ kind: E.Type) throws -> [any StoredEntity] {
        var last: [String: String] = [:]
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT change.value ->> '$.id', change.value -> '$.row'
                FROM journal, json_each(journal.changes) AS change
                WHERE change.value ->> '$.entity' = ? ORDER BY journal.seq, change.id
                """, arguments: [E.table])
        while let row = try rows.next() { last[row[0]] = row[1] }
        return try last.values.compactMap { text in
            guard text != "null" else { return nil }
            return try JSON.value(E.self, from: text)
        }
    }
}
