import GRDB
import TrackerCore

extension Training: StoredEntity {
    package static var isCounting: String? { isLiveCondition }

    package static let timeColumn: String? = "started_ms"
    package static let orderColumn: String? = "start_order"

    /// A condition without a list of states, since SQLite would build a temporary table for such a list on
    /// each read.
    fileprivate static let isLiveCondition = "ended_ms IS NULL"
}

/// A selection of training sessions.
package struct TrainingQuery: Sendable, Hashable {
    /// Span of the start times.
    package var span: TimeSpan
    package var mode: Training.Mode?
    /// Id of the exercise; `nil` for all.
    package var exercise: String?

    package init(
        span: TimeSpan = TimeSpan(), mode: Training.Mode? = nil, exercise: String? = nil
    ) {
        self.span = span
        self.mode = mode
        self.exercise = exercise
    }

    fileprivate var conditions: [String] {
        (mode == nil ? [] : ["mode = ?"]) + (exercise == nil ? [] : ["exercise = ?"])
            + [TimeSpan.condition("started_ms")]
    }

    fileprivate var values: [Cell] {
        [mode?.rawValue, exercise].compactMap { $0.map(Cell.text) } + span.values
    }
}

extension Transaction {
    package func training(id: String) throws -> Training? { try Training.fetch(db, id: id) }

    /// The live session.
    package func liveTraining() throws -> Training? {
        try Training.fetchOne(
            db.cachedStatement(
                sql: "SELECT * FROM training WHERE \(Training.isLiveCondition) LIMIT 1"))
    }

    /// The session that was started last.
    package func lastTraining() throws -> Training? {
        try Training.fetchOne(
            db.cachedStatement(
                sql: "SELECT * FROM training ORDER BY start_order DESC, id DESC LIMIT 1"))
    }

    /// The last completed session before another one, with the same exercise and mode; `nil` for one
    /// without an exercise.
    package func lastTraining(like training: Training) throws -> Training? {
        guard let exercise = training.fields.exercise else { return nil }
        return try Training.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT * FROM training
                    WHERE mode = ? AND exercise = ? AND state = 'complete' AND start_order < ?
                    ORDER BY start_order DESC, id DESC LIMIT 1
                    """),
            [
                .text(training.fields.mode.rawValue), .text(exercise),
                .integer(training.startOrder),
            ])
    }

    /// Sessions, the newest first.
    package func trainings(_ query: TrainingQuery, limit: Int) throws -> [Training] {
        let condition = query.conditions.joined(separator: " AND ")
        return try Training.fetchAll(
            db.cachedStatement(
                sql:
                    "SELECT * FROM training WHERE \(condition) ORDER BY start_order DESC, id DESC LIMIT ?"
            ),
            query.values + [.integer(Int64(limit))])
    }

    /// Number of sessions that match.
    package func trainingCount(_ query: TrainingQuery) throws -> Int {
        let condition = query.conditions.joined(separator: " AND ")
        return try db.cachedStatement(sql: "SELECT COUNT(*) FROM training WHERE \(condition)")
            .rowCount(query.values)
    }

    /// Totals of completed sessions in the mode's measure, the newest first.
    package func trainingTotals(_ query: TrainingQuery, limit: Int) throws -> [Int64] {
        var totals: [Int64] = []
        let conditions = (["state = 'complete'"] + query.conditions).joined(separator: " AND ")
        let newest = try db.cachedStatement(
            sql: """
                SELECT accumulated FROM training WHERE \(conditions)
                ORDER BY start_order DESC, id DESC LIMIT ?
                """)
        try newest.forEachRow(query.values + [.integer(Int64(limit))]) { row in
            totals.append(row.integer(0))
            return true
        }
        return totals
    }
}

/// Sums over completed training sessions.
package struct TrainingSums: Sendable, Hashable {
    package fileprivate(set) var sessions = 0
    /// Sessions that reached their target.
    package fileprivate(set) var reached = 0
    /// Time that was held in sessions of mode `time`, milliseconds.
    package fileprivate(set) var heldMs: Int64 = 0
    /// Reps of sessions of mode `reps`.
    package fileprivate(set) var reps: Int64 = 0
}

extension Transaction {
    /// Sums over the completed sessions that began in a span.
    package func completeTrainings(in span: TimeSpan) throws -> TrainingSums {
        var sums = TrainingSums()
        let modes = try db.cachedStatement(
            sql: """
                SELECT mode, COUNT(*), SUM(accumulated >= target), SUM(accumulated) FROM training
                WHERE state = 'complete' AND \(TimeSpan.condition("started_ms")) GROUP BY mode
                """)
        try modes.forEachRow(span.values) { row in
            sums.sessions += Int(row.integer(1))
            sums.reached += Int(row.integer(2))
            if row.text(0) == Training.Mode.time.rawValue {
                sums.heldMs = row.integer(3)
            } else {
                sums.reps = row.integer(3)
            }
            return true
        }
        return sums
    }
}
