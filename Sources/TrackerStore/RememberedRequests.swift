import GRDB
import TrackerCore

/// The outcome of a request with a `request_id`, kept for a day so that a retry changes nothing.
package struct RememberedRequest: Sendable, Hashable {
    package let method: String
    /// JSON of the parameters.
    package let params: String
    /// JSON of the result, as the reply gave it.
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
        let kept = try db.cachedStatement(
            sql: """
                SELECT method, params, result, wall_ms, boot_ns, boot_id FROM request WHERE id = ?
                """)
        var request: RememberedRequest?
        try kept.forEachRow([.text(id)]) { row in
            let at = Moment(
                wallMs: row.integer(3), bootNs: row.integer(4), awakeNs: row.integer(4),
                bootID: row.text(5))
            guard now.elapsedMs(since: at) < Self.keptMs else { return false }
            request = RememberedRequest(
                method: row.text(0), params: row.text(1), result: row.text(2))
            return false
        }
        return request
    }

    package func remember(_ request: RememberedRequest, id: String) throws {
        try run(
            "DELETE FROM request WHERE boot_id = ? AND boot_ns <= ?",
            [.text(now.bootID), .integer(now.bootNs - Self.keptMs * nanosecondsPerMs)])
        try run(
            """
            INSERT OR REPLACE INTO request
            (id, method, params, result, wall_ms, boot_ns, boot_id) VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .text(id), .text(request.method), .text(request.params), .text(request.result),
                .integer(now.wallMs), .integer(now.bootNs), .text(now.bootID),
            ])
    }

    /// Adjusts the requests' times to the wall clock after it was set, since the wall clock will bridge the
    /// next reboot.
    package func adjustRequestsToClock() throws {
        try db.execute(
            sql: "UPDATE request SET wall_ms = ? + boot_ns / 1000000 WHERE boot_id = ?",
            arguments: [now.wallMs - now.bootNs / nanosecondsPerMs, now.bootID])
    }

    /// Drops requests of earlier boots that are older than a day.
    package func forgetRequestsOfEarlierBoots() throws {
        try db.execute(
            sql: "DELETE FROM request WHERE boot_id <> ? AND wall_ms <= ?",
            arguments: [now.bootID, now.wallMs - Self.keptMs])
    }
}
