import GRDB
import TrackerCore

extension Transaction {
    package func template(id: String) throws -> Template? { try Template.fetch(db, id: id) }

    /// The template whose name has this key.
    package func template(key: String) throws -> Template? {
        try Template.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM template WHERE name_key = ? LIMIT 1"),
            [.text(key)])
    }

    /// All templates, sorted by name.
    package func templates() throws -> [Template] {
        try Template.fetchAll(
            db.cachedStatement(sql: "SELECT * FROM template ORDER BY name_key, id"))
    }
}
