import GRDB
import GRDBSQLite
import Glibc
import TrackerCore

/// The database, with one connection. No other process may write to it.
package final class Store {
    package let schema: Schema
    package let path: String
    private let zone: Zone
    private let queue: DatabaseQueue
    package private(set) var device: String
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
    /// Whether progress may not follow from the rows as they are now, since figures have changed, the present
    /// day has, or nobody has looked since the database was opened.
    package var isProgressStale = true
    /// Whether the last daemon didn't close the database, so that the database should be checked.
    package let wasLeftOpen: Bool
    /// Folder of the damaged database that this one was salvaged from; `nil` for none.
    package let recoveredFrom: String?
    /// Id of the history; in another history, the same number belongs to another event.
    package let history: String
    /// True where the files were found deleted or replaced after the last commit. Nothing more can be
    /// committed then.
    package private(set) var isDisplaced = false
    /// Clock for the stamps of shared rows; `nil` while this machine shares none.
    package private(set) var clock: StampClock?
    private let place: DatabasePlace
    /// First bytes of the file, as this store has left them; only moving the log writes to the file.
    private var header: [UInt8]?
    private var wasOverwritten = false
    private let log = LogLength()

    private let insertions = Insertions()
    private struct WeakCopy { weak var copy: DatabaseCopy? }
    /// Copies that are being made, which must be closed before the database.
    private var copies: [WeakCopy] = []

    /// Opens a sound database, creating it where there is none. A database that may be damaged is opened by
    /// `Recovery`.
    ///
    /// - Parameters:
    ///   - zone: the person's time zone, from which rows without a local day get theirs.
    ///   - backups: those that get a copy before the schema is upgraded; `nil` for none.
    ///   - goesOn: called again and again during migrations, which may take long.
    /// - Throws: `StoreError.newerSchema`, `.notDurable`, or SQLite's own error.
    package init(
        path: String, schema: Schema = .current, zone: Zone, at now: Moment,
        backups: Backups? = nil, goesOn: @escaping () -> Void = {}
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
        if let backups, try !queue.read(schema.migrator.hasCompletedMigrations) {
            try queue.inDatabase {
                try backups.copy(beforeUpgradeOf: $0, at: now, zone, goesOn: goesOn)
            }
        }
        try Self.migrate(queue, schema, zone, goesOn)
        let last: Stamp?
        (device, lastSeq, deadlines, recoveredFrom, history, last) = try queue.inDatabase {
            [log] db in
            log.follow(db)
            let seq = try Int64.fetchOne(db, sql: "SELECT MAX(seq) FROM journal") ?? 0
            let transaction = Transaction(
                db: db, schema: schema, zone: zone, insertions: Insertions(), device: "",
                lastSeq: seq, now: now)
            return (
                try transaction.meta(.device, as: String.self) ?? "",
                seq, try transaction.nextDeadlines(moved: schema.timedTables),
                try transaction.meta(.recoveredFrom, as: String.self),
                try transaction.meta(.history, as: String.self) ?? transaction.beginHistory(),
                try transaction.meta(.lastStamp, as: String.self).flatMap(Stamp.init)
            )
        }
        clock = last.map { [device] in StampClock(writer: device, last: $0) }
        place = DatabasePlace(path)
        nextDeadlines = Self.earliest(deadlines)
        header = firstBytes
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
            try transaction.beginHistory()
            try db.execute(sql: "PRAGMA user_version = \(randomStamp)")
            try privately { try db.execute(sql: "VACUUM INTO ?", arguments: [fresh]) }
        }
        try memory.closeForGood()
        try addLog(toCopy: fresh)
        try Files.rename(fresh, to: path)
    }

    /// Makes a copy a database with a write-ahead log, by opening it once.
    static func addLog(toCopy path: String) throws {
        try open(path).closeForGood()
        try Files.sync(path)
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
        guard !isDisplaced else { throw StoreError.displaced(path: path) }
        let result = try queue.inDatabase { db in
            let transaction = transaction(db, now)
            try transaction.run("BEGIN")
            let value: Value
            let next: [String: NextDeadlines]
            let isStale: Bool
            do {
                value = try body(transaction)
                next = try transaction.nextDeadlines(
                    deadlines, moved: transaction.movedDeadlines)
                isStale = try transaction.keepStaleDays() ?? isProgressStale
                try transaction.keepClock()
                try stamp(db)
                try transaction.run("COMMIT")
            } catch {
                try? db.rollback()
                throw error
            }
            log.isStamped = log.isStamped || log.isBegun
            lastSeq = transaction.lastSeq
            (clock, device) = (transaction.clock, transaction.device)
            deadlines = next
            isProgressStale = isStale
            changesInLog += max(1, transaction.events.count)
            return (value, transaction.events)
        }
        findPlace()
        if log.isLong { try? checkpoint() }
        return result
    }

    /// Checks whether the files still have their names: a file without a name is gone with the process, and a
    /// name that another file has taken keeps nothing of this one.
    package func findPlace() {
        isDisplaced = condition != .asOpened
        // A copy of a mixture is worthless.
        if wasOverwritten { closeCopies() }
    }

    /// True where another file has the database's name, or its place on the disk.
    package var isReplaced: Bool {
        let condition = condition
        return condition == .databaseReplaced || condition == .databaseOverwritten
    }

    /// True where another file was written over the database.
    package var isOverwritten: Bool { condition == .databaseOverwritten }

    var condition: DatabasePlace.Condition {
        if !wasOverwritten, let present = firstBytes {
            wasOverwritten = present != header ?? present
            header = header ?? present
        }
        // Whatever has become of the names, this store reads a mixture of both files from then on.
        return wasOverwritten ? .databaseOverwritten : place.condition
    }

    /// First bytes of the file, read through SQLite's own descriptor: closing another one would give up
    /// SQLite's lock. `nil` where they can't be read.
    private var firstBytes: [UInt8]? {
        queue.inDatabase { db in
            var file: UnsafeMutablePointer<sqlite3_file>?
            guard let connection = db.sqliteConnection,
                sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file)
                    == SQLITE_OK,
                let file, let read = file.pointee.pMethods?.pointee.xRead
            else { return nil }
            var bytes = [UInt8](repeating: 0, count: DatabaseHeader.count)
            // A shorter file reads as zeros after its end.
            let code = read(file, &bytes, Int32(bytes.count), 0)
            return code == SQLITE_OK || code == SQLITE_IOERR | (2 << 8) ? bytes : nil
        }
    }

    /// Writes a new stamp with the first commit of a write-ahead log, by which `LogOrigin` knows the
    /// database that the log belongs to.
    private func stamp(_ db: Database) throws {
        log.isBegun = false
        guard !log.isStamped,
            sqlite3_txn_state(db.sqliteConnection, "main") == SQLITE_TXN_WRITE
        else { return }
        let former = try Int32.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        try db.execute(
            sql: "PRAGMA application_id = \(former); PRAGMA user_version = \(Self.randomStamp)")
        log.isBegun = true
    }

    private static var randomStamp: Int32 { .random(in: 1 ... .max) }

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
            history: history, lastSeq: lastSeq, clock: clock, now: now)
    }

    /// Moves the write-ahead log into the database. A commit that makes the log longer than a thousand pages
    /// does so, too; the move takes some milliseconds and is better done while nobody waits. A longer log
    /// would not help: as long as the log grows, each sync also writes the file system's own journal.
    package func checkpoint() throws { try moveLog("PASSIVE") }

    private func moveLog(_ mode: String) throws {
        guard !isReplaced else { throw StoreError.displaced(path: path) }
        changesInLog = 0
        log.mayBeginAnew()
        defer { header = firstBytes }
        try queue.inDatabase { db in
            _ = try Row.fetchOne(db, sql: "PRAGMA wal_checkpoint(\(mode))")
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
        guard !isOverwritten else { throw StoreError.displaced(path: self.path) }
        let copy = try queue.inDatabase { try DatabaseCopy(of: $0, to: path) }
        copies.removeAll { $0.copy == nil }
        copies.append(WeakCopy(copy: copy))
        return copy
    }

    /// Whether a copy into this file is being made.
    func isCopying(to path: String) -> Bool { copies.contains { $0.copy?.path == path } }

    /// Moves the write-ahead log into the database and closes the file.
    package func close() throws {
        closeCopies()
        // SQLite would move the log into the other file.
        guard !isOverwritten else {
            _ = Unmanaged.passRetained(queue)
            return
        }
        try queue.close()
    }

    private func closeCopies() {
        for copy in copies { copy.copy?.close() }
    }

    /// True until the database is closed.
    package var isOpen: Bool { queue.inDatabase { $0.sqliteConnection != nil } }

    /// Closes a database that will be moved without its log, and throws where the log couldn't be moved
    /// into the database; `close` ignores that.
    func closeWhole() throws {
        try moveWholeLog()
        try close()
    }

    func moveWholeLog() throws { try moveLog("TRUNCATE") }
}
