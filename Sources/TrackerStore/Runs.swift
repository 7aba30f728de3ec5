import GRDB
import TrackerCore

extension Run: StoredEntity {
    /// One at most.
    fileprivate static let isOn = "ended_ms IS NULL"

    package static let orderColumn: String? = "start_order"
    package static let insertion = makeInsertion()

    package static func createTable(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE run (
                    id TEXT PRIMARY KEY NOT NULL,
                    program TEXT NOT NULL,
                    name TEXT NOT NULL,
                    state TEXT NOT NULL,
                    step INTEGER NOT NULL,
                    tally TEXT NOT NULL,
                    began_ms INTEGER NOT NULL,
                    duration_ms INTEGER NOT NULL,
                    place TEXT NOT NULL,
                    begun INTEGER NOT NULL,
                    below_ms INTEGER NOT NULL,
                    started_ms INTEGER NOT NULL,
                    start_order INTEGER NOT NULL,
                    ended_ms INTEGER,
                    \(dueColumns)
                );
                CREATE INDEX run_live ON run(ended_ms) WHERE \(isOn);
                CREATE INDEX run_order ON run(start_order);
                CREATE INDEX run_started ON run(started_ms, start_order);
                """)
        try createDueIndexes(db)
    }
}

extension RunPlan: StoredEntity {
    package static let insertion = makeInsertion()

    package static func createTable(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE run_plan (
                    id TEXT PRIMARY KEY NOT NULL,
                    intervals TEXT NOT NULL,
                    \(dueColumns)
                )
                """)
    }
}

/// Which runs to read, by the moment of their start.
package struct RunQuery: Sendable, Hashable {
    /// UTC milliseconds, inclusive.
    package var fromMs: Int64?
    /// Exclusive.
    package var toMs: Int64?

    package init(fromMs: Int64? = nil, toMs: Int64? = nil) {
        self.fromMs = fromMs
        self.toMs = toMs
    }
}

extension Transaction {
    package func run(id: String) throws -> Run? { try Run.fetch(db, id: id) }

    package func runPlan(ofRun id: String) throws -> RunPlan? { try RunPlan.fetch(db, id: id) }

    /// The one that is on.
    package func liveRun() throws -> Run? {
        try Run.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM run WHERE \(Run.isOn) LIMIT 1"))
    }

    /// The most recently started one.
    package func lastRun() throws -> Run? {
        try Run.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM run ORDER BY start_order DESC LIMIT 1"))
    }

    /// The newest first.
    package func runs(_ query: RunQuery, limit: Int) throws -> [Run] {
        try Run.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT * FROM run WHERE started_ms >= ? AND started_ms < ?
                    ORDER BY started_ms DESC, start_order DESC LIMIT ?
                    """),
            [
                .integer(query.fromMs ?? .min), .integer(query.toMs ?? .max),
                .integer(Int64(limit)),
            ])
    }
}
