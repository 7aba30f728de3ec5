import GRDB
import TrackerCore

extension Transaction {
    package func exercise(id: String) throws -> Exercise? { try Exercise.fetch(db, id: id) }

    /// The exercise whose name has this key.
    package func exercise(key: String) throws -> Exercise? {
        try Exercise.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM exercise WHERE name_key = ? LIMIT 1"),
            [.text(key)])
    }

    /// Whether a person has given an exercise this alias, letter for letter.
    package func isAlias(_ text: String) throws -> Bool {
        try db.cachedStatement(
            sql: """
                SELECT 1 FROM exercise, json_each(aliases) AS alias WHERE alias.value = ? LIMIT 1
                """
        ).integer([.text(text)]) != nil
    }

    /// All exercises, archived ones included.
    package func exercises() throws -> [Exercise] {
        try Exercise.fetchAll(db.cachedStatement(sql: "SELECT * FROM exercise"))
    }
}
