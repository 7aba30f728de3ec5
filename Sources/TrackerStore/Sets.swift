import GRDB
import TrackerCore

extension WorkoutSet: StoredEntity {
    package static let orderColumn: String? = "log_order"

    package func checkPuttingBack(in transaction: Transaction) throws {
        if !transaction.undoing.contains(workout) {
            guard let workout = try transaction.workout(id: workout) else {
                throw Rejection.conflict("it can't be put back: its workout is gone")
            }
            guard workout.has(exercise) else {
                throw Rejection.conflict(
                    "it can't be put back: its exercise was taken out of the workout: add it first")
            }
            try transaction.requireRoom(inWorkout: workout.id)
        }
        try transaction.requireExercises([exercise])
        if let dropOf = fields.dropOf, !transaction.undoing.contains(dropOf),
            try transaction.set(id: dropOf)?.exercise != exercise
        {
            throw Rejection.conflict("it can't be put back: the set that it goes on from is gone")
        }
        guard try !transaction.isRing(from: self, by: \.fields.dropOf) else {
            throw Rejection.conflict(
                "it can't be put back: the set that it goes on from goes on from it now")
        }
        for drop in try transaction.drops(of: id)
        where drop.exercise != exercise && !transaction.undoing.contains(drop.id) {
            throw Rejection.conflict(
                "it can't be put back: a set that goes on from it is of another exercise")
        }
    }

    package func checkTakingAway(in transaction: Transaction) throws {
        for drop in try transaction.drops(of: id) where !transaction.undoing.contains(drop.id) {
            throw Rejection.conflict("it can't be taken away: another set goes on from it")
        }
    }
}

extension Transaction {
    package func set(id: String) throws -> WorkoutSet? { try WorkoutSet.fetch(db, id: id) }

    /// Sets of a workout, sorted by exercise, and within an exercise by time.
    package func sets(ofWorkout id: String) throws -> [WorkoutSet] {
        try WorkoutSet.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT * FROM workout_set WHERE workout = ?
                    ORDER BY exercise, at_ms, position
                    """), [.text(id)])
    }

    /// Sets of an exercise within a workout, sorted by time.
    package func sets(ofWorkout id: String, exercise: String) throws -> [WorkoutSet] {
        try WorkoutSet.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT * FROM workout_set WHERE workout = ? AND exercise = ?
                    ORDER BY at_ms, position
                    """), [.text(id), .text(exercise)])
    }

    /// Number of sets in a workout, and the position for the next one, which is larger than that of any set
    /// before, deleted ones included.
    package func setCount(ofWorkout id: String) throws -> (count: Int, nextPosition: Int64) {
        var found = (count: 0, nextPosition: nextSeq)
        let counted = try db.cachedStatement(
            sql: "SELECT COUNT(*), COALESCE(MAX(position), 0) FROM workout_set WHERE workout = ?")
        try counted.forEachRow([.text(id)]) { row in
            found = (Int(row.integer(0)), max(row.integer(1) + 1, nextSeq))
            return false
        }
        return found
    }

    /// Refuses an undo that would leave the workout with more than `Workout.maximumSets` sets.
    func requireRoom(inWorkout id: String) throws {
        let back = puttingBack.values.count { ($0 as? WorkoutSet)?.workout == id }
        let left = try sets(ofWorkout: id).count { !undoing.contains($0.id) }
        guard back + left <= Workout.maximumSets else {
            throw Rejection.conflict(
                "it can't be put back: the workout would have more than \(Workout.maximumSets) sets"
            )
        }
    }

    /// Time of a workout's last set, UTC milliseconds; `nil` where it has none.
    package func lastSetMs(ofWorkout id: String) throws -> Int64? {
        try db.cachedStatement(sql: "SELECT MAX(at_ms) FROM workout_set WHERE workout = ?")
            .integer([.text(id)])
    }

    /// Number of the set among the sets of its exercise in its workout, from 1, whether the set is stored
    /// already or not.
    package func index(of set: WorkoutSet) throws -> Int {
        let before = try db.cachedStatement(
            sql: """
                SELECT COUNT(*) FROM workout_set WHERE workout = ? AND exercise = ?
                AND (at_ms, position) < (?, ?) AND id <> ?
                """
        ).integer([
            .text(set.workout), .text(set.exercise), .integer(set.atMs), .integer(set.position),
            .text(set.id),
        ])
        return Int(before ?? 0) + 1
    }

    /// Drop sets that continue the set with this id.
    package func drops(of id: String) throws -> [WorkoutSet] {
        try WorkoutSet.fetchAll(
            db.cachedStatement(
                sql: "SELECT * FROM workout_set WHERE drop_of = ? ORDER BY id"), [.text(id)])
    }

    /// Id of a set outside of `formers` that is a drop set of one in it; `nil` where there is none.
    package func dropSet(ofOneIn formers: Set<String>) throws -> String? {
        var found: String?
        try db.cachedStatement(
            sql: "SELECT id, drop_of FROM workout_set WHERE drop_of IS NOT NULL"
        ).forEachRow { row in
            if formers.contains(row.text(1)), !formers.contains(row.text(0)) { found = row.text(0) }
            return found == nil
        }
        return found
    }

    /// The newest set of an exercise.
    package func lastSet(ofExercise id: String) throws -> WorkoutSet? {
        try WorkoutSet.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT * FROM workout_set WHERE exercise = ?
                    ORDER BY at_ms DESC, log_order DESC, position DESC LIMIT 1
                    """), [.text(id)])
    }

    /// Sets of an exercise in the last finished workout that had any before the start of `workout`.
    package func previousSets(
        ofExercise id: String, before workout: Workout
    ) throws -> [WorkoutSet] {
        // `CROSS JOIN` fixes this order of the tables, since an exercise has fewer sets than there are
        // workouts.
        let previous = try db.cachedStatement(
            sql: """
                SELECT done.workout FROM workout_set AS done
                CROSS JOIN workout ON workout.id = done.workout
                WHERE done.exercise = ? AND done.at_ms < ? AND done.workout <> ?
                AND workout.state = 'finished'
                ORDER BY done.at_ms DESC, done.log_order DESC LIMIT 1
                """
        ).text([.text(id), .integer(workout.startedMs), .text(workout.id)])
        return try previous.map { try sets(ofWorkout: $0, exercise: id) } ?? []
    }

    func isPerformed(exercise id: String) throws -> Bool {
        var isPerformed = false
        let sets = try db.cachedStatement(sql: "SELECT id FROM workout_set WHERE exercise = ?")
        try sets.forEachRow([.text(id)]) { row in
            isPerformed = !undoing.contains(row.text(0))
            return !isPerformed
        }
        return isPerformed
    }
}
