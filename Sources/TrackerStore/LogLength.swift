import GRDB
import GRDBSQLite

/// Length of a write-ahead log, which SQLite reports after each commit. It doesn't move the log by itself
/// any more then.
final class LogLength {
    private static let longestPages: Int32 = 1000

    private var pages: Int32 = 0
    /// Whether the log's first commit was stamped.
    var isStamped = false
    /// Whether the present transaction has written the stamp.
    var isBegun = false

    var isLong: Bool { pages >= Self.longestPages }

    /// The next commit may be the first of a log.
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
