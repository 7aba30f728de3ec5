import GRDB
import TrackerCore

extension Transaction {
    /// Conditions, by table, for rows that belong to a span of time.
    private static let conditions = [
        WorkoutSet.table: TimeSpan.condition("at_ms"),
        Workout.table: TimeSpan.condition("started_ms"),
        LogEntry.table: TimeSpan.condition("at_ms"),
    ]

    /// Conditions for the tables whose rows are exported with their workouts: a row belongs to the span of
    /// its workout.
    private static let conditionsWithWorkouts = [
        WorkoutSet.table: """
        EXISTS (
            SELECT 1 FROM workout WHERE workout.id = workout_set.workout
            AND \(TimeSpan.condition("started_ms", of: Workout.table)))
        """,
        Rest.table: """
        EXISTS (
            SELECT 1 FROM workout_set JOIN workout ON workout.id = workout_set.workout
            WHERE workout_set.id = rest.after ->> '$.id'
            AND \(TimeSpan.condition("started_ms", of: Workout.table)))
        """,
    ]

    /// The tables, ordered so that a table comes after those that it refers to.
    package var tables: [String] { schema.kinds.map { $0.table } }

    /// Names of a table's columns; empty for an unknown table.
    package func columns(ofTable table: String) throws -> [String] {
        guard schema.kind(table) != nil else { return [] }
        return try db.columns(in: table).map(\.name).filter { !Deadline.columns.contains($0) }
    }

    /// Passes a table's rows to `body` in the order of their ids, until `body` returns `false`.
    ///
    /// - Parameters:
    ///   - id: the id after which to begin.
    ///   - span: the span that rows have to belong to, in tables whose rows have a time.
    ///   - withWorkouts: whether sets belong to the span of their workouts, and rests to that of their
    ///     sets.
    package func eachRow(
        ofTable table: String, after id: String, in span: TimeSpan = TimeSpan(),
        withWorkouts: Bool = false, _ body: (any StoredEntity) throws -> Bool
    ) throws {
        guard let kind = schema.kind(table) else { return }
        var values: [Cell] = [.text(id)]
        var condition = "id > ?"
        let ofWorkouts = withWorkouts ? Self.conditionsWithWorkouts[table] : nil
        if let inSpan = ofWorkouts ?? Self.conditions[table] {
            condition += " AND \(inSpan)"
            values += span.values
        }
        let sql = "SELECT * FROM \(table) WHERE \(condition) ORDER BY id"
        try each(kind, db.cachedStatement(sql: sql), values, body)
    }

    private func each<E: StoredEntity>(
        _ kind: E.Type, _ statement: Statement, _ values: [Cell],
        _ body: (any StoredEntity) throws -> Bool
    ) throws {
        try E.forEach(statement, values) { _, entity in try body(entity.get()) }
    }
}
