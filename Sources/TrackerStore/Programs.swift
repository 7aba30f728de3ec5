import GRDB
import TrackerCore

extension Program: StoredEntity {}

extension Transaction {
    /// Whether it was deleted or not.
    package func program(id: String) throws -> Program? { try Program.fetch(db, id: id) }

    /// The one whose name has this key.
    package func program(key: String) throws -> Program? {
        try Program.fetchOne(
            db.cachedStatement(
                sql: "SELECT * FROM program WHERE name_key = ? AND NOT deleted LIMIT 1"),
            [.text(key)])
    }

    /// By name.
    package func programs() throws -> [Program] {
        try Program.fetchAll(
            db.cachedStatement(
                sql: "SELECT * FROM program WHERE NOT deleted ORDER BY name_key"))
    }

    /// Those of the library that a person has deleted, too.
    package func programsWithDeleted() throws -> [Program] {
        try Program.fetchAll(db.cachedStatement(sql: "SELECT * FROM program"))
    }

    package func programCount() throws -> Int {
        Int(
            try db.cachedStatement(sql: "SELECT COUNT(*) FROM program WHERE NOT deleted")
                .integer() ?? 0)
    }
}
