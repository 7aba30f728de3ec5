import FoundationEssentials
import GRDB
import TrackerCore

/// An entity with a table of its own, whose columns are the coded properties.
package protocol StoredEntity: Entity, FetchableRecord, PersistableRecord {
    /// Creates the table and its indexes.
    static func createTable(_ db: Database) throws

    /// The SQL condition for rows whose count runs.
    static var isCounting: String { get }
}

extension StoredEntity {
    package static var databaseTableName: String { table }
    package static var isCounting: String { "FALSE" }

    /// Nested values stand in their column as JSON. GRDB would set up a coder for each of them.
    package static func databaseJSONEncoder(for column: String) -> JSONEncoder { JSON.encoder }
    package static func databaseJSONDecoder(for column: String) -> JSONDecoder { JSON.decoder }

    static func fetch(_ db: Database, id: String) throws -> Self? {
        try fetchOne(
            db.cachedStatement(sql: "SELECT * FROM \(table) WHERE id = ?"), arguments: [id])
    }
}

/// The coders of everything that is kept as JSON. Members are sorted, so that equal values are equal texts.
enum JSON {
    static let encoder: JSONEncoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }()
    static let decoder = JSONDecoder()

    static func text(_ value: some Encodable) throws -> String {
        String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    static func value<T: Decodable>(_ type: T.Type, from text: String) throws -> T {
        try decoder.decode(type, from: Data(text.utf8))
    }
}
