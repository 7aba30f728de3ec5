import FoundationEssentials
import GRDB
import Glibc
import TestSupport
import Testing
import TrackerCore

@testable import TrackerStore

/// A moment in the morning of 2026-03-01, on a machine that has been up for a while.
let morning = Moment(
    wallMs: 1_772_352_000_000, bootNs: 5_000_000_000_000, awakeNs: 4_000_000_000_000,
    bootID: "boot-1")

/// An undoable kind of record that only these tests have.
struct Note: StoredEntity {
    static let table = "note"
    static let isUndoable = true
    static let rules = Rules<Note>()
    static let sharing: Sharing<Note>? = Sharing()

    let id: String
    var text: String
    /// Optional deadlines on the boot clock and on the wall clock.
    var dueNs: Int64?
    var dueMs: Int64?

    init(id: String, text: String, dueNs: Int64? = nil, dueMs: Int64? = nil) {
        self.id = id
        self.text = text
        self.dueNs = dueNs
        self.dueMs = dueMs
    }

    func check(at now: Moment) {}

    init(_ row: inout RowVisitor, writing entity: Note?) throws {
        id = try row.column("id", entity?.id)
        text = try row.column("text", entity?.text)
        dueNs = try row.optional("due_ns", entity?.dueNs)
        dueMs = try row.optional("due_ms", entity?.dueMs)
    }

    func deadline(at now: Moment) -> Deadline? {
        dueNs.map(Deadline.boot) ?? dueMs.map(Deadline.wall)
    }

    static let sql = """
        CREATE TABLE note (
            id TEXT PRIMARY KEY NOT NULL, text TEXT NOT NULL, due_ns INTEGER, due_ms INTEGER,
            due_boot_ns INTEGER, due_wall_ms INTEGER);
        CREATE INDEX note_due_boot_ns ON note(due_boot_ns) WHERE due_boot_ns IS NOT NULL;
        CREATE INDEX note_due_wall_ms ON note(due_wall_ms) WHERE due_wall_ms IS NOT NULL;
        """
}

extension Schema {
    /// A schema as the next version might have it: with one more kind, by one more migration.
    static let withNotes = Schema(
        kinds: current.kinds + [Note.self],
        migrations: migrations + [Note.sql])
}

/// A database in its own folder.
final class Fixture {
    let folder: TemporaryFolder
    let schema: Schema
    private(set) var store: Store

    var path: String { folder.path + "/tracker.db" }
    var recovery: Recovery { Recovery(stateFolder: folder.path, schema: schema) }

    init(schema: Schema = .withNotes) throws {
        folder = try TemporaryFolder()
        self.schema = schema
        store = try Store(
            path: folder.path + "/tracker.db", schema: schema, zone: .utc, at: morning)
    }

    func reopen() throws { store = try Store(path: path, schema: schema, zone: .utc, at: morning) }

    /// Opens the database as the daemon does, damaged or not.
    func recover(at now: Moment = morning, knownSeq: Int64 = 0) throws {
        store = try recovery.open(at: now, zone: .utc, knownSeq: knownSeq)
    }

    func replace(_ store: Store) { self.store = store }

    /// Changes the closed file with plain SQL, then opens the store again.
    func tamper(_ sql: String) throws {
        try store.close()
        try tamperRaw(sql)
        try reopen()
    }

    /// Changes a file that is closed already, and leaves it closed.
    func tamperRaw(_ sql: String) throws {
        let raw = try DatabaseQueue(path: path)
        try raw.inDatabase { try $0.execute(sql: sql) }
        try raw.close()
    }

    @discardableResult
    func start(_ id: String, seconds: Int64 = 600, at now: Moment = morning) throws -> Timer {
        let timer = try Timer(
            id: id, durationMs: seconds * 1000, name: "name of \(id)", message: nil,
            onSuspend: .continue, order: store.lastSeq + 1, at: now)
        try append("timer.started", [timer], at: now)
        return timer
    }

    @discardableResult
    func append(
        _ type: String, _ entities: [any StoredEntity] = [], removed: [any StoredEntity] = [],
        cause: Cause = .request("test"), at now: Moment = morning
    ) throws -> Event {
        let subject = entities.first?.id ?? removed.first?.id ?? ""
        return try store.perform(at: now) { transaction in
            try transaction.append(
                type, subject: subject, cause: cause, data: #"{"n":1}"#, entities,
                removed: removed)
        }.value
    }

    func read<Value>(_ body: (Transaction) throws -> Value) throws -> Value {
        try store.read(at: morning, body)
    }

    func count(_ table: String) throws -> Int {
        try read { try Int.fetchOne($0.db, sql: "SELECT COUNT(*) FROM \(table)") ?? -1 }
    }

    func note(_ id: String) throws -> Note? { try read { try Note.fetch($0.db, id: id) } }

    /// How SQLite would carry out a query, step by step.
    func plan(of query: String) throws -> [String] {
        try read { transaction in
            try Row.fetchAll(transaction.db, sql: "EXPLAIN QUERY PLAN \(query)")
                .map { row -> String in row["detail"] }
        }
    }

    var differences: [String] {
        get throws { try read { try $0.verify().differences } }
    }

    func bytes(_ name: String = "tracker.db") throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: "\(folder.path)/\(name)")))
    }

    func write(_ bytes: [UInt8], to name: String = "tracker.db") throws {
        try Data(bytes).write(to: URL(filePath: "\(folder.path)/\(name)"))
    }

    func move(_ name: String, to other: String) {
        #expect(rename("\(folder.path)/\(name)", "\(folder.path)/\(other)") == 0)
    }

    func exists(_ name: String) -> Bool { access("\(folder.path)/\(name)", F_OK) == 0 }
}
