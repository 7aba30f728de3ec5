import GRDB
import TrackerCore

extension Workout: StoredEntity {
    package static let timeColumn: String? = "started_ms"
    package static let orderColumn: String? = "start_order"
    package static let inSpan: String? = TimeSpan.condition("started_ms")
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

    /// The workout that is open on this machine; there is one at most.
    package func openWorkout() throws -> Workout? {
        try Workout.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT * FROM workout WHERE state = 'open'
                        AND (owner IS NULL OR owner IN (SELECT id FROM own_device)) LIMIT 1
                    """))
    }

    /// Ids of the workouts of deloads.
    package func deloadWorkouts() throws -> Set<String> {
        var found: Set<String> = []
        try db.cachedStatement(
            sql: "SELECT id FROM workout WHERE deload IS NOT NULL ORDER BY id"
        ).forEachRow([]) { row in
            found.insert(row.text(0))
            return true
        }
        return found
    }

    /// Workouts that are open on other machines, the newest first.
    package func workoutsElsewhere() throws -> [Workout] {
        try Workout.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT * FROM workout WHERE state = 'open' AND owner IS NOT NULL
                        AND owner NOT IN (SELECT id FROM own_device)
                    ORDER BY started_ms DESC, id DESC
                    """))
    }

    /// The workout with the latest start.
    package func lastWorkout() throws -> Workout? {
        try Workout.fetchOne(
            db.cachedStatement(
                sql:
                    "SELECT * FROM workout ORDER BY started_ms DESC, start_order DESC, id DESC LIMIT 1"
            ))
    }

    /// The newest workout with a name; `nil` for none. Case, accents and punctuation don't matter, and a workout
    /// that is open on another machine isn't found.
    package func newestWorkout(named name: String) throws -> Workout? {
        let key = NameKey.of(name)
        var found: String?
        // Most workouts have one of a few names, whose keys are made once.
        var isMeant: [String: Bool] = [:]
        let workouts = try db.cachedStatement(
            sql: """
                SELECT id, name FROM workout
                WHERE state = 'finished' OR owner IS NULL OR owner IN (SELECT id FROM own_device)
                ORDER BY started_ms DESC, start_order DESC, id DESC
                """)
        try workouts.forEachRow { row in
            let name = row.text(1)
            let fits = isMeant[name] ?? (NameKey.of(name) == key)
            isMeant[name] = fits
            guard fits else { return true }
            found = row.text(0)
            return false
        }
        return try found.flatMap { try workout(id: $0) }
    }

    /// Workouts, the newest first.
    package func workouts(_ query: WorkoutQuery, limit: Int) throws -> [Workout] {
        try Workout.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT * FROM workout WHERE \(query.condition)
                    ORDER BY started_ms DESC, start_order DESC, id DESC LIMIT ?
                    """), query.values + [.integer(Int64(limit))])
    }

    /// Number of workouts that match.
    package func workoutCount(_ query: WorkoutQuery) throws -> Int {
        try db.cachedStatement(sql: "SELECT COUNT(*) FROM workout WHERE \(query.condition)")
            .rowCount(query.values)
    }

    /// Finished workouts that were begun with a template before a moment, the newest first, without deloads.
    ///
    /// - Parameters:
    ///   - id: id of the template.
    ///   - ms: the moment, UTC milliseconds.
    package func workouts(
        ofTemplate id: String, before ms: Int64, limit: Int
    ) throws -> [Workout] {
        try Workout.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT * FROM workout
                    WHERE template = ? AND started_ms < ? AND state = 'finished'
                    AND deload IS NULL
                    ORDER BY started_ms DESC, start_order DESC, id DESC LIMIT ?
                    """), [.text(id), .integer(ms), .integer(Int64(limit))])
    }

    /// Start of the last workout of each template, UTC milliseconds, and the number of days with one, by the
    /// template's id.
    ///
    /// - Parameter day: the first day that is counted.
    package func workoutsByTemplate(
        sinceDay day: Int
    ) throws -> [String: (lastMs: Int64, days: Int)] {
        var found: [String: (lastMs: Int64, days: Int)] = [:]
        let workouts = try db.cachedStatement(
            sql: """
                SELECT template, MAX(started_ms), COUNT(DISTINCT iif(day >= ?, day, NULL))
                FROM workout WHERE template IS NOT NULL GROUP BY template
                """)
        try workouts.forEachRow([.integer(Int64(day))]) { row in
            found[row.text(0)] = (row.integer(1), Int(row.integer(2)))
            return true
        }
        return found
    }

    /// The last finished workout before another one that has sets of all the given exercises, and isn't one of a
    /// deload.
    ///
    /// - Parameter exercises: ids of the exercises.
    package func workout(before workout: Workout, with exercises: [String]) throws -> Workout? {
        guard !exercises.isEmpty else { return nil }
        let has = """
             AND EXISTS (
                SELECT 1 FROM workout_set
                WHERE workout_set.workout = workout.id AND workout_set.exercise = ?)
            """
        return try Workout.fetchOne(
            db.makeStatement(
                sql: """
                    SELECT * FROM workout WHERE state = 'finished' AND started_ms < ? AND id <> ?
                    AND deload IS NULL
                    \(exercises.map { _ in has }.joined())
                    ORDER BY started_ms DESC, start_order DESC, id DESC LIMIT 1
                    """),
            [.integer(workout.startedMs), .text(workout.id)] + exercises.map { .text($0) })
    }

    /// Ids of the workouts with sets of an exercise; the workout with the newest set comes first.
    package func workouts(ofExercise exercise: String, limit: Int) throws -> [String] {
        var found: [String] = []
        let sets = try db.cachedStatement(
            sql: """
                SELECT workout FROM workout_set WHERE exercise = ?
                ORDER BY at_ms DESC, log_order DESC, position DESC, id DESC
                """)
        try sets.forEachRow([.text(exercise)]) { row in
            let workout = row.text(0)
            if !found.contains(workout) { found.append(workout) }
            return found.count < limit
        }
        return found
    }
}
