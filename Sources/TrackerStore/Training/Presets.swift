import GRDB
import TrackerCore

extension Transaction {
    /// The preset whose name has this key.
    package func preset(key: String) throws -> Preset? {
        try Preset.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM preset WHERE name_key = ? LIMIT 1"),
            [.text(key)])
    }

    /// All presets, sorted by name.
    package func presets() throws -> [Preset] {
        try Preset.fetchAll(db.cachedStatement(sql: "SELECT * FROM preset ORDER BY name_key, id"))
    }
}
