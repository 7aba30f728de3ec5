import GRDB
import TrackerCore

extension Rest: StoredEntity {
    package static var isCounting: String? { "state = 'running'" }

    package static let timeColumn: String? = "started_ms"
    package static let orderColumn: String? = "start_order"
    package static let inSpanOfWorkouts: String? = """
        EXISTS (
            SELECT 1 FROM workout_set JOIN workout ON workout.id = workout_set.workout
            WHERE workout_set.id = rest.after ->> '$.id'
            AND \(TimeSpan.condition("started_ms", of: Workout.table)))
        """
}

extension Transaction {
    package func rest(id: String) throws -> Rest? { try Rest.fetch(db, id: id) }

    /// The rest that is running or paused.
    package func liveRest() throws -> Rest? {
        try Rest.fetchOne(
            db.cachedStatement(
                sql: "SELECT * FROM rest WHERE state IN ('running', 'paused') LIMIT 1"))
    }

    /// The rest that was started last.
    package func lastRest() throws -> Rest? {
        try Rest.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM rest ORDER BY start_order DESC, id DESC LIMIT 1")
        )
    }
}
