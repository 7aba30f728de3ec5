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
    /// Events in order, as they went to subscribers.
    package func events(_ query: JournalQuery) throws -> [Event] {
        var conditions = ["seq > ?", "seq <= ?"]
        var arguments: StatementArguments = [query.since, query.until]
        if let subject = query.subject {
            conditions.append("subject = ?")
            arguments += [subject]
        }
        let statement = try db.cachedStatement(
            sql: """
                SELECT seq, at, event, subject, cause, data FROM journal
                WHERE \(conditions.joined(separator: " AND "))
                ORDER BY seq \(query.newestFirst ? "DESC" : "ASC")
                """)
        var events: [Event] = []
        let rows = try Row.fetchCursor(statement, arguments: arguments)
        while events.count < query.limit, let row = try rows.next() {
            let type: String = row[2]
            guard Glob.anyMatches(query.types, type) else { continue }
            events.append(
                Event(
                    seq: row[0], atMs: row[1], type: type, subject: row[3],
                    cause: Cause(text: row[4]), data: row[5]))
        }
        return events
    }
}
