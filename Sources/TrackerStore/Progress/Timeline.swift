import GRDB
import TrackerCore

/// A snooze, a firing or an expiry of an occurrence, as the journal tells it.
package struct OccurrenceMark: Sendable, Hashable {
    /// UTC milliseconds.
    package let atMs: Int64
    package let type: EventType
}

extension Transaction {
    /// Occurrences that have fallen due on some days, the first due first.
    ///
    /// - Parameter days: numbers of the first and the last day.
    package func occurrences(on days: ClosedRange<Int>) throws -> [Occurrence] {
        var query = OccurrenceQuery()
        query.span = TimeSpan(days: days)
        return try occurrences(query, limit: .max).reversed()
    }

    /// Times of an occurrence that only the journal has: of snoozes, later firings and expiries.
    package func occurrenceMarks(of occurrence: Occurrence) throws -> [OccurrenceMark] {
        let events = try db.cachedStatement(
            sql: """
                SELECT at, event FROM own_past
                WHERE subject = ? AND substr(data, 1, 48) > ? AND substr(data, 1, 48) < ?
                AND event IN ('reminder.fired', 'reminder.snoozed', 'reminder.expired') ORDER BY seq
                """)
        // The data begins with the id, and the index has that beginning, since JSON functions can't be used
        // in it.
        let beginning = "{\"id\":\"\(occurrence.id)"
        var marks: [OccurrenceMark] = []
        try events.forEachRow(
            [.text(occurrence.reminder), .text(beginning + "\""), .text(beginning + "#")]
        ) { row in
            if let type = EventType(rawValue: row.text(1)) {
                marks.append(OccurrenceMark(atMs: row.integer(0), type: type))
            }
            return true
        }
        return marks
    }

    /// JSON of the breaks that ended in a span of time, UTC milliseconds, the earliest first.
    package func breaks(endingIn span: Range<Int64>) throws -> [String] {
        let events = try db.cachedStatement(
            sql: """
                SELECT data FROM own_past WHERE event = 'break.taken' AND at >= ? AND at < ?
                ORDER BY at, seq
                """)
        var found: [String] = []
        try events.forEachRow([.integer(span.lowerBound), .integer(span.upperBound)]) { row in
            found.append(row.text(0))
            return true
        }
        return found
    }

    /// Log entries of some days, by their time.
    package func logEntries(on days: ClosedRange<Int>) throws -> [LogEntry] {
        try logEntries(LogQuery(span: TimeSpan(days: days)), limit: .max).reversed()
    }

    /// Sets of some days, by their time.
    package func sets(on days: ClosedRange<Int>) throws -> [WorkoutSet] {
        try WorkoutSet.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT * FROM workout_set WHERE \(TimeSpan.condition("at_ms"))
                    ORDER BY at_ms, log_order, position, id
                    """), TimeSpan(days: days).values)
    }

    /// Completed training sessions of some days, by their start.
    package func completeTrainings(on days: ClosedRange<Int>) throws -> [Training] {
        try Training.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT * FROM training
                    WHERE state = 'complete' AND \(TimeSpan.condition("started_ms"))
                    ORDER BY start_order, id
                    """), TimeSpan(days: days).values)
    }
}
