import GRDB
import TrackerCore

extension Transaction {
    /// The sets of an exercise by their times.
    ///
    /// - Parameters:
    ///   - fromMs: UTC milliseconds, inclusive.
    ///   - toMs: exclusive.
    package func sets(
        ofExercise id: String, fromMs: Int64?, toMs: Int64?
    ) throws -> [WorkoutSet] {
        try WorkoutSet.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT * FROM workout_set WHERE exercise = ? AND at_ms >= ? AND at_ms < ?
                    ORDER BY at_ms, position
                    """), [.text(id), .integer(fromMs ?? .min), .integer(toMs ?? .max)])
    }
}
