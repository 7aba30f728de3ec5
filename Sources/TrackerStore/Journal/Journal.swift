import GRDB
import TrackerCore

/// A selection of events of the journal.
package struct JournalQuery: Sendable, Hashable {
    /// Number of an event, exclusive.
    package var since: Int64 = 0
    /// Number of an event, inclusive.
    package var until: Int64 = .max
    /// Globs of event types; `nil` for all types.
    package var types: [String]?
    package var subject: String?
    package var limit: Int
    package var newestFirst = false
    /// Restriction to this machine's own past: true leaves out the events of other devices.
    package var isOwnPast = false

    package init(limit: Int) { self.limit = limit }
}

extension Transaction {
    /// Time of this machine's newest event, UTC milliseconds; 0 where there is none. Events about the storage don't
    /// count, since a start may have recorded them before it reads anything else.
    package func lastChangeMs() throws -> Int64 {
        let newest = try db.cachedStatement(
            sql: """
                SELECT at FROM own_past
                WHERE event NOT IN ('storage.degraded', 'storage.recovered', 'storage.restored')
                ORDER BY seq DESC LIMIT 1
                """)
        return try newest.integer() ?? 0
    }

    /// Events in order, as they were sent to subscribers.
    package func events(_ query: JournalQuery) throws -> [Event] {
        var events: [Event] = []
        var rest = query
        _ = try advance(&rest, while: { true }) { events.append($0) }
        return events
    }

    /// Passes events to `body` in order while there is time, with at least one step.
    ///
    /// - Parameter query: the query, which is changed to the part that remains.
    /// - Returns: whether nothing remains.
    package func advance(
        _ query: inout JournalQuery, while hasTime: () -> Bool, _ body: (Event) throws -> Void
    ) throws -> Bool {
        let statement = try statement(for: query)
        query.until = min(query.until, lastSeq)
        while query.limit > 0, query.since < query.until {
            // The journal is read in ranges, since SQLite returns only after having searched all of a range
            // for matching events.
            let (first, last) = Self.range(of: query)
            var isCutOff = false
            try statement.forEachRow([.integer(first), .integer(last)] + query.values) { row in
                let seq = row.integer(0)
                query.pass(seq)
                let type = row.text(2)
                if Glob.anyMatches(query.types, type) {
                    query.limit -= 1
                    try body(
                        Event(
                            seq: seq, device: row.text(6), atMs: row.integer(1), type: type,
                            subject: row.text(3), cause: Cause(text: row.text(4)),
                            data: row.text(5)))
                }
                isCutOff = query.limit == 0 || !hasTime()
                return !isCutOff
            }
            if isCutOff { return query.limit == 0 }
            query.pass(query.newestFirst ? first + 1 : last)
            if !hasTime() { break }
        }
        return query.limit == 0 || query.since >= query.until
    }

    /// The next range of event numbers to search, small enough to take a few milliseconds.
    private static func range(of query: JournalQuery) -> (after: Int64, upTo: Int64) {
        let events: Int64 = 4000
        return query.newestFirst
            ? (max(query.since, query.until - events), query.until)
            : (query.since, min(query.until, query.since + events))
    }

    private func statement(for query: JournalQuery) throws -> Statement {
        var conditions = ["seq > ?", "seq <= ?"]
        if query.subject != nil { conditions.append("subject = ?") }
        if let types = query.exactTypes {
            conditions.append("event IN (\(types.map { _ in "?" }.joined(separator: ", ")))")
        }
        return try db.cachedStatement(
            sql: """
                SELECT seq, at, event, subject, cause, data, device
                FROM \(query.isOwnPast ? "own_past" : "journal")
                WHERE \(conditions.joined(separator: " AND "))
                ORDER BY seq \(query.newestFirst ? "DESC" : "ASC")
                """)
    }
}

extension JournalQuery {
    /// The event types where all are exact names, so that SQLite can filter by them; `nil` otherwise.
    fileprivate var exactTypes: [String]? {
        guard let types, types.count <= 8, !types.contains(where: { $0.contains("*") }) else {
            return nil
        }
        return types
    }

    /// Values for the statement's parameters after the range.
    fileprivate var values: [Cell] {
        (subject.map { [.text($0)] } ?? []) + (exactTypes ?? []).map(Cell.text)
    }

    /// Excludes an event from the rest of the query, with those before it in the query's order.
    fileprivate mutating func pass(_ seq: Int64) {
        if newestFirst { until = seq - 1 } else { since = seq }
    }
}
