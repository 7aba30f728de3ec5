import GRDB
import TrackerCore

extension Workout: StoredEntity {
    package static let orderColumn: String? = "start_order"

    package func checkPuttingBack(in transaction: Transaction) throws {
        if state == .open, let other = try transaction.openWorkout(), other.id != id {
            throw Rejection.conflict(
                "it can't be put back: the workout '\(other.name)' is open now",
                state: other.state.rawValue)
        }
        try transaction.requireExercises(exercises.map(\.exercise))
        try transaction.requireRoom(inWorkout: id)
        for set in try transaction.sets(ofWorkout: id)
        where !has(set.exercise) && !transaction.undoing.contains(set.id) {
            throw Rejection.conflict(
                "it can't be put back: sets of another exercise were logged since: undo that first")
        }
    }

    package func checkTakingAway(in transaction: Transaction) throws {
        for set in try transaction.sets(ofWorkout: id) where !transaction.undoing.contains(set.id) {
            throw Rejection.conflict("\(name) can't be taken away: sets were logged in it since")
        }
    }
}

/// A selection of workouts.
package struct WorkoutQuery: Sendable, Hashable {
    /// Span of the start times.
    package var span: TimeSpan
    /// Id of an exercise that the workouts have sets of; `nil` for all workouts.
    package var exercise: String?

    package init(span: TimeSpan = TimeSpan(), exercise: String? = nil) {
        self.span = span
        self.exercise = exercise
    }

    fileprivate var condition: String {
        let started = TimeSpan.condition("started_ms")
        guard exercise != nil else { return started }
        return """
            \(started) AND EXISTS (
                SELECT 1 FROM workout_set
                WHERE workout_set.workout = workout.id AND workout_set.exercise = ?)
            """
    }

    fileprivate var values: [Cell] {
        span.values + (exercise.map { [.text($0)] } ?? [])
    }
}

extension Transaction {
    package func workout(id: String) throws -> Workout? { try Workout.fetch(db, id: id) }

    /// The open workout, of which there is at most one.
    package func openWorkout() throws -> Workout? {
        try Workout.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM workout WHERE state = 'open' LIMIT 1"))
    }

    /// The workout with the latest start.
    package func lastWorkout() throws -> Workout? {
        try Workout.fetchOne(
            db.cachedStatement(
                sql: "SELECT * FROM workout ORDER BY started_ms DESC, start_order DESC LIMIT 1"))
    }

    /// Workouts, the newest first.
    package func workouts(_ query: WorkoutQuery, limit: Int) throws -> [Workout] {
        try Workout.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT * FROM workout WHERE \(query.condition)
                    ORDER BY started_ms DESC, start_order DESC LIMIT ?
                    """), query.values + [.integer(Int64(limit))])
    }

    /// Whether a template or a workout has the exercise, with or without sets.
    func isPlanned(exercise id: String) throws -> Bool {
        for table in [Template.table, Workout.table] {
            let planned = try db.cachedStatement(
                sql: """
                    SELECT \(table).id FROM \(table), json_each(\(table).exercises) AS part
                    WHERE part.value ->> '$.exercise' = ?
                    """)
            var isPlanned = false
            try planned.forEachRow([.text(id)]) { row in
                isPlanned = !undoing.contains(row.text(0))
                return !isPlanned
            }
            if isPlanned { return true }
        }
        return false
    }

    /// Ids of the exercises that templates and workouts have.
    func plannedExercises() throws -> Set<String> {
        var planned: Set<String> = []
        for table in [Template.table, Workout.table] {
            let parts = try db.cachedStatement(
                sql: """
                    SELECT DISTINCT part.value ->> '$.exercise'
                    FROM \(table), json_each(\(table).exercises) AS part
                    """)
            try parts.forEachRow { row in
                planned.insert(row.text(0))
                return true
            }
        }
        return planned
    }
}
