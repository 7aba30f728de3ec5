import GRDB
import TrackerCore

extension Training: StoredEntity {
    package static var isCounting: String? { isLiveCondition }

    package static let orderColumn: String? = "start_order"
    package static let insertion = makeInsertion()

    /// Of several states, SQLite would make a table first, for each read.
    fileprivate static let isLiveCondition = "ended_ms IS NULL"

    package static func createTable(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE training (
                    id TEXT PRIMARY KEY NOT NULL,
                    mode TEXT NOT NULL,
                    target INTEGER NOT NULL,
                    adjustment INTEGER NOT NULL,
                    rest_ms INTEGER NOT NULL,
                    exercise TEXT,
                    state TEXT NOT NULL,
                    rest TEXT,
                    clock TEXT NOT NULL,
                    effort TEXT,
                    reached INTEGER NOT NULL,
                    accumulated INTEGER NOT NULL,
                    attempts TEXT NOT NULL,
                    attempted_ms INTEGER,
                    effort_ms INTEGER NOT NULL,
                    started_ms INTEGER NOT NULL,
                    start_order INTEGER NOT NULL,
                    ended_ms INTEGER,
                    \(dueColumns)
                );
                CREATE INDEX training_live ON training(ended_ms) WHERE \(isLiveCondition);
                CREATE INDEX training_start ON training(start_order);
                CREATE INDEX training_complete ON training(mode, start_order, started_ms, accumulated)
                WHERE state = 'complete';
                CREATE INDEX training_exercise ON training(exercise) WHERE exercise IS NOT NULL;
                """)
        try createDueIndexes(db)
    }
}

/// Which sessions to read.
package struct TrainingQuery: Sendable, Hashable {
    /// By their start, UTC milliseconds, inclusive.
    package var fromMs: Int64?
    /// Exclusive.
    package var toMs: Int64?
    package var mode: Training.Mode?

    package init(fromMs: Int64? = nil, toMs: Int64? = nil, mode: Training.Mode? = nil) {
        self.fromMs = fromMs
        self.toMs = toMs
        self.mode = mode
    }

    fileprivate var conditions: [String] {
        (mode == nil ? [] : ["mode = ?"]) + (fromMs == nil ? [] : ["started_ms >= ?"])
            + (toMs == nil ? [] : ["started_ms < ?"])
    }

    fileprivate var values: [Cell] {
        (mode.map { [.text($0.rawValue)] } ?? [])
            + [fromMs, toMs].compactMap { $0.map(Cell.integer) }
    }
}

extension Transaction {
    package func training(id: String) throws -> Training? { try Training.fetch(db, id: id) }

    /// The one that is on.
    package func liveTraining() throws -> Training? {
        try Training.fetchOne(
            db.cachedStatement(
                sql: "SELECT * FROM training WHERE \(Training.isLiveCondition) LIMIT 1"))
    }

    /// The most recently started one.
    package func lastTraining() throws -> Training? {
        try Training.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM training ORDER BY start_order DESC LIMIT 1"))
    }

    /// The newest first.
    package func trainings(_ query: TrainingQuery, limit: Int) throws -> [Training] {
        let conditions = query.conditions
        let condition = conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
        return try Training.fetchAll(
            db.cachedStatement(
                sql: "SELECT * FROM training \(condition) ORDER BY start_order DESC LIMIT ?"),
            query.values + [.integer(Int64(limit))])
    }

    /// What completed sessions came to, the newest first.
    package func trainingTotals(_ query: TrainingQuery, limit: Int) throws -> [Int64] {
        var totals: [Int64] = []
        let conditions = (["state = 'complete'"] + query.conditions).joined(separator: " AND ")
        let newest = try db.cachedStatement(
            sql: """
                SELECT accumulated FROM training WHERE \(conditions)
                ORDER BY start_order DESC LIMIT ?
                """)
        try newest.forEachRow(query.values + [.integer(Int64(limit))]) { row in
            totals.append(row.integer(0))
            return true
        }
        return totals
    }
}
