import GRDB
import TrackerCore

extension Rest: StoredEntity {
    package static var isCounting: String? { "state = 'running'" }

    package static let orderColumn: String? = "start_order"
}

extension Transaction {
    package func rest(id: String) throws -> Rest? { try Rest.fetch(db, id: id) }

    /// The rest that is running or paused.
    package func liveRest() throws -> Rest? {
        try Rest.fetchOne(
            db.cachedStatement(
                sql: "SELECT * FROM rest WHERE state IN ('running', 'paused') LIMIT 1"))
    }

    /// The rest that was started last.
    package func lastRest() throws -> Rest? {
        try Rest.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM rest ORDER BY start_order DESC LIMIT 1"))
    }
}
