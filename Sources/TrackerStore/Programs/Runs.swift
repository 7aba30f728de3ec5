import GRDB
import TrackerCore

extension Run: StoredEntity {
    /// SQL condition for the live run; there is one at most.
    fileprivate static let isOn = "ended_ms IS NULL"
    /// SQL condition for runs that progress counts.
    static let isCounted = "ended_ms IS NOT NULL AND (worked_ms > 0 OR rounds > 0)"

    package static let timeColumn: String? = "started_ms"
    package static let orderColumn: String? = "start_order"
}

extension Transaction {
    package func run(id: String) throws -> Run? { try Run.fetch(db, id: id) }

    package func runPlan(ofRun id: String) throws -> RunPlan? { try RunPlan.fetch(db, id: id) }

    /// The live run.
    package func liveRun() throws -> Run? {
        try Run.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM run WHERE \(Run.isOn) LIMIT 1"))
    }

    /// The run that was started last.
    package func lastRun() throws -> Run? {
        try Run.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM run ORDER BY start_order DESC, id DESC LIMIT 1"))
    }

    /// Time at which a run last began to wait for confirmation, UTC milliseconds, from the journal; `nil`
    /// where the journal lacks it, as in a salvaged database.
    package func waitingSinceMs(ofRun id: String) throws -> Int64? {
        try db.cachedStatement(
            sql: """
                SELECT at - coalesce(data ->> '$.late_by_ms', 0) FROM own_past
                WHERE subject = ? AND event = ? ORDER BY seq DESC LIMIT 1
                """
        ).integer([.text(id), .text(EventType.runConfirmationNeeded.rawValue)])
    }

    /// Runs in the order of their start, the newest first.
    package func runs(in span: TimeSpan, limit: Int) throws -> [Run] {
        try Run.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT * FROM run WHERE \(TimeSpan.condition("started_ms"))
                    ORDER BY started_ms DESC, start_order DESC, id DESC LIMIT ?
                    """),
            span.values + [.integer(Int64(limit))])
    }

    /// Number of runs that started in a span.
    package func runCount(in span: TimeSpan) throws -> Int {
        try db.cachedStatement(
            sql: "SELECT COUNT(*) FROM run WHERE \(TimeSpan.condition("started_ms"))"
        ).rowCount(span.values)
    }
}
