import GRDB
import Glibc
import TrackerCore

/// The readable part of a damaged database.
struct Salvage {
    private let source: DatabaseQueue?
    private var entities: [any StoredEntity] = []
    /// Tables that couldn't be read to their end.
    private var torn: Set<String> = []
    private var events: Int64 = 0
    private(set) var lastSeq: Int64 = 0
    /// Id of the history; `nil` where it can't be read.
    private(set) var history: String?
    /// The name of this machine, which its events have, too; `nil` where neither can be read.
    private var device: String?
    /// Whether the journal could be read without a gap.
    private(set) var journalIsWhole = false
    /// Reports progress while the damaged database is read.
    private let heartbeat: Heartbeat

    /// Reads everything readable and leaves the rest out.
    ///
    /// - Parameter copy: the path for a working copy, since opening a database may change it.
    init(
        of path: String, schema: Schema, zone: Zone, copy: String, goesOn: @escaping () -> Void
    ) {
        heartbeat = Heartbeat(goesOn)
        source = try? Self.open(path, copy: copy, goesOn)
        guard let source else {
            torn = Set(schema.kinds.map { $0.table })
            return
        }
        source.inDatabase { db in
            heartbeat.begin(db)
            defer { heartbeat.end(db) }
            let startMinute = try? Int64.fetchOne(db, sql: "SELECT day_start_minute FROM settings")
            let days = Days(
                zone: zone, startMinute: startMinute ?? Settings.Fields().dayStartMinute)
            history = try? String.fetchOne(
                db, sql: "SELECT value FROM meta WHERE key = ?", arguments: [Meta.history.rawValue])
            for kind in schema.kinds { readEntities(db, kind, days) }
            let name = try? String.fetchOne(
                db, sql: "SELECT value FROM meta WHERE key = ?", arguments: [Meta.device.rawValue])
            journalIsWhole = forEachEvent(db) { row in
                lastSeq = max(lastSeq, row["seq"])
                device = row["device"] ?? device
                events += 1
            }
            device = name ?? device
        }
    }

    private static func open(
        _ path: String, copy: String, _ goesOn: () -> Void
    ) throws -> DatabaseQueue {
        try Recovery.copyDatabase(path, to: copy, goesOn: goesOn)
        return try DatabaseQueue(path: copy)
    }

    static func dropCopy(_ copy: String) {
        for file in Recovery.files(of: copy) { unlink(file) }
    }

    /// Number of consecutive unreadable rows after which the strides grow.
    private static let patience = 1000

    /// Passes the journal's rows to `body`. Unreadable rows are skipped, at first one by one and then in
    /// growing strides, so that the search ends even where an inner page of the tree is lost.
    ///
    /// - Returns: whether no row was skipped.
    private func forEachEvent(_ db: Database, _ body: (Row) throws -> Void) rethrows -> Bool {
        var next: Int64 = 1
        var misses = 0
        var isWhole = true
        while misses < Self.patience + 40 {
            let found = try? Row.fetchAll(
                db,
                sql: """
                    SELECT * FROM journal WHERE seq >= ? AND json_valid(changes) AND json_valid(data)
                    ORDER BY seq LIMIT ?
                    """,
                arguments: [next, misses == 0 ? 500 : 1])
            // A damaged tree might lead back to earlier rows.
            guard let rows = found, rows.allSatisfy({ $0["seq"] >= next }) else {
                isWhole = false
                // One row of many may be unreadable; from here on rows are read one by one.
                if misses > 0 { next += 1 << Int64(max(0, misses - Self.patience)) }
                misses += 1
                continue
            }
            guard let last = rows.last else { return isWhole }
            for row in rows { try body(row) }
            next = last["seq"] + 1
            misses = 0
        }
        return false
    }

    private mutating func readEntities<E: StoredEntity>(
        _ db: Database, _ kind: E.Type, _ days: Days
    ) {
        var days = days
        do {
            // The damaged database may have an older schema, in which the table had another name.
            let former = Kind.former.first { $0.value.rawValue == E.table }?.key
            let table = try former.map { try db.tableExists($0) ? $0 : E.table } ?? E.table
            let all = try db.makeStatement(sql: "SELECT * FROM \(table)")
            try E.forEach(all, olderDay: { days.local(ofMs: $0).day }) { _, entity in
                entities.append(try entity.get())
                return true
            }
        } catch {
            torn.insert(E.table)
        }
    }

    /// Writes the entities into a fresh database and records an event about it. Entities that a damaged
    /// table has lost are taken from the journal.
    ///
    /// - Parameter seq: the largest event number that was or may have been given out.
    func write(
        into transaction: Transaction, from path: String, aside: String, after seq: Int64,
        alerted: Int64?
    ) throws {
        heartbeat.begin(transaction.db)
        defer { heartbeat.end(transaction.db) }
        try source?.inDatabase { db in
            // The device comes first, since the steps of undo are those of its own events.
            if let device { try transaction.setMeta(.device, device) }
            try transaction.copyShared(from: db, torn: torn)
            _ = try forEachEvent(db) { try transaction.copyEvent($0) }
            // The damaged database may have an older schema, whose journal has an older name of a kind, and
            // journeys without their rows.
            let functions = transaction.zone.migrationFunctions
            functions.forEach(transaction.db.add)
            try transaction.db.execute(sql: Schema16.journal)
            functions.forEach(transaction.db.remove)
            try copyFacts(db, into: transaction, alerted: alerted)
        }
        let folded = try transaction.foldedEntities(without: entities)
        let left = entities + folded.filter { torn.contains(type(of: $0).table) }
        transaction.resumeJournal(
            after: seq, device: try transaction.meta(.device, as: String.self) ?? "")
        let former = transaction.device
        if transaction.isSharing {
            // Its last changes may be lost, so that it isn't the machine that the others know.
            try transaction.takeNewIdentity(Transaction.newID, keepsPast: true)
        }
        try transaction.setMeta(.recoveredFrom, aside)
        try transaction.append(
            Transaction.recoveredType, subject: "", cause: .daemon,
            data: JSONText.of([
                "recovered_from": aside, "salvaged_from": path, "events": "\(events)",
                "rows": "\(left.count)",
            ]),
            left, removed: folded.filter { !torn.contains(type(of: $0).table) })
        guard transaction.isSharing else { return }
        try transaction.mendShared()
        try transaction.append(
            EventType.syncIdentity.rawValue, subject: "", cause: .daemon,
            data: JSONText.of(["from": former, "to": transaction.device, "why": "salvaged"]))
    }

    /// Copies the data other than entities: the number of the last event that was alerted, and the requests of
    /// the last day.
    private func copyFacts(
        _ db: Database, into transaction: Transaction, alerted: Int64?
    ) throws {
        func fact<Value: DatabaseValueConvertible>(_ key: Meta, _ type: Value.Type) -> Value? {
            try? Value.fetchOne(
                db, sql: "SELECT value FROM meta WHERE key = ?", arguments: [key.rawValue])
        }
        try transaction.setMeta(.alerted, alerted ?? fact(.alerted, Int64.self) ?? lastSeq)
        // The running counts may be from an earlier boot and must then be carried over to this one.
        try transaction.setMeta(.boot, fact(.boot, String.self) ?? "")
        try transaction.setMeta(.importing, fact(.importing, String.self))
        let requests = try? Row.fetchCursor(db, sql: "SELECT * FROM request")
        while let row = try? requests?.next() { try transaction.copyRow(row, to: "request") }
    }
}

extension Transaction {
    /// Copies the requests that another database remembers, so that their retries do nothing there, either.
    func copyRequests(_ rows: [Row]) throws {
        for row in rows { try copyRow(row, to: "request") }
    }

    fileprivate func copyEvent(_ row: Row) throws { try copyRow(row, to: "journal") }

    /// Copies a row of another database unchanged.
    func copyRow(_ row: Row, to table: String) throws {
        // The damaged database may have an older schema with fewer columns.
        let columns = try db.columns(in: table).map(\.name).filter(row.hasColumn)
        let places = columns.map { _ in "?" }.joined(separator: ", ")
        try db.cachedStatement(
            sql: """
                INSERT OR IGNORE INTO \(table) (\(columns.joined(separator: ", ")))
                VALUES (\(places))
                """
        ).execute(arguments: StatementArguments(columns.map { row[$0] as DatabaseValue }))
    }

    /// The entities as the last event about each of them in the journal left them.
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
        // Unreadable entities are lost; being able to use the rest matters more.
        return last.values.compactMap { try? E(json: $0, olderDay: olderDay()) }
    }
}
