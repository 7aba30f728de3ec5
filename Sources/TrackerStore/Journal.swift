import GRDB
import TrackerCore

/// Which events to read.
package struct JournalQuery: Sendable, Hashable {
    /// Exclusive.
    package var since: Int64 = 0
    /// Inclusive.
    package var until: Int64 = .max
    /// Globs; `nil` for all.
    package var types: [String]?
    package var subject: String?
    package var limit: Int
    package var newestFirst = false

    package init(limit: Int) { self.limit = limit }
}

extension Transaction {
    /// When the newest event was, UTC milliseconds; 0 where there is none. Those that tell of the storage
    /// don't count: a start may have recorded them before it looks at anything else.
    package func lastChangeMs() throws -> Int64 {
        let newest = try db.cachedStatement(
            sql: """
                SELECT at FROM journal WHERE event NOT IN ('storage.degraded', 'storage.recovered')
                ORDER BY seq DESC LIMIT 1
                """)
        return try newest.integer() ?? 0
    }

    /// Events in order, as they went to subscribers.
    package func events(_ query: JournalQuery) throws -> [Event] {
        var conditions = ["seq > ?", "seq <= ?"]
        var values: [Cell] = [.integer(query.since), .integer(query.until)]
        if let subject = query.subject {
            conditions.append("subject = ?")
            values.append(.text(subject))
        }
        // So that SQLite needn't hand out what is none of them.
        if let types = query.types, types.count <= 8, !types.contains(where: { $0.contains("*") }) {
            conditions.append(
                "event IN (\(types.map { _ in "?" }.joined(separator: ", ")))")
            values += types.map(Cell.text)
        }
        let statement = try db.cachedStatement(
            sql: """
                SELECT seq, at, event, subject, cause, data FROM journal
                WHERE \(conditions.joined(separator: " AND "))
                ORDER BY seq \(query.newestFirst ? "DESC" : "ASC")
                """)
        var events: [Event] = []
        guard query.limit > 0 else { return events }
        try statement.forEachRow(values) { row in
            let type = row.text(2)
            guard Glob.anyMatches(query.types, type) else { return true }
            events.append(
                Event(
                    seq: row.integer(0), atMs: row.integer(1), type: type, subject: row.text(3),
                    cause: Cause(text: row.text(4)), data: row.text(5)))
            return events.count < query.limit
        }
        return events
    }
}
