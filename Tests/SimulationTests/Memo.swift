import GRDB
import TrackerCore

@testable import TrackerEngine
@testable import TrackerStore

/// A record that a person keeps, so that there is something to undo. No method writes one: the program's
/// own undoable records come later.
struct Memo: StoredEntity {
    static let table = "memo"
    static let isUndoable = true

    let id: String
    let text: String

    init(id: String, text: String) {
        self.id = id
        self.text = text
    }

    func check(at now: Moment) {}

    init(_ row: inout RowVisitor, writing entity: Memo?) throws {
        id = try row.column("id", entity?.id)
        text = try row.column("text", entity?.text)
    }

    static let sql = """
        CREATE TABLE memo (
            id TEXT PRIMARY KEY NOT NULL, text TEXT NOT NULL, due_boot_ns INTEGER,
            due_wall_ms INTEGER);
        CREATE INDEX memo_due_boot_ns ON memo(due_boot_ns) WHERE due_boot_ns IS NOT NULL;
        CREATE INDEX memo_due_wall_ms ON memo(due_wall_ms) WHERE due_wall_ms IS NOT NULL;
        """
}

extension Schema {
    static let withMemos = Schema(
        kinds: current.kinds + [Memo.self],
        migrations: migrations + [Memo.sql])
}

extension Transaction {
    /// All of them, by id.
    func memos() throws -> [String: String] {
        let rows = try Row.fetchAll(db, sql: "SELECT id, text FROM memo")
        return Dictionary(uniqueKeysWithValues: rows.map { ($0["id"], $0["text"]) })
    }
}

extension Machine {
    /// A person changes records, in one event. Texts that are `nil` are of those that are removed.
    func keep(_ texts: [String: String?], at now: Instant) throws -> [Event] {
        let events = try engine.store.perform(at: now.moment) { transaction in
            let memos = try transaction.memos()
            let removed = texts.filter { $0.value == nil }.keys.compactMap { id in
                memos[id].map { Memo(id: id, text: $0) }
            }
            let kept = texts.compactMap { id, text in text.map { Memo(id: id, text: $0) } }
            try transaction.record(
                RecordChange.memoType, subject: "", cause: .request("memo"), data: "{}", kept,
                removed: removed)
        }.events
        var outcome = Outcome()
        try engine.publish(events, &outcome)
        return events
    }
}
