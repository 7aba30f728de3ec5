import GRDB
import TrackerCore

/// A stored fold of all days up to one. It follows from the rows and is made again where they change, so it
/// isn't an entity; `journal.verify` makes all checkpoints anew and compares.
package struct Checkpoint: Sendable, Hashable {
    /// Number of the day.
    package let day: Int
    /// A random number, which no other checkpoint has.
    package let version: Int64

    package init(day: Int, version: Int64) {
        self.day = day
        self.version = version
    }
}

extension Transaction {
    /// The last checkpoint up to a day.
    package func checkpoint(upTo day: Int = .max) throws -> Checkpoint? {
        var found: Checkpoint?
        let last = try db.cachedStatement(
            sql: "SELECT day, version FROM checkpoint WHERE day <= ? ORDER BY day DESC LIMIT 1")
        try last.forEachRow([.integer(Int64(day))]) { row in
            found = Checkpoint(day: Int(row.integer(0)), version: row.integer(1))
            return false
        }
        return found
    }

    /// The first checkpoint after a day.
    package func checkpoint(after day: Int) throws -> Checkpoint? {
        var found: Checkpoint?
        let next = try db.cachedStatement(
            sql: "SELECT day, version FROM checkpoint WHERE day > ? ORDER BY day LIMIT 1")
        try next.forEachRow([.integer(Int64(day))]) { row in
            found = Checkpoint(day: Int(row.integer(0)), version: row.integer(1))
            return false
        }
        return found
    }

    /// JSON of the fold at a checkpoint; `nil` where there is no such checkpoint.
    package func content(of checkpoint: Checkpoint) throws -> String? {
        var content: String?
        try db.cachedStatement(sql: "SELECT content FROM checkpoint WHERE day = ?")
            .forEachRow([.integer(Int64(checkpoint.day))]) { row in
                content = row.text(0)
                return false
            }
        return content
    }

    package func keep(_ checkpoint: Checkpoint, _ content: String) throws {
        try run(
            "INSERT OR REPLACE INTO checkpoint (day, version, content) VALUES (?, ?, ?)",
            [
                .integer(Int64(checkpoint.day)), .integer(checkpoint.version), .text(content),
            ])
    }

    package func dropCheckpoint(of day: Int) throws {
        try run("DELETE FROM checkpoint WHERE day = ?", [.integer(Int64(day))])
    }

    /// Drops the checkpoints from a day on.
    package func dropCheckpoints(from day: Int) throws {
        try run("DELETE FROM checkpoint WHERE day >= ?", [.integer(Int64(max(day, -1_000_000)))])
    }
}
