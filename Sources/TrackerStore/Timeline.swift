import GRDB
import TrackerCore

/// A snooze, a firing or an expiry of an occurrence, as the journal tells it.
package struct OccurrenceMark: Sendable, Hashable {
    /// Id of the occurrence.
    package let occurrence: String
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

    /// The times that only the journal has of a reminder's occurrences: of snoozes, of later firings and of
    /// expiries. Rows keep none of these.
    ///
    /// - Parameter span: the time in which the events were recorded.
    package func occurrenceMarks(
        ofReminder id: String, in span: TimeSpan
    ) throws -> [OccurrenceMark] {
        let types: [EventType] = [.reminderFired, .reminderSnoozed, .reminderExpired]
        let events = try db.cachedStatement(
            sql: """
                SELECT data ->> '$.id', at, event FROM journal
                WHERE subject = ? AND seq >= ? AND seq <= ? AND event IN (?, ?, ?) ORDER BY seq
                """)
        let seqs: [Cell] = [
            .integer(try firstSeq(fromMs: span.fromMs)), .integer(try firstSeq(fromMs: span.toMs)),
        ]
        var marks: [OccurrenceMark] = []
        try events.forEachRow([.text(id)] + seqs + types.map { .text($0.rawValue) }) { row in
            if let type = EventType(rawValue: row.text(2)) {
                marks.append(
                    OccurrenceMark(occurrence: row.text(0), atMs: row.integer(1), type: type))
            }
            return true
        }
        return marks
    }

    /// The first event recorded at or after a moment, by its number; the one after the last where there is
    /// none. The clock may have been set in between, so the number is near, not exact.
    func firstSeq(fromMs instant: Int64) throws -> Int64 {
        let time = try db.cachedStatement(
            sql: "SELECT at FROM journal WHERE seq >= ? ORDER BY seq LIMIT 1")
        var (low, high) = (Int64(1), lastSeq + 1)
        while low < high {
            let middle = low + (high - low) / 2
            if try time.integer([.integer(middle)]) ?? .max < instant {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
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
                    ORDER BY at_ms, log_order, position
                    """), TimeSpan(days: days).values)
    }

    /// Completed training sessions of some days, by their start.
    package func completeTrainings(on days: ClosedRange<Int>) throws -> [Training] {
        try Training.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT * FROM training
                    WHERE state = 'complete' AND \(TimeSpan.condition("started_ms"))
                    ORDER BY start_order
                    """), TimeSpan(days: days).values)
    }
}
