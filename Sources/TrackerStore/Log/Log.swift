import GRDB
import TrackerCore

extension LogEntry: StoredEntity {
    package static let timeColumn: String? = "at_ms"
    package static let orderColumn: String? = "add_order"
    package static let inSpan: String? = TimeSpan.condition("at_ms")
}

/// A selection of log entries.
package struct LogQuery: Sendable, Hashable {
    package var span: TimeSpan
    /// Id of the exercise; `nil` for all.
    package var exercise: String?

    package init(span: TimeSpan = TimeSpan(), exercise: String? = nil) {
        self.span = span
        self.exercise = exercise
    }

    fileprivate var condition: String {
        (exercise == nil ? "" : "exercise = ? AND ") + TimeSpan.condition("at_ms")
    }

    fileprivate var values: [Cell] {
        (exercise.map { [.text($0)] } ?? []) + span.values
    }
}

/// The sum of the log entries of one exercise.
package struct LogTotal: Sendable, Hashable {
    /// Id of the exercise.
    package let exercise: String
    package let count: Int64
    package let entries: Int64
}

/// The newest log entry of an exercise, reduced to its count, time and order.
package struct LastUse: Sendable, Hashable {
    package let count: Int64
    /// UTC milliseconds.
    package let atMs: Int64
    package let addOrder: Int64
}

extension Transaction {
    package func logEntry(id: String) throws -> LogEntry? { try LogEntry.fetch(db, id: id) }

    /// Entry that a session of training added to the log, by the end of the session and its exercise.
    package func logEntry(ofTrainingEndedMs endedMs: Int64, exercise: String) throws -> LogEntry? {
        try LogEntry.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT * FROM log_entry
                    WHERE exercise = ? AND at_ms = ? AND source = 'training'
                    ORDER BY add_order DESC, id DESC LIMIT 1
                    """),
            [.text(exercise), .integer(endedMs)])
    }

    /// Entries in the order of their time, the newest first.
    package func logEntries(_ query: LogQuery, limit: Int) throws -> [LogEntry] {
        try LogEntry.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT * FROM log_entry WHERE \(query.condition)
                    ORDER BY at_ms DESC, add_order DESC, id DESC LIMIT ?
                    """),
            query.values + [.integer(Int64(limit))])
    }

    /// Totals of all matching entries by exercise, the exercise with the most entries first.
    package func logTotals(_ query: LogQuery) throws -> [LogTotal] {
        var totals: [LogTotal] = []
        let sums = try db.cachedStatement(
            sql: """
                SELECT exercise, SUM(count), COUNT(*) FROM log_entry WHERE \(query.condition)
                GROUP BY exercise
                """)
        try sums.forEachRow(query.values) { row in
            totals.append(
                LogTotal(exercise: row.text(0), count: row.integer(1), entries: row.integer(2)))
            return true
        }
        return totals.sorted { ($1.entries, $0.exercise) < ($0.entries, $1.exercise) }
    }

    package func lastUse(ofExercise id: String) throws -> LastUse? {
        var last: LastUse?
        let newest = try db.cachedStatement(
            sql: """
                SELECT count, at_ms, add_order FROM log_entry WHERE exercise = ?
                ORDER BY at_ms DESC, add_order DESC, id DESC LIMIT 1
                """)
        try newest.forEachRow([.text(id)]) { row in
            last = LastUse(
                count: row.integer(0), atMs: row.integer(1), addOrder: row.integer(2))
            return false
        }
        return last
    }

    /// `ExerciseUse` scores by exercise id, from log entries and sets.
    package func exerciseScores() throws -> [String: Int64] {
        var scores: [String: Int64] = [:]
        for table in [LogEntry.table, WorkoutSet.table] {
            let uses = try db.cachedStatement(
                // The unary plus keeps SQLite from scanning a whole index for the sake of its order.
                sql: "SELECT exercise, COUNT(*) FROM \(table) WHERE at_ms >= ? GROUP BY +exercise")
            for span in ExerciseUse.spans {
                try uses.forEachRow([.integer(now.wallMs - span.ms)]) { row in
                    scores[row.text(0), default: 0] += row.integer(1) * span.weight
                    return true
                }
            }
        }
        return scores
    }
}
