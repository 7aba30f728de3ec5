import GRDB
import TrackerCore

extension TrainingMax: StoredEntity {
    package static let timeColumn: String? = "at_ms"
    package static let orderColumn: String? = "note_order"
    package static let inSpan: String? = TimeSpan.condition("at_ms")
}

extension Transaction {
    /// The training max of an exercise that was set last at or before a moment in UTC milliseconds; `nil` for none.
    package func trainingMax(ofExercise id: String, atMs ms: Int64) throws -> TrainingMax? {
        try TrainingMax.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT * FROM training_max WHERE exercise = ? AND at_ms <= ?
                    ORDER BY at_ms DESC, note_order DESC, id DESC LIMIT 1
                    """), [.text(id), .integer(ms)])
    }

    /// The training maxes of an exercise, the newest first; without one the last of each exercise, sorted by the
    /// exercise's name.
    ///
    /// - Parameter id: id of the exercise; `nil` for all.
    package func trainingMaxes(ofExercise id: String?, limit: Int) throws -> [TrainingMax] {
        guard let id else {
            return try TrainingMax.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT training_max.* FROM training_max
                        JOIN exercise ON exercise.id = training_max.exercise
                        WHERE \(Self.isLastMax)
                        ORDER BY exercise.name_key, training_max.id LIMIT ?
                        """), [.integer(Int64(limit))])
        }
        return try TrainingMax.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT * FROM training_max WHERE exercise = ?
                    ORDER BY at_ms DESC, note_order DESC, id DESC LIMIT ?
                    """), [.text(id), .integer(Int64(limit))])
    }

    /// Number of an exercise's training maxes; without one the number of exercises that have any.
    ///
    /// - Parameter id: id of the exercise; `nil` for all.
    package func trainingMaxCount(ofExercise id: String?) throws -> Int {
        guard let id else {
            return try db.cachedStatement(
                sql: "SELECT COUNT(DISTINCT exercise) FROM training_max"
            ).rowCount()
        }
        return try db.cachedStatement(
            sql: "SELECT COUNT(*) FROM training_max WHERE exercise = ?"
        ).rowCount([.text(id)])
    }

    /// SQL condition for the max of an exercise that was set last.
    private static let isLastMax = """
        training_max.id = (
            SELECT id FROM training_max AS later WHERE later.exercise = training_max.exercise
            ORDER BY at_ms DESC, note_order DESC, id DESC LIMIT 1)
        """

    /// Finished workouts in which a rule changes the training max of an exercise, the oldest first, without deloads.
    ///
    /// - Parameters:
    ///   - id: id of the exercise.
    ///   - first: the earliest start, UTC milliseconds.
    ///   - end: the moment before which they started, UTC milliseconds.
    package func workouts(
        withRuleFor id: String, from first: Int64, before end: Int64, limit: Int
    ) throws -> [Workout] {
        try Workout.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT * FROM workout
                    WHERE started_ms >= ? AND started_ms < ? AND state = 'finished'
                    AND deload IS NULL
                    AND EXISTS (
                        SELECT 1 FROM json_each(workout.exercises) AS part
                        WHERE json_extract(part.value, '$.exercise') = ?
                        AND json_extract(part.value, '$.target.progression') IS NOT NULL)
                    ORDER BY started_ms, start_order, id LIMIT ?
                    """), [.integer(first), .integer(end), .text(id), .integer(Int64(limit))])
    }
}
