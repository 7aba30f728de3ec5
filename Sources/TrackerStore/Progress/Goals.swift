import GRDB
import TrackerCore

extension Transaction {
    /// The goal whose name has this key.
    package func goal(key: String) throws -> Goal? {
        try Goal.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM goal WHERE name_key = ? LIMIT 1"),
            [.text(key)])
    }

    /// All goals, sorted by name.
    package func goals() throws -> [Goal] {
        try Goal.fetchAll(db.cachedStatement(sql: "SELECT * FROM goal ORDER BY name_key, id"))
    }

    /// Amounts done toward a goal, by the number of the day; days without any are left out.
    package func amounts(toward goal: Goal, on days: ClosedRange<Int>) throws -> [Int: Int64] {
        let span = TimeSpan(days: days)
        switch goal.measure {
        case .exercise:
            return try amounts(of: goal.exercise ?? "", in: goal.unit ?? .reps, over: span)
        case .workouts:
            let finished = try counts(
                ofTable: Workout.table, by: "started_ms", in: span, where: "state = 'finished'")
            return finished.mapValues { Int64($0) }
        case .trainings: return try completeTrainingsByDay(in: span).mapValues { Int64($0) }
        case .efforts: return try efforts(over: span)
        case .focus:
            var runs: [Int: [ProgressRow]] = [:]
            try addRuns(in: span, to: &runs)
            return runs.mapValues { rows in rows.reduce(0) { $0 + $1.workedMs / 60_000 } }
        }
    }

    /// Reps or seconds of an exercise: log entries, and sets without warm-ups.
    private func amounts(
        of exercise: String, in unit: Exercise.Unit, over span: TimeSpan
    ) throws -> [Int: Int64] {
        let column = unit == .seconds ? "CAST(seconds AS INTEGER)" : "reps"
        let sums = [
            """
            SELECT day, SUM(count) FROM log_entry
            WHERE exercise = ? AND \(TimeSpan.condition("at_ms")) GROUP BY day
            """,
            """
            SELECT day, SUM(coalesce(\(column), 0)) FROM workout_set
            WHERE exercise = ? AND \(TimeSpan.condition("at_ms")) AND kind <> 'warmup' GROUP BY day
            """,
        ]
        var amounts: [Int: Int64] = [:]
        for sql in sums {
            try db.cachedStatement(sql: sql).forEachRow([.text(exercise)] + span.values) { row in
                let amount = row.integer(1)
                if amount > 0 { amounts[Int(row.integer(0)), default: 0] += amount }
                return true
            }
        }
        return amounts
    }

    /// Number of log entries, sets without warm-ups, and sessions without a log entry.
    private func efforts(over span: TimeSpan) throws -> [Int: Int64] {
        var efforts = try logEntriesByDay(in: span)
        let sets = try counts(
            ofTable: WorkoutSet.table, by: "at_ms", in: span, where: "kind <> 'warmup'")
        efforts.merge(sets) { $0 + $1 }
        for session in try completeSessions(in: span) where session.isOwnEffort {
            efforts[session.day.number, default: 0] += 1
        }
        return efforts.mapValues { Int64($0) }
    }
}
