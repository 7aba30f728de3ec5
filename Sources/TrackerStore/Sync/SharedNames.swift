import GRDB
import TrackerCore

/// A name that several entities of one kind have, since two machines gave it without knowing of each other.
package struct SharedName: Sendable, Hashable {
    /// Table of the kind.
    package let kind: String
    /// The name as the first of them has it.
    package let name: String
    /// Ids of all of them, sorted.
    package let ids: [String]
}

extension Transaction {
    /// Names that several entities of a shared kind have, by kind and name.
    package func sharedNames() throws -> [SharedName] {
        try schema.kinds.filter { $0.sharedParts != nil }.flatMap { try sharedNames(of: $0) }
    }

    private func sharedNames<E: StoredEntity>(of kind: E.Type) throws -> [SharedName] {
        guard let name = E.rules.name else { return [] }
        var keys: [String] = []
        let several = try db.cachedStatement(
            sql: "SELECT \(name.column) FROM \(E.table) GROUP BY 1 HAVING COUNT(*) > 1")
        try several.forEachRow { row in
            keys.append(row.text(0))
            return true
        }
        let named = try db.cachedStatement(
            sql: "SELECT * FROM \(E.table) WHERE \(name.column) = ? ORDER BY id")
        return try keys.sorted().compactMap { key in
            let entities = try E.fetchAll(named, [.text(key)]).filter { name.key($0) == key }
            guard let first = entities.first, entities.count > 1 else { return nil }
            return SharedName(kind: E.table, name: name.text(first), ids: entities.map(\.id))
        }
    }
}
