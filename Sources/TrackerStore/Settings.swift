import GRDB
import TrackerCore

extension Settings: StoredEntity {
    package static let insertion = makeInsertion()

    package static func createTable(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE settings (
                    id TEXT PRIMARY KEY NOT NULL,
                    unit TEXT NOT NULL,
                    rest_ms INTEGER NOT NULL,
                    bar REAL NOT NULL,
                    plates TEXT NOT NULL,
                    day_start_minute INTEGER NOT NULL,
                    \(dueColumns)
                )
                """)
    }
}

extension Transaction {
    /// As they were set, else the defaults.
    package func settings() throws -> Settings.Traits {
        try Settings.fetch(db, id: Settings.onlyID)?.traits ?? Settings.Traits()
    }
}
