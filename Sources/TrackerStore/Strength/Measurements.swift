import GRDB
import TrackerCore

extension Measurement: StoredEntity {
    package static let timeColumn: String? = "at_ms"
    package static let orderColumn: String? = "note_order"
    package static let inSpan: String? = TimeSpan.condition("at_ms")

    /// The SQL condition for body weights.
    static let isBodyWeight = "what_key = '\(weight)'"
}

extension Transaction {
    /// Measurements in the order of their times, the newest first.
    ///
    /// - Parameter key: the key of what was measured; `nil` for all.
    package func measurements(
        of key: String? = nil, in span: TimeSpan, limit: Int
    ) throws -> [Measurement] {
        try Measurement.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT * FROM measurement WHERE \(Self.measurementCondition(key))
                    ORDER BY at_ms DESC, note_order DESC, id DESC LIMIT ?
                    """),
            Self.measurementValues(key, span) + [.integer(Int64(limit))])
    }

    /// Number of measurements.
    ///
    /// - Parameter key: the key of what was measured; `nil` for all.
    package func measurementCount(of key: String? = nil, in span: TimeSpan) throws -> Int {
        try db.cachedStatement(
            sql: "SELECT COUNT(*) FROM measurement WHERE \(Self.measurementCondition(key))"
        ).rowCount(Self.measurementValues(key, span))
    }

    private static func measurementCondition(_ key: String?) -> String {
        (key == nil ? "" : "what_key = ? AND ") + TimeSpan.condition("at_ms")
    }

    private static func measurementValues(_ key: String?, _ span: TimeSpan) -> [Cell] {
        (key.map { [.text($0)] } ?? []) + span.values
    }

    // MARK: Body weights

    /// The last weight of each day, by the number of the day.
    ///
    /// - Parameter span: a span of whole days.
    package func bodyWeightsByDay(in span: TimeSpan) throws -> [Int: Load] {
        var weights: [Int: Load] = [:]
        let statement = try db.cachedStatement(
            sql: """
                SELECT day, value, unit FROM measurement
                WHERE \(Measurement.isBodyWeight) AND \(TimeSpan.condition("at_ms"))
                ORDER BY at_ms, note_order, id
                """)
        try statement.forEachRow(span.values) { row in
            weights[Int(row.integer(0))] = Self.weight(row, from: 1)
            return true
        }
        return weights
    }

    /// The last weight noted at or before a moment in UTC milliseconds; `nil` where none was.
    package func bodyWeight(atMs: Int64) throws -> Load? {
        var weight: Load?
        let last = try db.cachedStatement(
            sql: """
                SELECT value, unit FROM measurement
                WHERE \(Measurement.isBodyWeight) AND at_ms <= ?
                ORDER BY at_ms DESC, note_order DESC, id DESC LIMIT 1
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

    /// The weights that count with the given sets.
    package func bodyWeights(of sets: [WorkoutSet]) throws -> BodyWeights {
        let times = sets.lazy.filter { $0.fields.loadMode.movesBody && $0.fields.reps != nil }
            .map(\.atMs)
        guard let first = times.min(), let last = times.max() else { return BodyWeights() }
        return try bodyWeights(from: first, to: last)
    }

    /// The weights from the one that holds at a first moment up to a last moment, both in UTC milliseconds.
    func bodyWeights(from first: Int64, to last: Int64) throws -> BodyWeights {
        var weights = BodyWeights()
        let statement = try db.cachedStatement(
            sql: """
                SELECT at_ms, value, unit FROM measurement
                WHERE \(Measurement.isBodyWeight) AND at_ms <= ?2 AND at_ms >= coalesce((
                    SELECT MAX(at_ms) FROM measurement
                    WHERE \(Measurement.isBodyWeight) AND at_ms <= ?1), ?1)
                ORDER BY at_ms, note_order, id
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
                AND NOT EXISTS (
                    SELECT 1 FROM measurement
                    WHERE \(Measurement.isBodyWeight) AND measurement.at_ms <= workout_set.at_ms)
                LIMIT 1
                """)
        return try found.integer(span.values + (exercise.map { [.text($0)] } ?? [])) != nil
    }

    /// Weight from the columns of a row; `nil` for an invalid one, which a salvaged database may have.
    private static func weight(_ row: Columns, from column: Int) -> Load? {
        Load.Unit(rawValue: row.text(column + 1)).flatMap { try? Load(row.number(column), $0) }
    }
}
