import GRDB
import TrackerCore

extension Exercise: StoredEntity {}

extension Transaction {
    package func exercise(id: String) throws -> Exercise? { try Exercise.fetch(db, id: id) }

    /// The exercise whose name has this key.
    package func exercise(key: String) throws -> Exercise? {
        try Exercise.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM exercise WHERE name_key = ? LIMIT 1"),
            [.text(key)])
    }

    /// All exercises, archived ones included.
    package func exercises() throws -> [Exercise] {
        try Exercise.fetchAll(db.cachedStatement(sql: "SELECT * FROM exercise"))
    }
}
