import GRDB
import TrackerCore

extension Run: StoredEntity {
    /// Condition for the live run, of which there is at most one.
    fileprivate static let isOn = "ended_ms IS NULL"

    package static let orderColumn: String? = "start_order"
}

extension RunPlan: StoredEntity {}

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
            db.cachedStatement(sql: "SELECT * FROM run ORDER BY start_order DESC LIMIT 1"))
    }

    /// The moment at which a run last began to wait for confirmation, UTC milliseconds, by the journal; `nil`
    /// where the journal doesn't tell, as in a database that was salvaged.
    package func waitingSinceMs(ofRun id: String) throws -> Int64? {
        try db.cachedStatement(
            sql: """
                SELECT at - coalesce(data ->> '$.late_by_ms', 0) FROM journal
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
                    ORDER BY started_ms DESC, start_order DESC LIMIT ?
                    """),
            span.values + [.integer(Int64(limit))])
    }
}
