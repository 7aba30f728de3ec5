import GRDB
import TrackerCore

extension Transaction {
    /// Number of workouts on each day, by the number of the day.
    ///
    /// - Parameter span: a span of whole days.
    package func workoutsByDay(in span: TimeSpan) throws -> [Int: Int] {
        try counts(ofTable: Workout.table, by: "started_ms", in: span)
    }

    /// Number of completed training sessions on each day, by the number of the day.
    package func completeTrainingsByDay(in span: TimeSpan) throws -> [Int: Int] {
        try counts(ofTable: Training.table, by: "started_ms", in: span, where: "state = 'complete'")
    }

    /// Number of log entries on each day, by the number of the day.
    package func logEntriesByDay(in span: TimeSpan) throws -> [Int: Int] {
        try counts(ofTable: LogEntry.table, by: "at_ms", in: span)
    }

    /// Number of rows on each day, by the number of the day.
    ///
    /// - Parameter column: column of the instant that gives a row its day.
    func counts(
        ofTable table: String, by column: String, in span: TimeSpan,
        where condition: String = "TRUE"
    ) throws -> [Int: Int] {
        var counts: [Int: Int] = [:]
        let statement = try db.cachedStatement(
            sql: """
                SELECT day, COUNT(*) FROM \(table)
                WHERE \(TimeSpan.condition(column)) AND \(condition) GROUP BY day
                """)
        try statement.forEachRow(span.values) { row in
            counts[Int(row.integer(0))] = Int(row.integer(1))
            return true
        }
        return counts
    }
}
