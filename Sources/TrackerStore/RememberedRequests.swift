import GRDB
import TrackerCore

/// What a request with a `request_id` brought, kept for a day so that a retry does nothing.
package struct RememberedRequest: Sendable, Hashable {
    package let method: String
    /// Canonical JSON.
    package let params: String
    /// JSON, as it was answered.
    package let result: String

    package init(method: String, params: String, result: String) {
        self.method = method
        self.params = params
        self.result = result
    }
}

extension Transaction {
    private static let keptMs: Int64 = 86_400_000

    package func rememberedRequest(id: String) throws -> RememberedRequest? {
        let row = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM request WHERE id = ?"), arguments: [id])
        guard let row else { return nil }
        let at = Moment(
            wallMs: row["wall_ms"], bootNs: row["boot_ns"], awakeNs: row["boot_ns"],
            bootID: row["boot_id"])
        guard now.elapsedMs(since: at) < Self.keptMs else { return nil }
        return RememberedRequest(
            method: row["method"], params: row["params"], result: row["result"])
    }

    package func remember(_ request: RememberedRequest, id: String) throws {
        try db.cachedStatement(
            sql: """
                DELETE FROM request WHERE boot_id = ? AND boot_ns <= ?
                """
        ).execute(arguments: [now.bootID, now.bootNs - Self.keptMs * nanosecondsPerMs])
        try db.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO request
                (id, method, params, result, wall_ms, boot_ns, boot_id) VALUES (?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            id, request.method, request.params, request.result, now.wallMs, now.bootNs, now.bootID,
        ])
    }

    /// Follows the wall clock after it was set, since that clock will bridge the next reboot.
    package func followClockWithRequests() throws {
        try db.execute(
            sql: "UPDATE request SET wall_ms = ? + boot_ns / 1000000 WHERE boot_id = ?",
            arguments: [now.wallMs - now.bootNs / nanosecondsPerMs, now.bootID])
    }

    /// Drops those of earlier boots that are older than a day.
    package func forgetRequestsOfEarlierBoots() throws {
        try db.execute(
            sql: "DELETE FROM request WHERE boot_id <> ? AND wall_ms <= ?",
            arguments: [now.bootID, now.wallMs - Self.keptMs])
    }
}
