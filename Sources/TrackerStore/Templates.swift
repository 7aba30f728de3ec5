import GRDB
import TrackerCore

extension Template: StoredEntity {
    package func checkPuttingBack(in transaction: Transaction) throws {
        if let other = try transaction.template(key: key), other.id != id {
            throw Rejection.conflict(
                "it can't be put back: there is another template called \(other.name) now")
        }
        try transaction.requireExercises(fields.exercises.map(\.exercise))
    }
}

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
            db.cachedStatement(sql: "SELECT * FROM template ORDER BY name_key"))
    }

    package func templateCount() throws -> Int {
        Int(try db.cachedStatement(sql: "SELECT COUNT(*) FROM template").integer() ?? 0)
    }

    /// Refuses an undo that would leave an entity with an exercise that is gone.
    func requireExercises(_ ids: [String]) throws {
        for id in ids where !undoing.contains(id) {
            guard try exercise(id: id) != nil else {
                throw Rejection.conflict("it can't be put back: an exercise of it is gone")
            }
        }
    }
}
