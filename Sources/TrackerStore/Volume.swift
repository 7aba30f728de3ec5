import GRDB
import TrackerCore

extension WorkoutSet {
    static func works(where condition: String = "") -> String {
        """
        SELECT day, exercise, reps, load, load_unit
        FROM workout_set INDEXED BY workout_set_volume
        WHERE day >= ? AND day <= ? AND kind <> 'warmup' AND \(lifts) \(condition)
        ORDER BY day, at_ms
        """
    }
}

extension Transaction {
    /// Passes the work of each set that has any, warm-ups excluded, to `body` in the order of the days.
    ///
    /// - Parameters:
    ///   - days: numbers of the first and the last day.
    ///   - exercise: id of the exercise; `nil` for all.
    package func forEachWork(
        on days: ClosedRange<Int>, ofExercise exercise: String? = nil,
        _ body: (_ work: Work, _ exercise: String, _ day: Int) throws -> Void
    ) throws {
        let works = try db.cachedStatement(
            sql: WorkoutSet.works(where: exercise == nil ? "" : "AND exercise = ?"))
        let values: [Cell] = [.integer(Int64(days.lowerBound)), .integer(Int64(days.upperBound))]
        try works.forEachRow(values + (exercise.map { [.text($0)] } ?? [])) { row in
            let unit: Load.Unit = row.text(4) == Load.Unit.lb.rawValue ? .lb : .kg
            let load = try Load(row.number(3), unit)
            try body(Work(reps: row.integer(2), load: load), row.text(1), Int(row.integer(0)))
            return true
        }
    }
}
