import FoundationEssentials
import TestSupport
import Testing
import TrackerCore

/// The value after being written and read back.
func reread<Value: Codable>(_ value: Value) throws -> Value {
    try decode(Value.self, json(value))
}

/// The entity as it comes back from the database; from the journal it must be the same.
func reread<E: Entity>(_ entity: E) throws -> E {
    let text = try json(entity)
    let journaled = try E(json: text)
    var row = try entity.row
    // The database keeps lists and objects as texts, and may have its columns in any order.
    row.cells = row.cells.map { if case .json(let text) = $0 { Cell.text(text) } else { $0 } }
    let stored = try E(EntityRow(names: row.names.reversed(), cells: row.cells.reversed()))
    try #require(stored == journaled)
    #expect(try fields(text).count > 3)
    return stored
}

/// The entity's row as the journal keeps it.
func json<E: Entity>(_ entity: E) throws -> String { try entity.json }

/// The differences between two entities: each changed column with its new JSON; `gone` where it has none.
func changes<E: Entity>(from old: E, to new: E) throws -> [String: String] {
    let (before, after) = (try fields(json(old)), try fields(json(new)))
    var changes = after.filter { before[$0.key] != $0.value }
    for name in before.keys where after[name] == nil { changes[name] = "gone" }
    return changes
}

/// The members of an object, each as JSON.
private func fields(_ object: String) throws -> [String: String] {
    guard case .object(let fields) = try Json(reading: object) else { return [:] }
    return fields.mapValues(\.description)
}
