import GRDB
import GRDBSQLite
import Glibc
import TrackerCore

/// A copy of the database that is written to a file in slices by SQLite's backup interface.
///
/// Changes that the live connection makes meanwhile go into the copy as well, so the complete copy is the
/// database of the last slice. Afterwards every row of every table of the copy is read back.
final class DatabaseCopy {
    /// Number of pages that a disk writes in a few milliseconds.
    private static let pagesAtOnce: Int32 = 128
    /// Number of rows that are read back before the time is checked again.
    private static let rowsAtOnce = 64

    private enum Stage {
        case copying
        case reading(tables: ArraySlice<String>)
    }

    let path: String
    /// Number of the newest event in the copy, once the copy is complete.
    private(set) var seq: Int64 = 0
    private let descriptor: Int32
    /// Connection to the database that is copied.
    private let source: OpaquePointer?
    private var copy: OpaquePointer?
    private var backup: OpaquePointer?
    /// Statement of the table that is being read back.
    private var rows: OpaquePointer?
    private var stage = Stage.copying

    /// - Parameter path: the path of a file that doesn't exist yet. Only the owner may access the file.
    init(of source: Database, to path: String) throws {
        guard let connection = source.sqliteConnection else {
            throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "the database is closed")
        }
        self.path = path
        self.source = connection
        descriptor = try Files.check(
            open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, 0o600), "make", path)
        do {
            // An incomplete copy is worthless, so the copy needs no journal to undo changes.
            try check(sqlite3_open_v2(path, &copy, SQLITE_OPEN_READWRITE, nil))
            try run("PRAGMA locking_mode = EXCLUSIVE")
            try run("PRAGMA journal_mode = OFF")
            try run("PRAGMA synchronous = OFF")
            try run("PRAGMA cache_size = -512")
            backup = sqlite3_backup_init(copy, "main", connection, "main")
            guard backup != nil else { throw error(sqlite3_errcode(copy)) }
        } catch {
            close()
            throw error
        }
    }

    deinit { close() }

    /// Continues while there is time, with at least one step.
    ///
    /// - Returns: whether the copy is complete, read back and synced to the disk.
    func advance(while hasTime: () -> Bool) throws -> Bool {
        guard copy != nil else {
            throw StoreError.badCopy(path: path, finding: "the database was closed in the meantime")
        }
        repeat {
            switch stage {
            case .copying: try copyPages()
            case .reading(let tables):
                guard let table = tables.first else {
                    close()
                    return true
                }
                if try readRows(of: table) { stage = .reading(tables: tables.dropFirst()) }
            }
        } while hasTime()
        return false
    }

    private func copyPages() throws {
        let code = sqlite3_backup_step(backup, Self.pagesAtOnce)
        guard code == SQLITE_OK || code == SQLITE_DONE else { throw error(code) }
        if code == SQLITE_DONE {
            let end = sqlite3_backup_finish(backup)
            backup = nil
            try check(end)
            // The copy needs no write-ahead log beside it.
            try run("PRAGMA journal_mode = DELETE")
            seq = try texts("SELECT MAX(seq) FROM journal").first.flatMap { Int64($0) } ?? 0
            let tables = try texts(
                "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
            stage = .reading(tables: tables[...])
        }
        // The file is synced one piece at a time, since one sync of everything at the end would take long.
        try Files.check(fdatasync(descriptor), "sync", path)
    }

    /// - Returns: whether the last row of the table has been read.
    private func readRows(of table: String) throws -> Bool {
        if rows == nil { rows = try prepare("SELECT * FROM \"\(table)\"") }
        for _ in 0..<Self.rowsAtOnce {
            switch sqlite3_step(rows) {
            case SQLITE_ROW: continue
            case SQLITE_DONE:
                sqlite3_finalize(rows)
                rows = nil
                return true
            default:
                throw findFault(String(cString: sqlite3_errmsg(copy)))
            }
        }
        return false
    }

    /// The error for a copy that can't be read: damage of the copy alone, or of the source database.
    private func findFault(_ finding: String) -> any Error {
        var check: OpaquePointer?
        defer { sqlite3_finalize(check) }
        let begun = sqlite3_prepare_v2(source, "PRAGMA quick_check(1)", -1, &check, nil)
        let isSound =
            begun == SQLITE_OK && sqlite3_step(check) == SQLITE_ROW
            && sqlite3_column_text(check, 0).map { String(cString: $0) } == "ok"
        return isSound
            ? StoreError.badCopy(path: path, finding: finding)
            : DatabaseError(resultCode: .SQLITE_CORRUPT, message: finding)
    }

    // MARK: SQLite

    private func run(_ sql: String) throws { try check(sqlite3_exec(copy, sql, nil, nil, nil)) }

    private func prepare(_ sql: String) throws -> OpaquePointer? {
        var statement: OpaquePointer?
        try check(sqlite3_prepare_v2(copy, sql, -1, &statement, nil))
        return statement
    }

    /// The first column of all rows, as texts.
    private func texts(_ sql: String) throws -> [String] {
        let statement = try prepare(sql)
        defer { sqlite3_finalize(statement) }
        var texts: [String] = []
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW:
                if let text = sqlite3_column_text(statement, 0) {
                    texts.append(String(cString: text))
                }
            case SQLITE_DONE: return texts
            case let code: throw error(code)
            }
        }
    }

    private func check(_ code: Int32) throws {
        guard code == SQLITE_OK else { throw error(code) }
    }

    private func error(_ code: Int32) -> DatabaseError {
        DatabaseError(
            resultCode: ResultCode(rawValue: code),
            message: copy.map { String(cString: sqlite3_errmsg($0)) } ?? "no memory")
    }

    /// Releases the file and the source database, which can't be closed before.
    func close() {
        sqlite3_finalize(rows)
        rows = nil
        if backup != nil { sqlite3_backup_finish(backup) }
        backup = nil
        guard copy != nil else { return }
        sqlite3_close(copy)
        copy = nil
        Glibc.close(descriptor)
    }
}
