import TrackerCore
import TrackerStore

/// Shared kind that only these tests have, as a newer version has it.
struct Nap: StoredEntity {
    static let table = "nap"
    static let isUndoable = true
    static let isTimed = false
    static let rules = Rules<Nap>()
    static let sharing: Sharing<Nap>? = Sharing([["note"], ["mood"]])

    let id: String
    var minutes: Int64
    var note: String
    /// Column that the older version lacks.
    var mood: String?

    func check(at now: Moment) {}

    fileprivate static let sql =
        "ALTER TABLE nap ADD COLUMN mood TEXT;" + SharedColumn.added("mood", to: table)
}

extension Nap {
    init(_ row: inout RowVisitor, writing entity: Nap?) throws {
        id = try row.column("id", entity?.id)
        minutes = try row.column("minutes", entity?.minutes)
        note = try row.column("note", entity?.note)
        mood = try row.optional("mood", entity?.mood)
    }
}

/// The same kind in an older version.
struct OlderNap: StoredEntity {
    static let table = Nap.table
    static let isUndoable = true
    static let isTimed = false
    static let rules = Rules<OlderNap>()
    static let sharing: Sharing<OlderNap>? = Sharing([["note"]])

    let id: String
    var minutes: Int64
    var note: String

    func check(at now: Moment) {}

    fileprivate static let sql = """
        CREATE TABLE nap (
            id TEXT PRIMARY KEY NOT NULL, minutes INTEGER NOT NULL, note TEXT NOT NULL,
            due_boot_ns INTEGER, due_wall_ms INTEGER)
        """
}

extension OlderNap {
    init(_ row: inout RowVisitor, writing entity: OlderNap?) throws {
        id = try row.column("id", entity?.id)
        minutes = try row.column("minutes", entity?.minutes)
        note = try row.column("note", entity?.note)
    }
}

extension Schema {
    static let withOlderNaps = Schema(
        kinds: current.kinds + [OlderNap.self], migrations: migrations + [OlderNap.sql])
    static let withNaps = Schema(
        kinds: current.kinds + [Nap.self], migrations: migrations + [OlderNap.sql, Nap.sql])
}
