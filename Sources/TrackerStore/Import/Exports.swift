import GRDB
import TrackerCore

/// The order of exported rows.
package enum ExportOrder: Sendable {
    case ids
    /// By time; rows without a time by name.
    case time
}

extension Transaction {
    /// Names of the tables; each table comes after all that its rows refer to.
    package var tables: [String] { schema.kinds.map { $0.table } }

    /// Passes a table's rows to `body` in order, until `body` returns `false`.
    ///
    /// - Parameters:
    ///   - id: the id of the row after which to begin; empty for the beginning.
    ///   - span: the span that rows have to belong to, in tables whose rows have a time.
    ///   - withWorkouts: whether sets belong to the span of their workouts, and rests to that of their
    ///     sets.
    package func eachRow(
        ofTable table: String, after id: String, in span: TimeSpan = TimeSpan(),
        withWorkouts: Bool = false, by order: ExportOrder = .ids,
        _ body: (any StoredEntity) throws -> Bool
    ) throws {
        guard let kind = schema.kind(table) else { return }
        let columns = ((order == .time ? kind.timeColumns : []) + ["id"]).joined(separator: ", ")
        var values: [Cell] = []
        var conditions: [String] = []
        if !id.isEmpty {
            conditions.append("(\(columns)) > (SELECT \(columns) FROM \(table) WHERE id = ?)")
            values.append(.text(id))
        }
        if let inSpan = withWorkouts ? kind.inSpanOfWorkouts : kind.inSpan {
            conditions.append(inSpan)
            values += span.values
        }
        let condition = conditions.isEmpty ? "TRUE" : conditions.joined(separator: " AND ")
        let sql = "SELECT * FROM \(table) WHERE \(condition) ORDER BY \(columns)"
        try each(kind, db.cachedStatement(sql: sql), values, body)
    }

    private func each<E: StoredEntity>(
        _ kind: E.Type, _ statement: Statement, _ values: [Cell],
        _ body: (any StoredEntity) throws -> Bool
    ) throws {
        try E.forEach(statement, values) { _, entity in try body(entity.get()) }
    }
}
