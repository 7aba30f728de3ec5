import TrackerCore

/// The change that an event made to one entity, as the journal keeps it:
/// `{"entity":"timer","id":"…","row":{…}}`. The row is `null` where the entity was deleted; `was` holds the
/// former row of kinds that can be undone.
struct RowChange {
    /// Table of the entity.
    let entity: String
    let id: String
    /// JSON of the row; `null` or an empty text where there is none.
    let row: String
    let was: String

    /// Reads one of the change's rows; `nil` where the row is empty.
    ///
    /// - Parameter present: the entity as it is now, if there is one.
    func entity<E: StoredEntity>(
        from row: String, beside present: E?, in transaction: Transaction
    ) throws -> E? {
        ["", "null"].contains(row)
            ? nil : try E(json: row, olderDay: transaction.olderDay(present))
    }

    /// The JSON of a change. Rows are JSON already; table names and ids need no escaping.
    static func text(of entity: some StoredEntity, row: String, was: String?) -> String {
        let former = was.map { ",\"was\":\($0)" } ?? ""
        let table = type(of: entity).table
        return "{\"entity\":\"\(table)\",\"id\":\"\(entity.id)\",\"row\":\(row)\(former)}"
    }
}
