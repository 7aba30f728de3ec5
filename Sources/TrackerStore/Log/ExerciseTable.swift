import GRDB
import TrackerCore

/// Tables that record what was done of an exercise.
package enum ExerciseTable: String, Sendable {
    case sets = "workout_set"
    case entries = "log_entry"
}

extension Transaction {
    /// Number of an exercise's rows in a table.
    package func count(of table: ExerciseTable, ofExercise id: String) throws -> Int64 {
        try db.cachedStatement(sql: "SELECT COUNT(*) FROM \(table.rawValue) WHERE exercise = ?")
            .integer([.text(id)]) ?? 0
    }
}
