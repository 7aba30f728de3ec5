import GRDB
import TrackerCore

extension Transaction {
    /// The sets of an exercise by their times.
    package func sets(ofExercise id: String, in span: TimeSpan) throws -> [WorkoutSet] {
        try WorkoutSet.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT * FROM workout_set
                    WHERE exercise = ? AND \(TimeSpan.condition("at_ms")) ORDER BY at_ms, position
                    """), [.text(id)] + span.values)
    }
}
