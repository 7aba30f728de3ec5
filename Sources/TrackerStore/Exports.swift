import GRDB
import TrackerCore

extension Kind {
    /// The SQL condition for the rows that belong to a span of time; `nil` for a table that is exported as a
    /// whole.
    fileprivate var inSpan: String? {
        switch self {
        case .workoutSet, .logEntry: TimeSpan.condition("at_ms")
        case .workout: TimeSpan.condition("started_ms")
        case .timer, .rest, .exercise, .reminder, .occurrence, .doNotDisturb, .training, .preset,
            .program, .run, .runPlan, .settings, .template, .pause, .announcement, .challenge:
            nil
        }
    }

    /// The same where sets go by their workouts' times, and rests by their sets.
    fileprivate var inSpanOfWorkouts: String? {
        switch self {
        case .workoutSet:
            """
            EXISTS (
                SELECT 1 FROM workout WHERE workout.id = workout_set.workout
                AND \(TimeSpan.condition("started_ms", of: Workout.table)))
            """
        case .rest:
            """
            EXISTS (
                SELECT 1 FROM workout_set JOIN workout ON workout.id = workout_set.workout
                WHERE workout_set.id = rest.after ->> '$.id'
                AND \(TimeSpan.condition("started_ms", of: Workout.table)))
            """
        case .timer, .exercise, .logEntry, .reminder, .occurrence, .doNotDisturb, .training,
            .preset, .program, .run, .runPlan, .settings, .template, .workout, .pause,
            .announcement, .challenge:
            inSpan
        }
    }
}

extension Transaction {
    /// The tables, in an order in which what refers comes after what it refers to.
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
        let listed = Kind(rawValue: table)
        if let inSpan = withWorkouts ? listed?.inSpanOfWorkouts : listed?.inSpan {
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
