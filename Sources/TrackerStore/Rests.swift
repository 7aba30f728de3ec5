import GRDB
import TrackerCore

extension Rest: StoredEntity {
    package static var isCounting: String? { "state = 'running'" }

    package static let orderColumn: String? = "start_order"
}

extension Transaction {
    package func rest(id: String) throws -> Rest? { try Rest.fetch(db, id: id) }

    /// The one that is on.
    package func liveRest() throws -> Rest? {
        try Rest.fetchOne(
            db.cachedStatement(
                sql: "SELECT * FROM rest WHERE state IN ('running', 'paused') LIMIT 1"))
    }

    /// The most recently started one.
    package func lastRest() throws -> Rest? {
        try Rest.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM rest ORDER BY start_order DESC LIMIT 1"))
    }
}
