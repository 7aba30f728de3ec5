import GRDB
import TrackerCore

/// An entity with a table of its own, whose columns are the coded properties.
package protocol StoredEntity: Entity {
    /// The table's columns, in its order: that of `SELECT *`.
    static var columns: [String] { get }

    /// The statement that writes a row.
    static var insertion: String { get }

    /// Creates the table and its indexes.
    static func createTable(_ db: Database) throws

    /// The SQL condition for rows whose count runs.
    static var isCounting: String { get }
}

extension StoredEntity {
    package static var isCounting: String { "FALSE" }

    static func fetch(_ db: Database, id: String) throws -> Self? {
        try fetchOne(
            db.cachedStatement(sql: "SELECT * FROM \(table) WHERE id = ?"), arguments: [id])
    }

    func put(_ db: Database) throws {
        let encoder = RowEncoder(columns: Self.columns)
        try encode(to: encoder)
        try db.cachedStatement(sql: Self.insertion)
            .execute(arguments: StatementArguments(encoder.values))
    }

    /// The text of `insertion`, which is made once for each kind.
    package static func makeInsertion() -> String {
        let names = columns.joined(separator: ", ")
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        return "INSERT OR REPLACE INTO \(table) (\(names)) VALUES (\(marks))"
    }
}
