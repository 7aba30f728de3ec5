import FoundationEssentials
import Testing
import TrackerCore

/// SplitMix64: the same numbers for the same seed, everywhere.
struct Seeded: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
        bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
        return bits ^ (bits >> 31)
    }
}

func json(_ value: some Encodable) throws -> String { try JSONText.of(value) }

/// The value after it was written and read back.
func reread<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: Data(JSONText.of(value).utf8))
}

/// The entity as it comes out of the database; out of the journal it must be the same.
func reread<E: Entity>(_ entity: E) throws -> E {
    let text = try json(entity)
    let journaled = try E(json: text)
    var row = try entity.row
    // The database keeps lists and objects as texts, and may have its columns in any order.
    row.cells = row.cells.map { if case .json(let text) = $0 { Cell.text(text) } else { $0 } }
    let stored = try E(EntityRow(names: row.names.reversed(), cells: row.cells.reversed()))
    try #require(stored == journaled)
    #expect(try JSONDecoder().decode([String: Member].self, from: Data(text.utf8)).count > 3)
    return stored
}

/// The entity's row as the journal keeps it.
func json<E: Entity>(_ entity: E) throws -> String { try entity.json }

/// What differs between two entities: each column with its new JSON; `gone` where it has none.
func changes<E: Entity>(from old: E, to new: E) throws -> [String: String] {
    func members(_ value: E) throws -> [String: String] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try JSONDecoder().decode([String: Member].self, from: Data(json(value).utf8))
            .mapValues { String(decoding: try encoder.encode($0), as: UTF8.self) }
    }
    let (before, after) = (try members(old), try members(new))
    var changes = after.filter { before[$0.key] != $0.value }
    for name in before.keys where after[name] == nil { changes[name] = "gone" }
    return changes
}

/// Any JSON that entities are coded as.
private enum Member: Codable {
    case integer(Int64)
    case number(Double)
    case text(String)
    case list([Member])
    case object([String: Member])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([Member].self) {
            self = .list(value)
        } else {
            self = .object(try container.decode([String: Member].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .text(let value): try container.encode(value)
        case .list(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}

extension LocalInstant {
    /// With the day that it has in UTC, from 04:00.
    static func utc(_ ms: Int64) -> LocalInstant {
        var days = Days(zone: .utc, startMinute: 240)
        return days.local(ofMs: ms)
    }
}
