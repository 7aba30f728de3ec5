import GRDB
import Glibc
import TrackerCore

/// The database: one connection, to which nobody else may write.
package final class Store {
    package let schema: Schema
    package let path: String
    private let zone: Zone
    private let queue: DatabaseQueue
    private let device: String
    /// The newest event that is durable; 0 before the first.
    package private(set) var lastSeq: Int64
    package private(set) var nextDeadlines = NextDeadlines()
    /// By table.
    private var deadlines: [String: NextDeadlines] {
        didSet { nextDeadlines = Self.earliest(deadlines) }
    }
    /// How many events, and commits without any, the write-ahead log has taken since it was last moved into
    /// the database.
    package private(set) var changesInLog = 0
    /// Whether the daemon before didn't close the database, so that it ought to be checked.
    package let wasLeftOpen: Bool
    /// Where the damaged database lies that this one was salvaged from.
    package let recoveredFrom: String?

    private let insertions = Insertions()
    private struct WeakCopy { weak var copy: DatabaseCopy? }
    /// Copies on their way, which must let go of the database before it is closed.
    private var copies: [WeakCopy] = []

    /// Opens a sound database, creating it where there is none. `Recovery` opens what may be damaged.
    ///
    /// - Parameters:
    ///   - zone: the person's, by which rows that are older than local days get theirs.
    ///   - goesOn: told before each migration, which may take long.
    /// - Throws: `StoreError.newerSchema`, `.notDurable`, or SQLite's own error.
    package init(
        path: String, schema: Schema = .current, zone: Zone, at now: Moment,
        goesOn: () -> Void = {}
    ) throws {
        self.path = path
        self.schema = schema
        self.zone = zone
        wasLeftOpen = (Files.size(path + "-wal") ?? 0) > 0
        if !Files.exists(path) {
            try Self.create(path: path, schema: schema, zone: zone, at: now)
        }
        queue = try Self.open(path)
        if try queue.read(schema.migrator.hasBeenSuperseded) {
            // Closing it would move its log into it, and nothing may be touched: so it stays as it is
            // until the process ends.
            if wasLeftOpen { _ = Unmanaged.passRetained(queue) }
            throw StoreError.newerSchema(path: path)
        }
        try Self.migrate(queue, schema, zone, goesOn)
        (device, lastSeq, deadlines, recoveredFrom) = try queue.inDatabase { db in
            let seq = try Int64.fetchOne(db, sql: "SELECT MAX(seq) FROM journal") ?? 0
            let transaction = Transaction(
                db: db, schema: schema, zone: zone, insertions: Insertions(), device: "",
                lastSeq: seq, now: now)
            return (
                try transaction.meta(.device, as: String.self) ?? "",
                seq, try transaction.nextDeadlines(moved: schema.timedTables),
                try transaction.meta(.recoveredFrom, as: String.self)
            )
        }
        nextDeadlines = Self.earliest(deadlines)
    }

    /// Makes a whole new database beside its place and moves it there, so that one that is there is whole.
    private static func create(
        path: String, schema: Schema, zone: Zone, at now: Moment
    ) throws {
        let fresh = path + ".new"
        for leftover in [fresh, fresh + "-wal"] { unlink(leftover) }
        let queue = try open(fresh)
        try migrate(queue, schema, zone)
        try queue.inDatabase { db in
            var generator = SystemRandomNumberGenerator()
            let transaction = Transaction(
                db: db, schema: schema, zone: zone, insertions: Insertions(), device: "",
                lastSeq: 0, now: now)
            try transaction.setMeta(.device, Identifier.random(using: &generator))
            try transaction.setMeta(.boot, now.bootID)
        }
        try moveWholeLog(queue)
        try queue.close()
        // Its last release would have Dispatch start threads, and the daemon has one: so it stays.
        _ = Unmanaged.passRetained(queue)
        try Files.sync(fresh)
        try Files.rename(fresh, to: path)
    }

    private static func migrate(
        _ queue: DatabaseQueue, _ schema: Schema, _ zone: Zone, _ goesOn: () -> Void = {}
    ) throws {
        let applied = try queue.read(schema.migrator.appliedMigrations)
        let missing = schema.migrator.migrations.filter { !applied.contains($0) }
        guard !missing.isEmpty else { return }
        let functions = zone.migrationFunctions
        queue.inDatabase { db in functions.forEach(db.add) }
        for migration in missing {
            goesOn()
            try schema.migrator.migrate(queue, upTo: migration)
        }
        queue.inDatabase { db in functions.forEach(db.remove) }
    }

    private static func open(_ path: String) throws -> DatabaseQueue {
        var configuration = GRDB.Configuration()
        configuration.label = "tracker.db"
        configuration.busyMode = .immediateError
        configuration.prepareDatabase { db in
            try db.execute(
                sql: """
                    PRAGMA locking_mode = EXCLUSIVE;
                    PRAGMA journal_mode = WAL;
                    PRAGMA synchronous = FULL;
                    PRAGMA cache_size = -2048;
                    PRAGMA temp_store = MEMORY;
                    PRAGMA trusted_schema = OFF;
                    """)
        }
        // What SQLite makes is the owner's alone, whatever the umask.
        let mask = umask(0o077)
        defer { umask(mask) }
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.inDatabase { db in
            try require("journal_mode", is: "wal", db)
            try require("synchronous", is: "2", db)
        }
        return queue
    }

    private static func require(_ pragma: String, is needed: String, _ db: Database) throws {
        let value = try String.fetchOne(db, sql: "PRAGMA \(pragma)") ?? "nothing"
        guard value == needed else { throw StoreError.notDurable(pragma: pragma, value: value) }
    }

    /// Runs a batch in one transaction, and one commit makes it durable.
    ///
    /// - Throws: what `body` throws, or SQLite's error; either way nothing of the batch is there, but for
    ///   a fault that is `uncertain`.
    package func perform<Value>(
        at now: Moment, _ body: (Transaction) throws -> Value
    ) throws -> (value: Value, events: [Event]) {
        try queue.inDatabase { db in
            let transaction = transaction(db, now)
            try transaction.run("BEGIN")
            let value: Value
            let next: [String: NextDeadlines]
            do {
                value = try body(transaction)
                next = try transaction.nextDeadlines(
                    deadlines, moved: transaction.movedDeadlines)
                try transaction.run("COMMIT")
            } catch {
                try? db.rollback()
                throw error
            }
            lastSeq = transaction.lastSeq
            deadlines = next
            changesInLog += max(1, transaction.events.count)
            return (value, transaction.events)
        }
    }

    /// Runs a batch that changes nothing, without a transaction of its own.
    package func read<Value>(at now: Moment, _ body: (Transaction) throws -> Value) throws -> Value
    {
        try queue.inDatabase { db in
            let transaction = transaction(db, now)
            let value = try body(transaction)
            assert(!transaction.wrote, "a reading batch has written")
            return value
        }
    }

    /// Runs a batch as if, and takes all of it back.
    ///
    /// - Returns: what it found, its events, and the deadlines that would have come next.
    package func rehearse<Value>(
        at now: Moment, _ body: (Transaction) throws -> Value
    ) throws -> (value: Value, events: [Event], next: NextDeadlines) {
        try queue.inDatabase { db in
            let transaction = transaction(db, now)
            // However much it is, none of it may need room on a disk that has none.
            try db.execute(sql: "PRAGMA cache_spill = OFF")
            defer { try? db.execute(sql: "PRAGMA cache_spill = ON") }
            try db.beginTransaction(.deferred)
            defer { try? db.rollback() }
            let value = try body(transaction)
            let next = try transaction.nextDeadlines(moved: schema.timedTables)
            return (value, transaction.events, Self.earliest(next))
        }
    }

    private static func earliest(_ deadlines: [String: NextDeadlines]) -> NextDeadlines {
        deadlines.values.reduce(NextDeadlines()) { $0.merged(with: $1) }
    }

    private func transaction(_ db: Database, _ now: Moment) -> Transaction {
        Transaction(
            db: db, schema: schema, zone: zone, insertions: insertions, device: device,
            lastSeq: lastSeq, now: now)
    }

    /// Moves the write-ahead log into the database. SQLite does so by itself every thousand pages, in the
    /// middle of a commit; it takes some milliseconds, and is better done when nobody waits. A longer log
    /// would be no help: as long as it grows, each sync has the file system's own journal to write.
    package func checkpoint() throws {
        changesInLog = 0
        try queue.inDatabase { db in
            _ = try Row.fetchOne(db, sql: "PRAGMA wal_checkpoint(PASSIVE)")
        }
    }

    /// What SQLite's own check finds, a line for each finding; none where all is well.
    package func check() throws -> [String] {
        try queue.inDatabase { db in
            try String.fetchAll(db, sql: "PRAGMA quick_check(20)").filter { $0 != "ok" }
        }
    }

    /// Begins a copy of the whole into a new file.
    func copy(to path: String) throws -> DatabaseCopy {
        let copy = try queue.inDatabase { try DatabaseCopy(of: $0, to: path) }
        copies.removeAll { $0.copy == nil }
        copies.append(WeakCopy(copy: copy))
        return copy
    }

    /// Whether a copy is on its way into this file.
    func isCopying(to path: String) -> Bool { copies.contains { $0.copy?.path == path } }

    /// Moves what is in the write-ahead log into the database and lets go of the file.
    package func close() throws {
        for copy in copies { copy.copy?.close() }
        try queue.close()
    }

    /// The same for a database that will be moved without its log: closing alone keeps silent about a log
    /// that couldn't be moved.
    func closeWhole() throws {
        try Self.moveWholeLog(queue)
        try close()
    }

    private static func moveWholeLog(_ queue: DatabaseQueue) throws {
        try queue.inDatabase { db in
            _ = try Row.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        }
    }
}
