import GRDB
import TrackerCore

extension Transaction {
    /// Sets of an exercise, sorted by time.
    package func sets(ofExercise id: String, in span: TimeSpan) throws -> [WorkoutSet] {
        try WorkoutSet.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT * FROM workout_set
                    WHERE exercise = ? AND \(TimeSpan.condition("at_ms")) ORDER BY at_ms, position, id
                    """), [.text(id)] + span.values)
    }
}
