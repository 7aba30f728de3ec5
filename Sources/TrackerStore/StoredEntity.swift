import GRDB
import TrackerCore

/// An entity with a table of its own.
package protocol StoredEntity: Entity {
    /// The column that tells what came later, if there is one.
    static var orderColumn: String? { get }

    /// The SQL of the largest in that column.
    static func lastOrder(_ column: String) -> String

    /// The SQL condition for rows whose count runs also where they wait for no moment, if there are any.
    static var isCounting: String? { get }
}

extension StoredEntity {
    package static var orderColumn: String? { nil }
    package static func lastOrder(_ column: String) -> String {
        "SELECT MAX(\(column)) FROM \(table)"
    }
    package static var isCounting: String? { nil }

    static func fetch(_ db: Database, id: String) throws -> Self? {
        try fetchOne(db.cachedStatement(sql: "SELECT * FROM \(table) WHERE id = ?"), [.text(id)])
    }

    /// Runs a statement that reads whole rows, and hands out each with its id. It ends early where `body`
    /// answers `false`.
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
    ///   - names: those of the statement's columns.
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

    /// Those whose id begins so, ten at most.
    package func entities<E: StoredEntity>(_: E.Type, withPrefix prefix: String) throws -> [E] {
        try E.fetchAll(
            db.cachedStatement(
                sql: "SELECT * FROM \(E.table) WHERE id >= ? AND id < ? ORDER BY id LIMIT 10"),
            // `~` sorts after every character of an id.
            [.text(prefix), .text(prefix + "~")])
    }
}
