import GRDB
import TrackerCore

extension Transaction {
    /// Checks what is known of the shared rows after one, sorted by kind and id, while there is time.
    ///
    /// - Returns: the row to continue after; `nil` once all were checked.
    func verifyShared(
        after last: (kind: String, id: String), _ report: inout Verification,
        while hasTime: () -> Bool
    ) throws -> (kind: String, id: String)? {
        guard isSharing else { return nil }
        var last = last
        repeat {
            let entries = try entries(after: last, limit: 20)
            guard let end = entries.last else { return nil }
            for entry in entries {
                if let fault = try fault(of: entry) {
                    report.note("the shared \(entry.kind) \(entry.id) \(fault)")
                }
            }
            last = (end.kind, end.id)
        } while hasTime()
        return last
    }

    /// What is wrong with a shared row; `nil` for nothing.
    private func fault(of entry: SharedEntry) throws -> String? {
        guard let kind = schema.kind(entry.kind), kind.sharedParts != nil else {
            return entry.place == .isNewer ? nil : "is of a kind that isn't shared"
        }
        return try fault(of: entry, kind)
    }

    private func fault<E: StoredEntity>(of entry: SharedEntry, _ kind: E.Type) throws -> String? {
        let present = try E.fetch(db, id: entry.id)
        let isShared = present.flatMap { E.sharing?.isShared($0) }
        switch entry.place {
        case .deleted:
            if !entry.row.isDeleted { return "counts as deleted, but lives" }
            return isShared == true && !entry.isUnsettled ? "is deleted, but has a row" : nil
        case .table, .apart:
            if entry.row.isDeleted { return "has a row, but is deleted" }
            if present == nil { return "lives, but has no row" }
            return entry.place == .table && isShared == false ? "isn't shared as it is" : nil
        case .lacksReference, .isNewer, .isRefused:
            return entry.row.isDeleted ? "is held, but deleted" : nil
        }
    }

    /// Whether nothing is known of an entity that others should get.
    func lacksEntry<E: StoredEntity>(_ entity: E) throws -> Bool {
        guard isSharing, let sharing = E.sharing, sharing.isShared(entity),
            !sharing.comesWithProgram(entity)
        else { return false }
        let entry = try db.cachedStatement(
            sql: "SELECT 1 FROM shared_row WHERE kind = ? AND id = ?")
        return try entry.integer([.text(E.table), .text(entity.id)]) == nil && isStamped()
    }
}
