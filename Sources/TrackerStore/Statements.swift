import GRDB
import GRDBSQLite
import TrackerCore

// Statements that run for each request use SQLite's own interface: GRDB's binding, observing and mapping of
// columns costs several times as much for such small statements, and was the larger part of a request.

extension Statement {
    /// Runs a statement that returns no rows.
    func run(_ values: [Cell] = []) throws {
        bind(values)
        defer { sqlite3_reset(sqliteStatement) }
        guard try !step() else { preconditionFailure("a statement that is run gives no rows") }
    }

    /// Runs a statement and passes each row to `body`, until `body` returns `false`.
    func forEachRow(_ values: [Cell] = [], _ body: (Columns) throws -> Bool) throws {
        bind(values)
        defer { sqlite3_reset(sqliteStatement) }
        while try step() {
            guard try body(Columns(statement: sqliteStatement)) else { return }
        }
    }

    /// The first column of the first row as a whole number; `nil` where there is none.
    func integer(_ values: [Cell] = []) throws -> Int64? {
        var found: Int64?
        try forEachRow(values) { columns in
            if case .integer(let value) = columns.cell(0) { found = value }
            return false
        }
        return found
    }

    /// Result of a statement that counts rows.
    func rowCount(_ values: [Cell] = []) throws -> Int { try Int(integer(values) ?? 0) }

    /// The first column of the first row as a text; `nil` where there is none.
    func text(_ values: [Cell] = []) throws -> String? {
        var found: String?
        try forEachRow(values) { columns in
            if case .text(let text) = columns.cell(0) { found = text }
            return false
        }
        return found
    }

    private func step() throws -> Bool {
        switch sqlite3_step(sqliteStatement) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code:
            let message = String(cString: sqlite3_errmsg(sqlite3_db_handle(sqliteStatement)))
            throw DatabaseError(resultCode: ResultCode(rawValue: code), message: message, sql: sql)
        }
    }

    private func bind(_ values: [Cell]) {
        let places = Int(sqlite3_bind_parameter_count(sqliteStatement))
        precondition(values.count == places, "each place of a statement gets a value")
        for (index, value) in values.enumerated() {
            let parameter = Int32(index + 1)
            switch value {
            case .null: sqlite3_bind_null(sqliteStatement, parameter)
            case .integer(let number): sqlite3_bind_int64(sqliteStatement, parameter, number)
            case .number(let number): sqlite3_bind_double(sqliteStatement, parameter, number)
            case .text(var text), .json(var text):
                _ = text.withUTF8 { utf8 in
                    utf8.withMemoryRebound(to: CChar.self) { bytes in
                        // An empty text needs an address of its own, since SQLite takes a null pointer for
                        // NULL.
                        bytes.isEmpty
                            ? sqlite3_bind_text(sqliteStatement, parameter, "", 0, Self.isCopied)
                            : sqlite3_bind_text(
                                sqliteStatement, parameter, bytes.baseAddress, Int32(bytes.count),
                                Self.isCopied)
                    }
                }
            }
        }
    }

    /// SQLITE_TRANSIENT, which makes SQLite copy the text.
    private static let isCopied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}

/// The row that a statement is at.
struct Columns {
    fileprivate let statement: OpaquePointer

    func cell(_ index: Int) -> Cell {
        let index = Int32(index)
        switch sqlite3_column_type(statement, index) {
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, index))
        case SQLITE_FLOAT: return .number(sqlite3_column_double(statement, index))
        case SQLITE_TEXT:
            guard let bytes = sqlite3_column_text(statement, index) else { return .null }
            let count = Int(sqlite3_column_bytes(statement, index))
            return .text(
                String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self))
        // No column holds a blob; a row with one is damaged.
        default: return .null
        }
    }

    /// The text of a column; empty for a column that holds no text.
    func text(_ index: Int) -> String {
        guard case .text(let text) = cell(index) else { return "" }
        return text
    }

    func optionalText(_ index: Int) -> String? { isNull(index) ? nil : text(index) }

    func integer(_ index: Int) -> Int64 { sqlite3_column_int64(statement, Int32(index)) }

    func optionalInteger(_ index: Int) -> Int64? { isNull(index) ? nil : integer(index) }

    func number(_ index: Int) -> Double { sqlite3_column_double(statement, Int32(index)) }

    func optionalNumber(_ index: Int) -> Double? { isNull(index) ? nil : number(index) }

    private func isNull(_ index: Int) -> Bool {
        sqlite3_column_type(statement, Int32(index)) == SQLITE_NULL
    }

    func cells(_ count: Int) -> [Cell] { (0..<count).map(cell) }
}

/// SQL texts of the statements that write rows, one for each table, made when first needed.
final class Insertions {
    private var texts: [String: String] = [:]
    private var columns: [String: Set<String>] = [:]

    /// Names of a table's columns.
    func columns(of table: String, _ db: Database) throws -> Set<String> {
        if let columns = columns[table] { return columns }
        let names = Set(try db.columns(in: table).map(\.name))
        columns[table] = names
        return names
    }

    /// - Parameter names: the columns of the entity's row, which are the same at each call.
    func text(into table: String, _ names: [String], _ db: Database) throws -> String {
        if let text = texts[table] { return text }
        let columns = names + Deadline.columns
        let there = try db.columns(in: table).map(\.name)
        precondition(
            Set(columns) == Set(there) && columns.count == there.count,
            "the table \(table) has the columns \(there), its entity \(columns)")
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        // An update leaves the row where it is, and so the index of ids; a replacement writes both anew.
        let updates = columns.filter { $0 != "id" }.map { "\($0) = excluded.\($0)" }
        let text = """
            INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(marks))
            ON CONFLICT (id) DO UPDATE SET \(updates.joined(separator: ", "))
            """
        texts[table] = text
        return text
    }
}
