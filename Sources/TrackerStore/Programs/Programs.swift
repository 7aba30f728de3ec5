import GRDB
import TrackerCore

extension Transaction {
    /// The program with this id, whether it is marked as deleted or not.
    package func program(id: String) throws -> Program? { try Program.fetch(db, id: id) }

    /// The program whose name has this key; deleted ones don't count.
    package func program(key: String) throws -> Program? {
        try Program.fetchOne(
            db.cachedStatement(
                sql: "SELECT * FROM program WHERE name_key = ? AND NOT deleted LIMIT 1"),
            [.text(key)])
    }

    /// Programs that aren't deleted, sorted by name.
    package func programs() throws -> [Program] {
        try Program.fetchAll(
            db.cachedStatement(
                sql: "SELECT * FROM program WHERE NOT deleted ORDER BY name_key, id"))
    }

    /// All programs, including those of the library that a person has deleted.
    package func programsWithDeleted() throws -> [Program] {
        try Program.fetchAll(db.cachedStatement(sql: "SELECT * FROM program"))
    }
}
