import GRDB
import TrackerCore

// Order numbers: a thing that was begun, added or logged later has the larger number. The numbers of the
// journal alone aren't enough, since rows of another machine's export keep their order numbers.

extension Transaction {
    /// A number larger than that of every earlier entity of a kind.
    package func nextOrder<E: StoredEntity>(of kind: E.Type) throws -> Int64 {
        guard let column = kind.orderColumn else { return nextSeq }
        return try nextOrder(after: kind.lastOrder(column))
    }

    /// A number larger than that of every earlier firing of the reminder, and of all occurrences that wait
    /// for an answer.
    package func nextFireOrder(of reminder: String) throws -> Int64 {
        let own = try nextOrder(
            after: """
                SELECT MAX(fire_order) FROM occurrence
                WHERE reminder = ? AND fire_order IS NOT NULL
                """, [.text(reminder)])
        return try nextOrder(
            after: """
                SELECT MAX(fire_order) FROM occurrence WHERE state IN ('pending', 'snoozed')
                """,
            atLeast: own)
    }

    private func nextOrder(
        after sql: String, _ values: [Cell] = [], atLeast least: Int64 = 0
    ) throws -> Int64 {
        let last = try db.cachedStatement(sql: sql).integer(values) ?? 0
        return max(nextSeq, least, last + 1)
    }
}
