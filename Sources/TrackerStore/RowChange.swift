import TrackerCore

/// How an event changed one entity, as the journal keeps it:
/// `{"entity":"timer","id":"…","row":{…}}`, the row `null` where it was deleted, and with `was` for
/// those that can be undone.
struct RowChange {
    /// The entity's table.
    let entity: String
    let id: String
    /// JSON; `null` or nothing where there is none.
    let row: String
    let was: String

    /// Reads one of its rows.
    ///
    /// - Parameter present: the entity as it is by now, if there is one.
    func entity<E: StoredEntity>(
        from row: String, beside present: E?, in transaction: Transaction
    ) throws -> E? {
        ["", "null"].contains(row)
            ? nil : try E(json: row, olderDay: transaction.olderDay(present))
    }

    /// Its text. Rows are JSON already; table names and ids need no escaping.
    static func text(of entity: some StoredEntity, row: String, was: String?) -> String {
        let former = was.map { ",\"was\":\($0)" } ?? ""
        let table = type(of: entity).table
        return "{\"entity\":\"\(table)\",\"id\":\"\(entity.id)\",\"row\":\(row)\(former)}"
    }
}
