import GRDB
import TrackerCore

/// The names of an exercise.
package struct ExerciseNames: Sendable {
    package let id: String
    package let name: String
    /// The comparison key of the name.
    package let key: String
    /// Aliases that a person has given the exercise.
    package let aliases: [String]
    package let isArchived: Bool
}

extension Transaction {
    package func exercise(id: String) throws -> Exercise? { try Exercise.fetch(db, id: id) }

    /// The exercise whose name has this key.
    package func exercise(key: String) throws -> Exercise? {
        try Exercise.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM exercise WHERE name_key = ? LIMIT 1"),
            [.text(key)])
    }

    /// Ids of the exercises whose weights come in pairs.
    package func pairs() throws -> Set<String> {
        var ids: Set<String> = []
        let found = try db.cachedStatement(sql: "SELECT id FROM exercise WHERE pair <> 0")
        try found.forEachRow([]) { row in
            ids.insert(row.text(0))
            return true
        }
        return ids
    }

    /// True if the weights of an exercise come in pairs.
    package func isPair(exercise id: String) throws -> Bool {
        try db.cachedStatement(sql: "SELECT 1 FROM exercise WHERE id = ? AND pair <> 0")
            .integer([.text(id)]) != nil
    }

    /// Whether a person has given an exercise this alias, letter for letter.
    package func isAlias(_ text: String) throws -> Bool {
        try db.cachedStatement(
            sql: """
                SELECT 1 FROM exercise, json_each(aliases) AS alias WHERE alias.value = ? LIMIT 1
                """
        ).integer([.text(text)]) != nil
    }

    /// The names of all exercises, archived ones included.
    package func exerciseNames() throws -> [ExerciseNames] {
        let statement = try db.cachedStatement(
            sql: "SELECT id, name, name_key, aliases, archived FROM exercise")
        var names: [ExerciseNames] = []
        try statement.forEachRow([]) { row in
            let aliases = row.text(3)
            names.append(
                ExerciseNames(
                    id: row.text(0), name: row.text(1), key: row.text(2),
                    aliases: aliases == "[]"
                        ? [] : try JSONText.value([String].self, from: aliases),
                    isArchived: row.integer(4) != 0))
            return true
        }
        return names
    }

    /// All exercises, archived ones included.
    package func exercises() throws -> [Exercise] {
        try Exercise.fetchAll(db.cachedStatement(sql: "SELECT * FROM exercise"))
    }
}
