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
    /// Hands out the work of each set that there was any in, but of warm-ups, in the order of their days.
    ///
    /// - Parameters:
    ///   - days: by their numbers.
    ///   - exercise: its id; `nil` for all.
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
