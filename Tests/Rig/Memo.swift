import TrackerCore
import TrackerStore

/// A record that a person keeps and that no method writes, so that there is always something to undo.
package struct Memo: StoredEntity {
    package static let table = "memo"
    package static let isUndoable = true
    package static let rules = Rules<Memo>()
    package static let sharing: Sharing<Memo>? = nil

    package let id: String
    package let text: String

    package init(id: String, text: String) {
        self.id = id
        self.text = text
    }

    package func check(at now: Moment) {}

    package init(_ row: inout RowVisitor, writing entity: Memo?) throws {
        id = try row.column("id", entity?.id)
        text = try row.column("text", entity?.text)
    }

    fileprivate static let sql = """
        CREATE TABLE memo (
            id TEXT PRIMARY KEY NOT NULL, text TEXT NOT NULL, due_boot_ns INTEGER,
            due_wall_ms INTEGER);
        CREATE INDEX memo_due_boot_ns ON memo(due_boot_ns) WHERE due_boot_ns IS NOT NULL;
        CREATE INDEX memo_due_wall_ms ON memo(due_wall_ms) WHERE due_wall_ms IS NOT NULL;
        """
}

extension Schema {
    package static let withMemos = Schema(
        kinds: current.kinds + [Memo.self], migrations: migrations + [Memo.sql])
}
