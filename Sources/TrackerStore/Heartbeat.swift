import GRDB
import GRDBSQLite

/// Calls a function again and again while a connection works, even during a long statement.
final class Heartbeat {
    /// Number of SQLite's instructions between two calls, which take about a millisecond.
    private static let instructions: Int32 = 100_000

    private let beat: () -> Void

    init(_ beat: @escaping () -> Void) { self.beat = beat }

    /// Begins to call the function. It must be ended before this object is released.
    func begin(_ db: Database) {
        sqlite3_progress_handler(
            db.sqliteConnection, Self.instructions,
            { heartbeat in
                if let heartbeat {
                    Unmanaged<Heartbeat>.fromOpaque(heartbeat).takeUnretainedValue().beat()
                }
                return 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    func end(_ db: Database) { sqlite3_progress_handler(db.sqliteConnection, 0, nil, nil) }
}
