import GRDB
import TrackerCore

extension Rest: StoredEntity {
    package static var isCounting: String? { "state = 'running'" }

    package static let orderColumn: String? = "start_order"
    package static let insertion = makeInsertion()

    package static func createTable(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE rest (
                    id TEXT PRIMARY KEY NOT NULL,
                    state TEXT NOT NULL,
                    duration_ms INTEGER NOT NULL,
                    tally TEXT NOT NULL,
                    started_ms INTEGER NOT NULL,
                    start_order INTEGER NOT NULL,
                    ended_ms INTEGER,
                    late_by_ms INTEGER,
                    warn_at_ms TEXT NOT NULL,
                    armed_ms TEXT NOT NULL,
                    label TEXT,
                    after TEXT,
                    \(dueColumns)
                );
                CREATE INDEX rest_live ON rest(state) WHERE state IN ('running', 'paused');
                CREATE INDEX rest_start ON rest(start_order);
                """)
        try createDueIndexes(db)
    }
}

extension Transaction {
    package func rest(id: String) throws -> Rest? { try Rest.fetch(db, id: id) }

    /// The one that is on.
    package func liveRest() throws -> Rest? {
        try Rest.fetchOne(
            db.cachedStatement(
                sql: "SELECT * FROM rest WHERE state IN ('running', 'paused') LIMIT 1"))
    }

    /// The most recently started one.
    package func lastRest() throws -> Rest? {
        try Rest.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM rest ORDER BY start_order DESC LIMIT 1"))
    }
}
