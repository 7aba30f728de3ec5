import GRDB
import GRDBSQLite

// Entities are read from SQLite's columns themselves: GRDB would make a map of the columns' names for
// each statement that is run.

/// The present row of a statement that runs.
struct Cells {
    fileprivate let statement: OpaquePointer

    func isNull(_ index: Int) -> Bool {
        sqlite3_column_type(statement, Int32(index)) == SQLITE_NULL
    }

    func integer(_ index: Int) throws -> Int64 {
        guard sqlite3_column_type(statement, Int32(index)) == SQLITE_INTEGER else {
            throw RowCodingError.wrongKind(column: index)
        }
        return sqlite3_column_int64(statement, Int32(index))
    }

    func number(_ index: Int) throws -> Double {
        let type = sqlite3_column_type(statement, Int32(index))
        guard type == SQLITE_FLOAT || type == SQLITE_INTEGER else {
            throw RowCodingError.wrongKind(column: index)
        }
        return sqlite3_column_double(statement, Int32(index))
    }

    func text(_ index: Int) throws -> String {
        guard sqlite3_column_type(statement, Int32(index)) == SQLITE_TEXT,
            let bytes = sqlite3_column_text(statement, Int32(index))
        else { throw RowCodingError.wrongKind(column: index) }
        let count = Int(sqlite3_column_bytes(statement, Int32(index)))
        return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }
}

extension StoredEntity {
    /// Runs a statement that reads whole rows, and hands out each with its id, which is the first column.
    /// It ends early where `body` answers `false`.
    static func forEach(
        _ statement: Statement, arguments: StatementArguments = [],
        _ body: (_ id: String, _ entity: Result<Self, any Error>) throws -> Bool
    ) throws {
        let pointer = statement.sqliteStatement
        try statement.setArguments(arguments)
        sqlite3_reset(pointer)
        defer { sqlite3_reset(pointer) }
        let cells = Cells(statement: pointer)
        while true {
            switch sqlite3_step(pointer) {
            case SQLITE_ROW:
                let entity = Result {
                    try Self(from: RowDecoder(cells: cells, columns: columns))
                }
                guard try body((try? cells.text(0)) ?? "", entity) else { return }
            case SQLITE_DONE: return
            case let code:
                throw DatabaseError(
                    resultCode: ResultCode(rawValue: code),
                    message: String(cString: sqlite3_errmsg(sqlite3_db_handle(pointer))))
            }
        }
    }

    static func fetchAll(
        _ statement: Statement, arguments: StatementArguments = []
    ) throws -> [Self] {
        var entities: [Self] = []
        try forEach(statement, arguments: arguments) { _, entity in
            entities.append(try entity.get())
            return true
        }
        return entities
    }

    static func fetchOne(
        _ statement: Statement, arguments: StatementArguments = []
    ) throws -> Self? {
        var first: Self?
        try forEach(statement, arguments: arguments) { _, entity in
            first = try entity.get()
            return false
        }
        return first
    }
}
