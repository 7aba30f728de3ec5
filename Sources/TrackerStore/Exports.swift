import GRDB
import TrackerCore

extension Kind {
    /// The SQL condition for the rows that belong to a span of time; `nil` for a table that is exported as a
    /// whole.
    fileprivate var inSpan: String? {
        switch self {
        case .workoutSet, .logEntry, .bodyWeight: TimeSpan.condition("at_ms")
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
        case .timer, .exercise, .logEntry, .bodyWeight, .reminder, .occurrence, .doNotDisturb,
            .training, .preset, .program, .run, .runPlan, .settings, .template, .workout, .pause,
            .announcement, .challenge:
            inSpan
        }
    }
}

/// The order of exported rows.
package enum ExportOrder: Sendable {
    case ids
    /// By time; what has none by its name.
    case time
}

extension Kind {
    /// The columns by which rows are sorted by time, before their ids.
    fileprivate var timeColumns: [String] {
        switch self {
        case .workoutSet: ["at_ms", "position"]
        case .logEntry: ["at_ms", "add_order"]
        case .bodyWeight: ["at_ms", "note_order"]
        case .timer, .rest, .training, .run, .workout: ["started_ms", "start_order"]
        case .occurrence: ["due_ms"]
        case .announcement: ["at_ms"]
        case .reminder: ["create_order"]
        case .exercise, .preset, .program, .template: ["name_key"]
        case .challenge, .pause: ["from_day"]
        case .doNotDisturb, .runPlan, .settings: []
        }
    }
}

extension Transaction {
    /// The tables, in an order in which what refers comes after what it refers to.
    package var tables: [String] { schema.kinds.map { $0.table } }

    /// Passes a table's rows to `body` in order, until `body` returns `false`.
    ///
    /// - Parameters:
    ///   - id: the id of the row after which to begin; empty for the beginning.
    ///   - span: the span that rows have to belong to, in tables whose rows have a time.
    ///   - withWorkouts: whether sets belong to the span of their workouts, and rests to that of their
    ///     sets.
    package func eachRow(
        ofTable table: String, after id: String, in span: TimeSpan = TimeSpan(),
        withWorkouts: Bool = false, by order: ExportOrder = .ids,
        _ body: (any StoredEntity) throws -> Bool
    ) throws {
        guard let kind = schema.kind(table), let listed = Kind(rawValue: table) else { return }
        let columns = ((order == .time ? listed.timeColumns : []) + ["id"]).joined(separator: ", ")
        var values: [Cell] = []
        var conditions: [String] = []
        if !id.isEmpty {
            conditions.append("(\(columns)) > (SELECT \(columns) FROM \(table) WHERE id = ?)")
            values.append(.text(id))
        }
        if let inSpan = withWorkouts ? listed.inSpanOfWorkouts : listed.inSpan {
            conditions.append(inSpan)
            values += span.values
        }
        let condition = conditions.isEmpty ? "TRUE" : conditions.joined(separator: " AND ")
        let sql = "SELECT * FROM \(table) WHERE \(condition) ORDER BY \(columns)"
        try each(kind, db.cachedStatement(sql: sql), values, body)
    }

    private func each<E: StoredEntity>(
        _ kind: E.Type, _ statement: Statement, _ values: [Cell],
        _ body: (any StoredEntity) throws -> Bool
    ) throws {
        try E.forEach(statement, values) { _, entity in try body(entity.get()) }
    }
}
