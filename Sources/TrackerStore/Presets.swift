import GRDB
import TrackerCore

extension Preset: StoredEntity {}

extension Transaction {
    /// The one whose name has this key.
    package func preset(key: String) throws -> Preset? {
        try Preset.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM preset WHERE name_key = ? LIMIT 1"),
            [.text(key)])
    }

    /// One of those that train this exercise.
    package func preset(ofExercise id: String) throws -> Preset? {
        try Preset.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM preset WHERE exercise = ? LIMIT 1"), [.text(id)])
    }

    package func presetCount() throws -> Int {
        Int(try db.cachedStatement(sql: "SELECT COUNT(*) FROM preset").integer() ?? 0)
    }

    /// By name.
    package func presets() throws -> [Preset] {
        try Preset.fetchAll(db.cachedStatement(sql: "SELECT * FROM preset ORDER BY name_key"))
    }
}
