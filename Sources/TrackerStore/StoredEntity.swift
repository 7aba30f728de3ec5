import GRDB
import TrackerCore

/// An entity with a table of its own.
package protocol StoredEntity: Entity {
    /// Column in which a later entity has the larger number; `nil` for none.
    static var orderColumn: String? { get }

    /// SQL for the largest number in that column.
    static func lastOrder(_ column: String) -> String

    /// SQL condition for rows that count time even without a deadline; `nil` for none.
    static var isCounting: String? { get }

    /// The column of the moment or day by which exported rows are sorted; `nil` for rows without one.
    static var timeColumn: String? { get }

    /// The columns by which exported rows are sorted, before their ids.
    static var timeColumns: [String] { get }

    /// The SQL condition for the rows that belong to a span of time; `nil` for a table that is exported as a
    /// whole.
    static var inSpan: String? { get }

    /// The condition in an export of workouts, where sets go by their workouts' times, and rests by their sets.
    static var inSpanOfWorkouts: String? { get }
}

extension StoredEntity {
    package static var orderColumn: String? { nil }
    package static func lastOrder(_ column: String) -> String {
        "SELECT MAX(\(column)) FROM \(table)"
    }
    package static var isCounting: String? { nil }
    package static var timeColumn: String? { nil }
    package static var timeColumns: [String] {
        let columns = [timeColumn, orderColumn].compactMap(\.self)
        return columns.isEmpty ? [rules.name?.column].compactMap(\.self) : columns
    }
    package static var inSpan: String? { nil }
    package static var inSpanOfWorkouts: String? { inSpan }

    static func fetch(_ db: Database, id: String) throws -> Self? {
        try fetchOne(db.cachedStatement(sql: "SELECT * FROM \(table) WHERE id = ?"), [.text(id)])
    }

    /// Runs a statement that reads whole rows, and passes each with its id to `body`, until `body` returns
    /// `false`.
    static func forEach(
        _ statement: Statement, _ values: [Cell] = [],
        olderDay: @escaping (_ atMs: Int64) -> LocalDay? = { _ in nil },
        _ body: (_ id: String, _ entity: Result<Self, any Error>) throws -> Bool
    ) throws {
        let names = statement.columnNames
        try statement.forEachRow(values) { row in
            try body(row.text(0), Result { try Self(names, row, olderDay: olderDay) })
        }
    }

    static func fetchAll(_ statement: Statement, _ values: [Cell] = []) throws -> [Self] {
        var entities: [Self] = []
        let names = statement.columnNames
        try statement.forEachRow(values) { row in
            entities.append(try Self(names, row))
            return true
        }
        return entities
    }

    static func fetchOne(_ statement: Statement, _ values: [Cell] = []) throws -> Self? {
        var first: Self?
        let names = statement.columnNames
        try statement.forEachRow(values) { row in
            first = try Self(names, row)
            return false
        }
        return first
    }

    /// The row that a statement is at.
    ///
    /// - Parameters:
    ///   - names: names of the statement's columns.
    ///   - olderDay: the local day of an instant, for rows of an older schema.
    init(
        _ names: [String], _ row: Columns,
        olderDay: @escaping (_ atMs: Int64) -> LocalDay? = { _ in nil }
    ) throws {
        try self.init(
            EntityRow(names: names, cells: row.cells(names.count)), olderDay: olderDay)
    }
}

extension Transaction {
    package func entity<E: StoredEntity>(_: E.Type, id: String) throws -> E? {
        try E.fetch(db, id: id)
    }

    package func has<E: StoredEntity>(_: E.Type, id: String) throws -> Bool {
        try db.cachedStatement(sql: "SELECT 1 FROM \(E.table) WHERE id = ?")
            .integer([.text(id)]) != nil
    }

    /// Entities whose id begins with a prefix, at most ten.
    package func entities<E: StoredEntity>(_: E.Type, withPrefix prefix: String) throws -> [E] {
        try E.fetchAll(
            db.cachedStatement(
                sql: "SELECT * FROM \(E.table) WHERE id >= ? AND id < ? ORDER BY id LIMIT 10"),
            // `~` sorts after every character of an id.
            [.text(prefix), .text(prefix + "~")])
    }
}
