import GRDB
import TrackerCore

/// A deadline that has come.
package struct DueDeadline: Sendable, Hashable {
    /// The entity's table.
    package let kind: String
    package let subject: String
    package let deadline: Deadline
}

/// The earliest deadlines by either clock.
package struct NextDeadlines: Sendable, Hashable {
    package var bootNs: Int64?
    package var wallMs: Int64?

    package init(bootNs: Int64? = nil, wallMs: Int64? = nil) {
        self.bootNs = bootNs
        self.wallMs = wallMs
    }

    package func isDue(at now: Moment) -> Bool {
        (bootNs.map { $0 <= now.bootNs } ?? false) || (wallMs.map { $0 <= now.wallMs } ?? false)
    }
}

extension Transaction {
    /// Those that are due by now, the earliest first, `limit` at most of each clock.
    package func dueDeadlines(limit: Int) throws -> [DueDeadline] {
        try dueDeadlines(clock: "boot", by: now.bootNs, limit: limit)
            + dueDeadlines(clock: "wall", by: now.wallMs, limit: limit)
    }

    private func dueDeadlines(clock: String, by due: Int64, limit: Int) throws -> [DueDeadline] {
        var found: [DueDeadline] = []
        let waiting = try db.cachedStatement(
            sql: """
                SELECT kind, subject, due FROM deadline WHERE clock = ? AND due <= ?
                ORDER BY due LIMIT ?
                """)
        try waiting.forEachRow([.text(clock), .integer(due), .integer(Int64(limit))]) { row in
            found.append(
                DueDeadline(
                    kind: row.text(0), subject: row.text(1),
                    deadline: clock == "boot" ? .boot(row.integer(2)) : .wall(row.integer(2))))
            return true
        }
        return found
    }

    func nextDeadlines() throws -> NextDeadlines {
        let first = try db.cachedStatement(sql: "SELECT MIN(due) FROM deadline WHERE clock = ?")
        return NextDeadlines(
            bootNs: try first.integer([.text("boot")]), wallMs: try first.integer([.text("wall")]))
    }

    /// Puts a deadline off that can't be dealt with now, so that it doesn't hold up the others.
    package func postpone(_ due: DueDeadline, byMs span: Int64) throws {
        let later: Int64
        switch due.deadline {
        case .boot: later = now.bootNs + span * nanosecondsPerMs
        case .wall: later = now.wallMs + span
        }
        try run(
            "UPDATE deadline SET due = ? WHERE kind = ? AND subject = ?",
            [.integer(later), .text(due.kind), .text(due.subject)])
    }

    /// The entities that count or wait for a deadline.
    package func entitiesInTime() throws -> [any StoredEntity] {
        try schema.kinds.flatMap { try entitiesInTime(of: $0) }
    }

    private func entitiesInTime<E: StoredEntity>(of kind: E.Type) throws -> [any StoredEntity] {
        let entities = try db.makeStatement(
            sql: """
                SELECT * FROM \(E.table) WHERE \(E.isCounting)
                OR id IN (SELECT subject FROM deadline WHERE kind = ?)
                """)
        return try E.fetchAll(entities, [.text(E.table)])
    }
}
