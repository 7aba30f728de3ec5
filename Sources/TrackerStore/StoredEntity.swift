import GRDB
import TrackerCore

/// An entity with a table of its own.
package protocol StoredEntity: Entity {
    /// The statement that writes a row.
    static var insertion: String { get }

    /// The column that tells what came later, if there is one.
    static var orderColumn: String? { get }

    /// The SQL of the largest in that column.
    static func lastOrder(_ column: String) -> String

    /// Creates the table and its indexes.
    static func createTable(_ db: Database) throws

    /// The SQL condition for rows whose count runs also where they wait for no moment, if there are any.
    static var isCounting: String? { get }

    /// Refuses to be put back by an undoing where nothing would fit it any more.
    func checkPuttingBack(in transaction: Transaction) throws

    /// Refuses to be taken away by an undoing where something refers to it.
    func checkTakingAway(in transaction: Transaction) throws
}

extension StoredEntity {
    /// When it is due by either clock: the last columns of each table, maintained by `Transaction`, and no
    /// part of what the journal keeps.
    static var dueColumns: String { "due_boot_ns INTEGER, due_wall_ms INTEGER" }

    /// By which what is due is found; rows that wait for nothing aren't in them.
    static func createDueIndexes(_ db: Database) throws {
        for column in ["due_boot_ns", "due_wall_ms"] {
            try db.execute(
                sql: """
                    CREATE INDEX \(table)_\(column) ON \(table)(\(column))
                    WHERE \(column) IS NOT NULL
                    """)
        }
    }

    package static var orderColumn: String? { nil }
    package static func lastOrder(_ column: String) -> String {
        "SELECT MAX(\(column)) FROM \(table)"
    }
    package static var isCounting: String? { nil }
    package func checkPuttingBack(in transaction: Transaction) throws {}
    package func checkTakingAway(in transaction: Transaction) throws {}

    static func fetch(_ db: Database, id: String) throws -> Self? {
        try fetchOne(db.cachedStatement(sql: "SELECT * FROM \(table) WHERE id = ?"), [.text(id)])
    }

    /// Runs a statement that reads whole rows, and hands out each with its id. It ends early where `body`
    /// answers `false`.
    static func forEach(
        _ statement: Statement, _ values: [Cell] = [],
        _ body: (_ id: String, _ entity: Result<Self, any Error>) throws -> Bool
    ) throws {
        try statement.forEachRow(values) { row in
            try body(row.text(0), Result { try Self(cells: row.cells(columns.count)) })
        }
    }

    static func fetchAll(_ statement: Statement, _ values: [Cell] = []) throws -> [Self] {
        var entities: [Self] = []
        try forEach(statement, values) { _, entity in
            entities.append(try entity.get())
            return true
        }
        return entities
    }

    static func fetchOne(_ statement: Statement, _ values: [Cell] = []) throws -> Self? {
        var first: Self?
        try statement.forEachRow(values) { row in
            first = try Self(cells: row.cells(columns.count))
            return false
        }
        return first
    }

    /// An entity as the journal has it.
    init(json: String) throws {
        try self.init(cells: JSONText.cells(Self.columns, from: json))
    }

    /// The text of `insertion`, which is made once for each kind.
    package static func makeInsertion() -> String {
        let names = (columns + ["due_boot_ns", "due_wall_ms"]).joined(separator: ", ")
        let marks = Array(repeating: "?", count: columns.count + 2).joined(separator: ", ")
        return "INSERT OR REPLACE INTO \(table) (\(names)) VALUES (\(marks))"
    }
}

extension Transaction {
    /// Those whose id begins so, ten at most.
    package func entities<E: StoredEntity>(_: E.Type, withPrefix prefix: String) throws -> [E] {
        try E.fetchAll(
            db.cachedStatement(
                sql: "SELECT * FROM \(E.table) WHERE id >= ? AND id < ? ORDER BY id LIMIT 10"),
            // `~` sorts after every character of an id.
            [.text(prefix), .text(prefix + "~")])
    }
}
