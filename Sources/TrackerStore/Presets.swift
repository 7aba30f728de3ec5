import GRDB
import TrackerCore

extension Preset: StoredEntity {}

extension Transaction {
    /// The preset whose name has this key.
    package func preset(key: String) throws -> Preset? {
        try Preset.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM preset WHERE name_key = ? LIMIT 1"),
            [.text(key)])
    }

    /// A preset that trains this exercise, if there is one.
    package func preset(ofExercise id: String) throws -> Preset? {
        try Preset.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM preset WHERE exercise = ? LIMIT 1"), [.text(id)])
    }

    package func presetCount() throws -> Int {
        Int(try db.cachedStatement(sql: "SELECT COUNT(*) FROM preset").integer() ?? 0)
    }

    /// All presets, sorted by name.
    package func presets() throws -> [Preset] {
        try Preset.fetchAll(db.cachedStatement(sql: "SELECT * FROM preset ORDER BY name_key"))
    }
}
