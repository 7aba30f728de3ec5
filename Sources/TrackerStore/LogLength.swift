import GRDB
import GRDBSQLite

/// Length of a write-ahead log in pages, which SQLite reports after each commit. With this hook, SQLite no
/// longer moves the log into the database by itself.
final class LogLength {
    private static let longestPages: Int32 = 1000

    private var pages: Int32 = 0
    /// True once the log's first commit was stamped.
    var isStamped = false
    /// True once the present transaction has written the stamp.
    var isBegun = false

    var isLong: Bool { pages >= Self.longestPages }

    /// Notes that the next commit may be the first of a new log.
    func mayBeginAnew() {
        pages = 0
        isStamped = false
    }

    func follow(_ db: Database) {
        sqlite3_wal_hook(
            db.sqliteConnection,
            { length, _, _, pages in
                if let length {
                    Unmanaged<LogLength>.fromOpaque(length).takeUnretainedValue().pages = pages
                }
                return SQLITE_OK
            }, Unmanaged.passUnretained(self).toOpaque())
    }
}
