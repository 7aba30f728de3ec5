import TrackerCore

/// How an event changed one entity, as the journal keeps it:
/// `{"entity":"timer","id":"…","row":{…}}`, the row `null` where it was deleted, and with `was` for
/// those that can be undone.
struct Change: Decodable {
    let entity: String
    let id: String

    /// Its text. Rows are JSON already; table names and ids need no escaping.
    static func text(of entity: some StoredEntity, row: String, was: String?) -> String {
        let former = was.map { ",\"was\":\($0)" } ?? ""
        let table = type(of: entity).table
        return "{\"entity\":\"\(table)\",\"id\":\"\(entity.id)\",\"row\":\(row)\(former)}"
    }
}

/// A change read back with its rows as entities.
struct TypedChange<E: StoredEntity>: Decodable {
    let row: E?
    let was: E?
}
