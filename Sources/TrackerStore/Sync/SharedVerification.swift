import GRDB
import TrackerCore

extension Transaction {
    /// Checks the shared rows after this one, sorted by kind and id, while there is time.
    ///
    /// - Returns: the row to continue after; `nil` once all are checked, or if none are shared.
    func verifyShared(
        after last: (kind: String, id: String), _ report: inout Verification,
        while hasTime: () -> Bool
    ) throws -> (kind: String, id: String)? {
        guard isSharing else { return nil }
        var last = last
        repeat {
            let isMore = try forEachEntry(after: last, limit: 20) { entry in
                if let fault = try fault(of: entry) {
                    report.note("the shared \(entry.kind) \(entry.id) \(fault)")
                }
                last = (entry.kind, entry.id)
                return true
            }
            guard isMore else { return nil }
        } while hasTime()
        return last
    }

    /// Fault of a shared row; `nil` for none.
    private func fault(of entry: SharedEntry) throws -> String? {
        guard let kind = schema.kind(entry.kind), kind.sharedParts != nil else {
            return entry.place == .awaitsVersion ? nil : "belongs to a kind that isn't shared"
        }
        return try fault(of: entry, kind)
    }

    private func fault<E: StoredEntity>(of entry: SharedEntry, _ kind: E.Type) throws -> String? {
        let present = try E.fetch(db, id: entry.id)
        let isShared = present.flatMap { E.sharing?.isShared($0) }
        switch entry.place {
        case .deleted:
            if !entry.row.isDeleted { return "is marked as deleted, but its stamps keep it alive" }
            return isShared == true && !entry.isUnsettled ? "is deleted, but still has a row" : nil
        case .table, .differs:
            if entry.row.isDeleted { return "is deleted, but isn't marked as deleted" }
            if present == nil, !entry.isUnsettled { return "isn't deleted, but has no row" }
            return entry.place == .table && isShared == false ? "has a row that isn't shared" : nil
        case .awaitsReference, .awaitsVersion, .refused:
            return entry.row.isDeleted ? "is held, although it is deleted" : nil
        }
    }

    /// Whether an entity that others should get has no entry.
    func lacksEntry<E: StoredEntity>(_ entity: E) throws -> Bool {
        guard isSharing, let sharing = E.sharing, sharing.isShared(entity),
            !sharing.isAsShipped(entity)
        else { return false }
        let entry = try db.cachedStatement(
            sql: "SELECT 1 FROM shared_row WHERE kind = ? AND id = ?")
        return try entry.integer([.text(E.table), .text(entity.id)]) == nil && isStamped()
    }
}
