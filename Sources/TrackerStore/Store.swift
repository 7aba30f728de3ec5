import GRDB
import Glibc
import TrackerCore

/// The database, with one connection. No other process may write to it.
package final class Store {
    package let schema: Schema
    package let path: String
    private let zone: Zone
    private let queue: DatabaseQueue
    private let device: String
    /// Number of the newest durable event; 0 before the first.
    package private(set) var lastSeq: Int64
    package private(set) var nextDeadlines = NextDeadlines()
    /// The next deadlines by table.
    private var deadlines: [String: NextDeadlines] {
        didSet { nextDeadlines = Self.earliest(deadlines) }
    }
    /// Number of events, and of commits without any, in the write-ahead log since the log was last moved
    /// into the database.
    package private(set) var changesInLog = 0
    /// Whether the last daemon didn't close the database, so that the database should be checked.
    package let wasLeftOpen: Bool
    /// Folder of the damaged database that this one was salvaged from; `nil` for none.
    package let recoveredFrom: String?

    private let insertions = Insertions()
    private struct WeakCopy { weak var copy: DatabaseCopy? }
    /// Copies that are being made, which must be closed before the database.
    private var copies: [WeakCopy] = []

    /// Opens a sound database, creating it where there is none. A database that may be damaged is opened by
    /// `Recovery`.
    ///
    /// - Parameters:
    ///   - zone: the person's time zone, from which rows without a local day get theirs.
    ///   - goesOn: called again and again during migrations, which may take long.
    /// - Throws: `StoreError.newerSchema`, `.notDurable`, or SQLite's own error.
    package init(
        path: String, schema: Schema = .current, zone: Zone, at now: Moment,
        goesOn: @escaping () -> Void = {}
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
            // Closing the connection would move the log into the database, which may not be touched. The
            // connection therefore stays open until the process ends.
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

    /// Makes a whole new database beside its place and then moves it there, so that a database at that
    /// place is always complete. The migrations run in memory, so that the disk sees only their result.
    private static func create(
        path: String, schema: Schema, zone: Zone, at now: Moment
    ) throws {
        let fresh = path + ".new"
        for leftover in [fresh, fresh + "-wal", fresh + "-journal"] { unlink(leftover) }
        let memory = try inMemory(schema, zone)
        try memory.inDatabase { db in
            var generator = SystemRandomNumberGenerator()
            let transaction = Transaction(
                db: db, schema: schema, zone: zone, insertions: Insertions(), device: "",
                lastSeq: 0, now: now)
            try transaction.setMeta(.device, Identifier.random(using: &generator))
            try transaction.setMeta(.boot, now.bootID)
            try privately { try db.execute(sql: "VACUUM INTO ?", arguments: [fresh]) }
        }
        // Opening the file marks it as one with a write-ahead log.
        let queue = try open(fresh)
        for queue in [memory, queue] {
            try queue.close()
            // Releasing the queue would have Dispatch start threads, and the daemon has one; the queue is
            // therefore never released.
            _ = Unmanaged.passRetained(queue)
        }
        try Files.sync(fresh)
        try Files.rename(fresh, to: path)
    }

    /// An empty database in memory.
    static func inMemory(_ schema: Schema, _ zone: Zone) throws -> DatabaseQueue {
        let memory = try DatabaseQueue()
        try migrate(memory, schema, zone)
        return memory
    }

    private static func migrate(
        _ queue: DatabaseQueue, _ schema: Schema, _ zone: Zone,
        _ goesOn: @escaping () -> Void = {}
    ) throws {
        let applied = try queue.read(schema.migrator.appliedMigrations)
        let missing = schema.migrator.migrations.filter { !applied.contains($0) }
        guard !missing.isEmpty else { return }
        let functions = zone.migrationFunctions
        let heartbeat = Heartbeat(goesOn)
        queue.inDatabase { db in
            functions.forEach(db.add)
            heartbeat.begin(db)
        }
        defer { queue.inDatabase(heartbeat.end) }
        for migration in missing { try schema.migrator.migrate(queue, upTo: migration) }
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
        let queue = try privately { try DatabaseQueue(path: path, configuration: configuration) }
        try queue.inDatabase { db in
            try require("journal_mode", is: "wal", db)
            try require("synchronous", is: "2", db)
        }
        return queue
    }

    /// Lets only the owner access the files that SQLite makes in `body`, whatever the umask.
    private static func privately<Value>(_ body: () throws -> Value) rethrows -> Value {
        let mask = umask(0o077)
        defer { umask(mask) }
        return try body()
    }

    private static func require(_ pragma: String, is needed: String, _ db: Database) throws {
        let value = try String.fetchOne(db, sql: "PRAGMA \(pragma)") ?? "nothing"
        guard value == needed else { throw StoreError.notDurable(pragma: pragma, value: value) }
    }

    /// Runs a batch in one transaction; its commit makes the batch durable.
    ///
    /// - Throws: the error of `body`, or SQLite's error. Nothing of the batch is kept then, except perhaps
    ///   where the error's fault is `uncertain`.
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

    /// Runs a batch and rolls all of its changes back.
    ///
    /// - Returns: the result of `body`, its events, and the deadlines that would have come next.
    package func rehearse<Value>(
        at now: Moment, _ body: (Transaction) throws -> Value
    ) throws -> (value: Value, events: [Event], next: NextDeadlines) {
        try queue.inDatabase { db in
            let transaction = transaction(db, now)
            // Nothing of the batch, however large, may need space on a disk that has none.
            try db.execute(sql: "PRAGMA cache_spill = OFF")
            defer { try? db.execute(sql: "PRAGMA cache_spill = ON") }
            try db.beginTransaction(.deferred)
            defer { try? db.rollback() }
            let value = try body(transaction)
            let next = try transaction.nextDeadlines(moved: schema.timedTables)
            return (value, transaction.events, Self.earliest(next))
        }
    }

    /// The next deadlines of the entities of one kind.
    package func nextDeadlines<E: StoredEntity>(of kind: E.Type) -> NextDeadlines {
        deadlines[E.table] ?? NextDeadlines()
    }

    /// The next deadlines of the entities of all kinds but one.
    package func nextDeadlines<E: StoredEntity>(except kind: E.Type) -> NextDeadlines {
        Self.earliest(deadlines.filter { $0.key != E.table })
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
    /// middle of a commit; the move takes some milliseconds and is better done while nobody waits. A longer
    /// log would not help: as long as the log grows, each sync also writes the file system's own journal.
    package func checkpoint() throws {
        changesInLog = 0
        try queue.inDatabase { db in
            _ = try Row.fetchOne(db, sql: "PRAGMA wal_checkpoint(PASSIVE)")
        }
    }

    /// Findings of SQLite's own check, one line each; empty for a sound database.
    package func check() throws -> [String] {
        try queue.inDatabase { db in
            try String.fetchAll(db, sql: "PRAGMA quick_check(20)").filter { $0 != "ok" }
        }
    }

    /// Begins a copy of the whole database into a new file.
    func copy(to path: String) throws -> DatabaseCopy {
        let copy = try queue.inDatabase { try DatabaseCopy(of: $0, to: path) }
        copies.removeAll { $0.copy == nil }
        copies.append(WeakCopy(copy: copy))
        return copy
    }

    /// Whether a copy into this file is being made.
    func isCopying(to path: String) -> Bool { copies.contains { $0.copy?.path == path } }

    /// Moves the write-ahead log into the database and closes the file.
    package func close() throws {
        for copy in copies { copy.copy?.close() }
        try queue.close()
    }

    /// Closes a database that will be moved without its log, and throws where the log couldn't be moved
    /// into the database; `close` ignores that.
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
