import GRDB
import TrackerCore

extension Transaction {
    /// Marks the rows that await the next missing row as unsettled, if that row has come.
    ///
    /// - Parameters:
    ///   - last: the awaited row to continue after; `nil` to begin.
    ///   - limit: maximum number of rows that are marked.
    /// - Returns: the awaited row to continue after; `nil` once all were looked at.
    package func wakeRows(after last: AwaitedRow?, limit: Int) throws -> AwaitedRow? {
        guard let next = try nextAwaited(after: last) else { return nil }
        guard try hasCome(next) else { return next }
        wrote = true
        try run(
            """
            UPDATE shared_row SET unsettled = 1 WHERE (kind, id) IN (
                SELECT kind, id FROM shared_row WHERE awaits = ? AND unsettled = 0
                ORDER BY kind, id LIMIT ?)
            """, [.text(next.text), .integer(Int64(limit))])
        return db.changesCount < limit ? next : last ?? .first
    }

    /// Ids of exercises that settled held rows await.
    package func awaitedExercises() throws -> Set<String> {
        var ids: Set<String> = []
        var last = AwaitedRow(kind: Exercise.table, id: "")
        while let next = try nextAwaited(after: last), next.kind == Exercise.table {
            ids.insert(next.id)
            last = next
        }
        return ids
    }

    private func nextAwaited(after last: AwaitedRow?) throws -> AwaitedRow? {
        var next: AwaitedRow?
        let awaited = try db.cachedStatement(
            sql: "SELECT MIN(awaits) FROM shared_row WHERE awaits > ? AND unsettled = 0")
        try awaited.forEachRow([.text(last?.text ?? "")]) { row in
            next = row.optionalText(0).flatMap(AwaitedRow.init)
            return false
        }
        return next
    }

    /// Whether a row is there now, or is known to be deleted, so that it can be put back.
    private func hasCome(_ awaited: AwaitedRow) throws -> Bool {
        guard let kind = schema.kind(awaited.kind) else { return false }
        return try has(kind, id: awaited.id) || deleted(kind, id: awaited.id) != nil
    }
}
