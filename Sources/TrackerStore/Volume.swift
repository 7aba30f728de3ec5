import GRDB
import TrackerCore

extension WorkoutSet {
    static func works(where condition: String = "") -> String {
        """
        SELECT at_ms, exercise, reps, load, load_unit
        FROM workout_set INDEXED BY workout_set_volume
        WHERE at_ms >= ? AND at_ms < ? AND kind <> 'warmup' AND \(lifts) \(condition)
        ORDER BY at_ms
        """
    }
}

extension Transaction {
    /// Hands out the work of each set that there was any in, but of warm-ups, in the order of their times.
    ///
    /// - Parameters:
    ///   - span: UTC milliseconds.
    ///   - exercise: its id; `nil` for all.
    package func forEachWork(
        in span: Range<Int64>, ofExercise exercise: String? = nil,
        _ body: (_ work: Work, _ exercise: String, _ atMs: Int64) throws -> Void
    ) throws {
        let works = try db.cachedStatement(
            sql: WorkoutSet.works(where: exercise == nil ? "" : "AND exercise = ?"))
        let values: [Cell] = [.integer(span.lowerBound), .integer(span.upperBound)]
        try works.forEachRow(values + (exercise.map { [.text($0)] } ?? [])) { row in
            let unit: Load.Unit = row.text(4) == Load.Unit.lb.rawValue ? .lb : .kg
            let load = try Load(row.number(3), unit)
            try body(Work(reps: row.integer(2), load: load), row.text(1), row.integer(0))
            return true
        }
    }
}
