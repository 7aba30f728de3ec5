import GRDB
import TrackerCore

extension WorkoutSet: StoredEntity {
    package static let orderColumn: String? = "log_order"
    package static let timeColumns = ["at_ms", "position"]
    package static let inSpan: String? = TimeSpan.condition("at_ms")
    package static let inSpanOfWorkouts: String? = """
        EXISTS (
            SELECT 1 FROM workout WHERE workout.id = workout_set.workout
            AND \(TimeSpan.condition("started_ms", of: Workout.table)))
        """
}

extension Transaction {
    package func set(id: String) throws -> WorkoutSet? { try WorkoutSet.fetch(db, id: id) }

    /// Sets of a workout, sorted by exercise, and within an exercise by time.
    package func sets(ofWorkout id: String) throws -> [WorkoutSet] {
        try WorkoutSet.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT * FROM workout_set WHERE workout = ?
                    ORDER BY exercise, at_ms, position, id
                    """), [.text(id)])
    }

    /// Sets of an exercise within a workout, sorted by time.
    package func sets(ofWorkout id: String, exercise: String) throws -> [WorkoutSet] {
        try WorkoutSet.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT * FROM workout_set WHERE workout = ? AND exercise = ?
                    ORDER BY at_ms, position, id
                    """), [.text(id), .text(exercise)])
    }

    /// Sets of a block within a workout, sorted by time.
    package func sets(ofWorkout id: String, of block: ExerciseBlock) throws -> [WorkoutSet] {
        try sets(ofWorkout: id, exercise: block.exercise).filter { $0.block == block.number }
    }

    /// Blocks that a workout's sets are in, sorted by exercise and number.
    package func blocks(ofSetsInWorkout id: String) throws -> [ExerciseBlock] {
        var blocks: [ExerciseBlock] = []
        let found = try db.cachedStatement(
            sql: """
                SELECT DISTINCT exercise, block FROM workout_set WHERE workout = ?
                """)
        try found.forEachRow([.text(id)]) { row in
            blocks.append(ExerciseBlock(row.text(0), row.integer(1)))
            return true
        }
        return blocks.sorted { ($0.exercise, $0.number) < ($1.exercise, $1.number) }
    }

    package func setCount(ofWorkout id: String) throws -> Int {
        let counted = try db.cachedStatement(
            sql: "SELECT COUNT(*) FROM workout_set WHERE workout = ?")
        return Int(try counted.integer([.text(id)]) ?? 0)
    }

    /// Position of a workout's next set: after that of any set before it, even a deleted one.
    package func nextPosition(inWorkout id: String) throws -> Int64 {
        let last = try db.cachedStatement(
            sql: "SELECT MAX(position) FROM workout_set WHERE workout = ?")
        return max(try last.integer([.text(id)]) ?? 0, nextSeq - 1) + 1
    }

    /// Time of a workout's last set, UTC milliseconds; `nil` where it has none.
    package func lastSetMs(ofWorkout id: String) throws -> Int64? {
        try db.cachedStatement(sql: "SELECT MAX(at_ms) FROM workout_set WHERE workout = ?")
            .integer([.text(id)])
    }

    /// The newest set of a workout; `nil` where it has none.
    package func lastSet(ofWorkout id: String) throws -> WorkoutSet? {
        try WorkoutSet.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT * FROM workout_set WHERE workout = ?
                    ORDER BY at_ms DESC, position DESC, id DESC LIMIT 1
                    """), [.text(id)])
    }

    /// Times of a workout's first and last set, UTC milliseconds; `nil` where it has none.
    package func setsMs(ofWorkout id: String) throws -> ClosedRange<Int64>? {
        let first = try db.cachedStatement(
            sql: "SELECT MIN(at_ms) FROM workout_set WHERE workout = ?"
        ).integer([.text(id)])
        guard let first, let last = try lastSetMs(ofWorkout: id) else { return nil }
        return first...last
    }

    /// Number of the set among the sets of its block in its workout, from 1, whether the set is stored
    /// already or not.
    package func index(of set: WorkoutSet) throws -> Int {
        let before = try db.cachedStatement(
            sql: """
                SELECT COUNT(*) FROM workout_set WHERE workout = ? AND exercise = ? AND block = ?
                AND (at_ms, position) < (?, ?) AND id <> ?
                """
        ).integer([
            .text(set.workout), .text(set.exercise), .integer(set.block), .integer(set.atMs),
            .integer(set.position), .text(set.id),
        ])
        return Int(before ?? 0) + 1
    }

    /// Drop sets that continue the set with this id.
    package func drops(of id: String) throws -> [WorkoutSet] {
        try WorkoutSet.fetchAll(
            db.cachedStatement(
                sql: "SELECT * FROM workout_set WHERE drop_of = ? ORDER BY id"), [.text(id)])
    }

    /// The newest set of an exercise; `nil` for none.
    package func lastSet(ofExercise id: String) throws -> WorkoutSet? {
        try WorkoutSet.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT * FROM workout_set WHERE exercise = ?
                    ORDER BY at_ms DESC, log_order DESC, position DESC, id DESC LIMIT 1
                    """), [.text(id)])
    }

    /// The load of the newest set of an exercise that has one; `nil` where none has.
    package func lastLoad(ofExercise id: String) throws -> Load? {
        try WorkoutSet.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT * FROM workout_set WHERE exercise = ? AND load IS NOT NULL
                    ORDER BY at_ms DESC, log_order DESC, position DESC, id DESC LIMIT 1
                    """), [.text(id)])?.fields.load
    }

    /// The sets of an exercise, the newest first.
    package func latestSets(ofExercise id: String, limit: Int) throws -> [WorkoutSet] {
        try WorkoutSet.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT * FROM workout_set WHERE exercise = ?
                    ORDER BY at_ms DESC, log_order DESC, position DESC, id DESC LIMIT ?
                    """), [.text(id), .integer(Int64(limit))])
    }

    /// Sets of a block in the last finished workout that had sets of the same block before `workout` started, and
    /// wasn't one of a deload.
    package func previousSets(
        of block: ExerciseBlock, before workout: Workout
    ) throws -> [WorkoutSet] {
        // `CROSS JOIN` fixes this order of the tables, since an exercise has fewer sets than there are
        // workouts.
        let previous = try db.cachedStatement(
            sql: """
                SELECT done.workout FROM workout_set AS done
                CROSS JOIN workout ON workout.id = done.workout
                WHERE done.exercise = ? AND done.block = ? AND done.at_ms < ?
                AND done.workout <> ? AND workout.state = 'finished' AND workout.deload IS NULL
                ORDER BY done.at_ms DESC, done.log_order DESC, done.id DESC LIMIT 1
                """
        ).text([
            .text(block.exercise), .integer(block.number), .integer(workout.startedMs),
            .text(workout.id),
        ])
        return try previous.map { try sets(ofWorkout: $0, of: block) } ?? []
    }
}
