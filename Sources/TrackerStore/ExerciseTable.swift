import GRDB
import TrackerCore

/// Tables of what was done of exercises.
package enum ExerciseTable: String, Sendable {
    case sets = "workout_set"
    case entries = "log_entry"
}

extension Transaction {
    /// Number of rows that are of an exercise.
    package func count(of table: ExerciseTable, ofExercise id: String) throws -> Int64 {
        try db.cachedStatement(sql: "SELECT COUNT(*) FROM \(table.rawValue) WHERE exercise = ?")
            .integer([.text(id)]) ?? 0
    }
}
