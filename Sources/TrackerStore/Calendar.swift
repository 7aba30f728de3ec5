import GRDB
import TrackerCore

extension Transaction {
    /// When the workouts of a span began, UTC milliseconds.
    package func workoutTimes(in span: Range<Int64>) throws -> [Int64] {
        try times("SELECT started_ms FROM workout WHERE started_ms >= ? AND started_ms < ?", span)
    }

    /// When the completed trainings of a span began, UTC milliseconds.
    package func trainingTimes(in span: Range<Int64>) throws -> [Int64] {
        try times(
            """
            SELECT started_ms FROM training
            WHERE state = 'complete' AND started_ms >= ? AND started_ms < ?
            """, span)
    }

    /// When the entries of the log in a span were, UTC milliseconds.
    package func logTimes(in span: Range<Int64>) throws -> [Int64] {
        try times("SELECT at_ms FROM log_entry WHERE at_ms >= ? AND at_ms < ?", span)
    }

    private func times(_ sql: String, _ span: Range<Int64>) throws -> [Int64] {
        var times: [Int64] = []
        try db.cachedStatement(sql: sql).forEachRow([
            .integer(span.lowerBound), .integer(span.upperBound),
        ]) { row in
            times.append(row.integer(0))
            return true
        }
        return times
    }
}
