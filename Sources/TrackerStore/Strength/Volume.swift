import GRDB
import TrackerCore

extension WorkoutSet {
    static func works(where condition: String = "") -> String {
        """
        SELECT day, exercise, reps, load, load_unit
        FROM workout_set INDEXED BY workout_set_volume
        WHERE day >= ? AND day <= ? AND kind <> 'warmup' AND \(lifts) \(condition)
        """
    }

    static func bodyWorks(where condition: String) -> String {
        """
        SELECT day, exercise, reps, load, load_unit, load_mode, at_ms FROM workout_set
        WHERE \(TimeSpan.condition("at_ms")) AND kind <> 'warmup' AND \(movesBody) AND reps > 0
        \(condition)
        """
    }
}

extension Transaction {
    /// Passes the number of sets of each exercise on each day, warm-ups excluded, to `body`.
    ///
    /// - Parameters:
    ///   - days: numbers of the first and the last day.
    ///   - exercise: id of the exercise; `nil` for all.
    package func forEachSetCount(
        on days: ClosedRange<Int>, ofExercise exercise: String? = nil,
        _ body: (_ sets: Int, _ exercise: String, _ day: Int) throws -> Void
    ) throws {
        let span = TimeSpan(days: days)
        let counts = try db.cachedStatement(
            sql: """
                SELECT day, exercise, COUNT(*) FROM workout_set
                WHERE \(TimeSpan.condition("at_ms")) AND kind <> 'warmup'
                \(exercise == nil ? "" : "AND exercise = ?") GROUP BY day, exercise
                """)
        try counts.forEachRow(span.values + (exercise.map { [.text($0)] } ?? [])) { row in
            try body(Int(row.integer(2)), row.text(1), Int(row.integer(0)))
            return true
        }
    }

    /// Passes the work of each set that has any, warm-ups excluded, to `body`.
    ///
    /// - Parameters:
    ///   - days: numbers of the first and the last day.
    ///   - exercise: id of the exercise; `nil` for all.
    package func forEachWork(
        on days: ClosedRange<Int>, ofExercise exercise: String? = nil,
        _ body: (_ work: Work, _ exercise: String, _ day: Int) throws -> Void
    ) throws {
        let only = exercise == nil ? "" : "AND exercise = ?"
        let wanted = exercise.map { [Cell.text($0)] } ?? []
        let bodies = try bodyWeights()
        let pairs = try pairs()
        let works = try db.cachedStatement(
            sql: WorkoutSet.works(where: "AND \(bodies.others) \(only)"))
        let values: [Cell] = [.integer(Int64(days.lowerBound)), .integer(Int64(days.upperBound))]
        try works.forEachRow(values + wanted) { row in
            let unit: Load.Unit = row.text(4) == Load.Unit.lb.rawValue ? .lb : .kg
            let load = try Load(row.number(3), unit)
            let (exercise, work) = (row.text(1), Work(reps: row.integer(2), load: load))
            try body(
                pairs.contains(exercise) ? work.doubled : work, exercise, Int(row.integer(0)))
            return true
        }
        guard !bodies.isEmpty else { return }
        let others = try db.cachedStatement(sql: WorkoutSet.bodyWorks(where: only))
        try others.forEachRow(TimeSpan(days: days).values + wanted) { row in
            let unit: Load.Unit = row.text(4) == Load.Unit.lb.rawValue ? .lb : .kg
            let moved = MovedWeight(
                try row.optionalNumber(3).map { try Load($0, unit) },
                WorkoutSet.LoadMode(rawValue: row.text(5)) ?? .external,
                body: bodies.weight(atMs: row.integer(6)), isPair: pairs.contains(row.text(1)))
            guard moved.micrograms > 0 else { return true }
            try body(moved.work(reps: row.integer(2)), row.text(1), Int(row.integer(0)))
            return true
        }
    }
}
