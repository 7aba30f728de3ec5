import GRDB
import TrackerCore

extension Deadline {
    /// The columns of each table that hold the entity's deadline on either clock. `Transaction` writes them
    /// beside the columns of the entity; the journal doesn't keep them.
    static let columns = ["due_boot_ns", "due_wall_ms"]
}

/// A deadline that has come.
package struct DueDeadline: Sendable, Hashable {
    /// Table of the entity.
    package let kind: String
    package let subject: String
    package let deadline: Deadline
}

/// The earliest deadlines: `bootNs` in nanoseconds of the boot clock, `wallMs` in UTC milliseconds; `nil`
/// where there is none on that clock.
package struct NextDeadlines: Sendable, Hashable {
    package var bootNs: Int64?
    package var wallMs: Int64?

    package init(bootNs: Int64? = nil, wallMs: Int64? = nil) {
        self.bootNs = bootNs
        self.wallMs = wallMs
    }

    /// The earlier deadline of each clock.
    package func merged(with other: NextDeadlines) -> NextDeadlines {
        func earlier(_ one: Int64?, _ two: Int64?) -> Int64? {
            guard let one, let two else { return one ?? two }
            return min(one, two)
        }
        return NextDeadlines(
            bootNs: earlier(bootNs, other.bootNs), wallMs: earlier(wallMs, other.wallMs))
    }

    package func isDue(at now: Moment) -> Bool {
        (bootNs.map { $0 <= now.bootNs } ?? false) || (wallMs.map { $0 <= now.wallMs } ?? false)
    }
}

extension Transaction {
    /// Deadlines that are due by now, the earliest first on each clock and at most `limit` of each clock.
    ///
    /// - Parameter table: table of the entities that are left out; `nil` for none.
    package func dueDeadlines(limit: Int, except table: String? = nil) throws -> [DueDeadline] {
        let boot = try dueDeadlines("due_boot_ns", by: now.bootNs, limit, table, Deadline.boot)
        return try boot + dueDeadlines("due_wall_ms", by: now.wallMs, limit, table, Deadline.wall)
    }

    private func dueDeadlines(
        _ column: String, by now: Int64, _ limit: Int, _ table: String?,
        _ deadline: (Int64) -> Deadline
    ) throws -> [DueDeadline] {
        var found: [(due: Int64, deadline: DueDeadline)] = []
        for kind in schema.kinds where kind.isTimed && kind.table != table {
            let waiting = try db.cachedStatement(
                sql: """
                    SELECT \(column), id FROM \(kind.table) WHERE \(column) <= ?
                    ORDER BY \(column), id LIMIT ?
                    """)
            try waiting.forEachRow([.integer(now), .integer(Int64(limit))]) { row in
                let due = row.integer(0)
                found.append(
                    (
                        due,
                        DueDeadline(kind: kind.table, subject: row.text(1), deadline: deadline(due))
                    )
                )
                return true
            }
        }
        return found.sorted {
            ($0.due, $0.deadline.kind, $0.deadline.subject)
                < ($1.due, $1.deadline.kind, $1.deadline.subject)
        }.prefix(limit).map(\.deadline)
    }

    /// The next deadlines by kind. Only those of the kinds in `moved` are looked up again.
    func nextDeadlines(
        _ before: [String: NextDeadlines] = [:], moved: Set<String>
    ) throws -> [String: NextDeadlines] {
        var next = before
        for kind in moved {
            next[kind] = NextDeadlines(
                bootNs: try firstDeadline("due_boot_ns", kind),
                wallMs: try firstDeadline("due_wall_ms", kind))
        }
        return next
    }

    private func firstDeadline(_ column: String, _ kind: String) throws -> Int64? {
        try db.cachedStatement(
            sql: "SELECT MIN(\(column)) FROM \(kind) WHERE \(column) IS NOT NULL"
        ).integer()
    }

    /// Postpones a deadline that can't be handled now, so that it doesn't hold up the others.
    package func postpone(_ due: DueDeadline, byMs span: Int64) throws {
        let later: Deadline
        switch due.deadline {
        case .boot: later = .boot(now.bootNs + span * nanosecondsPerMs)
        case .wall: later = .wall(now.wallMs + span)
        }
        try setDeadline(later, kind: due.kind, subject: due.subject)
    }

    /// Entities that count time or wait for a deadline.
    package func entitiesInTime() throws -> [any StoredEntity] {
        try schema.kinds.filter { $0.isTimed }.flatMap { try entitiesInTime(of: $0) }
    }

    private func entitiesInTime<E: StoredEntity>(of kind: E.Type) throws -> [any StoredEntity] {
        try E.fetchAll(db.cachedStatement(sql: Self.inTime(E.self)))
    }

    /// SQL for the entities in time. It compares with numbers, since SQLite uses no index for `IS NOT NULL`.
    static func inTime<E: StoredEntity>(_ kind: E.Type) -> String {
        """
        SELECT * FROM \(E.table) WHERE \(E.isCounting.map { "\($0) OR " } ?? "")
        due_boot_ns >= \(Int64.min) OR due_wall_ms >= \(Int64.min)
        """
    }
}
