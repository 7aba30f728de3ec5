import GRDB
import TrackerCore

extension Transaction {
    /// The plan whose name has this key.
    package func plan(key: String) throws -> TrainingPlan? {
        try TrainingPlan.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM plan WHERE name_key = ? ORDER BY id LIMIT 1"),
            [.text(key)])
    }

    /// All plans, sorted by name.
    package func plans() throws -> [TrainingPlan] {
        try TrainingPlan.fetchAll(
            db.cachedStatement(sql: "SELECT * FROM plan ORDER BY name_key, id"))
    }
}
