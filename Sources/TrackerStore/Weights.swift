import GRDB
import TrackerCore

extension BodyWeight: StoredEntity {
    package static let orderColumn: String? = "note_order"
}

extension Transaction {
    /// Weights in the order of their times, the newest first.
    package func bodyWeights(in span: TimeSpan, limit: Int) throws -> [BodyWeight] {
        try BodyWeight.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT * FROM body_weight WHERE \(TimeSpan.condition("at_ms"))
                    ORDER BY at_ms DESC, note_order DESC LIMIT ?
                    """), span.values + [.integer(Int64(limit))])
    }

    /// The last weight of each day, by the number of the day.
    ///
    /// - Parameter span: a span of whole days.
    package func bodyWeightsByDay(in span: TimeSpan) throws -> [Int: Load] {
        var weights: [Int: Load] = [:]
        let statement = try db.cachedStatement(
            sql: """
                SELECT day, weight, unit FROM body_weight WHERE \(TimeSpan.condition("at_ms"))
                ORDER BY at_ms, note_order
                """)
        try statement.forEachRow(span.values) { row in
            weights[Int(row.integer(0))] = Self.weight(row, from: 1)
            return true
        }
        return weights
    }

    // MARK: The weight of a moment

    /// The last weight noted at or before a moment in UTC milliseconds; `nil` where none was.
    package func bodyWeight(atMs: Int64) throws -> Load? {
        var weight: Load?
        let last = try db.cachedStatement(
            sql: """
                SELECT weight, unit FROM body_weight WHERE at_ms <= ?
                ORDER BY at_ms DESC, note_order DESC LIMIT 1
                """)
        try last.forEachRow([.integer(atMs)]) { row in
            weight = Self.weight(row, from: 0)
            return false
        }
        return weight
    }

    /// The weight that counts with a set; `nil` where it isn't known, and where the set doesn't move the
    /// body for reps.
    package func bodyWeight(of fields: WorkoutSet.Fields, atMs: Int64) throws -> Load? {
        guard fields.loadMode.movesBody, fields.reps != nil else { return nil }
        return try bodyWeight(atMs: atMs)
    }

    /// All weights.
    package func bodyWeights() throws -> BodyWeights {
        try bodyWeights(from: .min, to: .max)
    }

    /// The weights that count with some sets.
    package func bodyWeights(of sets: [WorkoutSet]) throws -> BodyWeights {
        let times = sets.lazy.filter { $0.fields.loadMode.movesBody && $0.fields.reps != nil }
            .map(\.atMs)
        guard let first = times.min(), let last = times.max() else { return BodyWeights() }
        return try bodyWeights(from: first, to: last)
    }

    /// The weights from that of a first moment on.
    private func bodyWeights(from first: Int64, to last: Int64) throws -> BodyWeights {
        var weights = BodyWeights()
        let statement = try db.cachedStatement(
            sql: """
                SELECT at_ms, weight, unit FROM body_weight WHERE at_ms <= ?2 AND at_ms >=
                    coalesce((SELECT MAX(at_ms) FROM body_weight WHERE at_ms <= ?1), ?1)
                ORDER BY at_ms, note_order
                """)
        try statement.forEachRow([.integer(first), .integer(last)]) { row in
            if let weight = Self.weight(row, from: 1) {
                weights.add(weight, atMs: row.integer(0))
            }
            return true
        }
        return weights
    }

    /// Whether a set that counts moved the body before its weight was known.
    ///
    /// - Parameters:
    ///   - days: numbers of the first and the last day.
    ///   - exercise: id of the exercise; `nil` for all.
    package func lacksBodyWeight(
        on days: ClosedRange<Int>, ofExercise exercise: String? = nil
    ) throws -> Bool {
        let span = TimeSpan(days: days)
        let only = exercise == nil ? "" : "AND exercise = ?"
        let found = try db.cachedStatement(
            sql: """
                SELECT 1 FROM workout_set WHERE \(TimeSpan.condition("at_ms")) \(only)
                AND kind <> 'warmup' AND \(WorkoutSet.movesBody) AND reps > 0
                AND NOT EXISTS (SELECT 1 FROM body_weight WHERE body_weight.at_ms <= workout_set.at_ms)
                LIMIT 1
                """)
        return try found.integer(span.values + (exercise.map { [.text($0)] } ?? [])) != nil
    }

    /// A weight from a salvaged database may be none.
    private static func weight(_ row: Columns, from column: Int) -> Load? {
        Load.Unit(rawValue: row.text(column + 1)).flatMap { try? Load(row.number(column), $0) }
    }
}
