import GRDB
import GRDBSQLite

@testable import TrackerEngine
@testable import TrackerStore

extension Bench {
    /// The work of the database on what runs here, in hundreds of steps of SQLite's machine. Unlike time, it is
    /// the same on every machine.
    func work(_ body: () throws -> Void) throws -> Int64 {
        let count = Count()
        let counted = Unmanaged.passUnretained(count).toOpaque()
        let database = try engine.store.read(at: clock) { $0.db.sqliteConnection }
        sqlite3_progress_handler(
            database, 100,
            { counted in
                counted.map { Unmanaged<Count>.fromOpaque($0).takeUnretainedValue().steps += 1 }
                return 0
            }, counted)
        defer { sqlite3_progress_handler(database, 0, nil, nil) }
        try body()
        return withExtendedLifetime(count) { count.steps }
    }
}

private final class Count {
    var steps: Int64 = 0
}
