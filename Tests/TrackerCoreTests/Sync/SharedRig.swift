import TestSupport
import Testing
import TrackerCore

/// Kind that is shared, with random entities of it.
struct SharedRig<E: Entity> {
    let kind: Kind
    let sharing: Sharing<E>
    /// Columns that the kind's rows share, in any state.
    let known: Set<String>

    var parts: SharedParts { sharing.parts }

    init(_ type: E.Type, _ kind: Kind) throws {
        self.kind = kind
        sharing = try #require(E.sharing)
        var known: Set<String> = []
        for seed in 0..<30 as Range<UInt64> {
            for entity in try Self.entities(kind, seed: seed, count: 1) {
                known.formUnion(try sharing.columns(of: entity).keys)
            }
        }
        self.known = known
    }

    /// Entities as edits of one row, each valid and shared.
    static func entities(_ kind: Kind, seed: UInt64, count: Int) throws -> [E] {
        var samples = SharedSamples(seed: seed)
        let origin = samples.origin(of: kind)
        return try (0..<count).map { _ in
            let entity = try E(json: samples.row(of: kind, origin).description)
            try entity.check(at: Machine().now)
            let sharing = try #require(E.sharing)
            try #require(sharing.isShared(entity), "seed \(seed)")
            return entity
        }
    }

    /// Shared columns of edits of one row.
    func columns(seed: UInt64, count: Int) throws -> [[String: Cell]] {
        try Self.entities(kind, seed: seed, count: count).map { try sharing.columns(of: $0) }
    }

    /// Columns grouped by part.
    func grouped(_ columns: [String: Cell]) -> [String: [String: Cell]] {
        var grouped: [String: [String: Cell]] = [:]
        for (name, cell) in columns {
            grouped[parts.part(of: name, known: known), default: [:]][name] = cell
        }
        return grouped
    }
}

/// What two machines must agree on about a row.
struct CanonicalRow: Hashable {
    let columns: [String: Cell]
    let stamps: Stamps
    let deleted: Stamps
    let replaced: Stamps
    let isDeleted: Bool

    /// - Parameter withReplaced: whether to compare the replaced stamps, too.
    init(
        _ row: SharedRow, _ parts: SharedParts, known: Set<String>, withReplaced: Bool = true
    ) {
        let names = Set(row.columns.keys.map { parts.part(of: $0, known: known) })
        columns = row.columns
        stamps = row.stamps.expanded(to: names)
        deleted = row.deleted.expanded(to: names)
        replaced = withReplaced ? row.replaced : Stamps()
        isDeleted =
            SharedRow(columns: row.columns, stamps: stamps, deleted: row.deleted).isDeleted
    }
}

/// Maker of random rows with one id, as several machines may have them.
struct SharedRowMaker {
    static let writers = ["000000000000", "0123456789ab", "zzzzzzzzzzzz"]
    /// Stamp of what came with the program, and later stamps of three machines.
    static let stamps =
        [Stamp.zero]
        + (1...6).map {
            Stamp(ms: 1000 + Int64($0 / 2), count: 0, writer: writers[$0 % writers.count])
        }

    /// Columns by part, for each of the stamps.
    let contents: [[String: [String: Cell]]]
    /// Whether a machine's id was copied, so that the same stamp may be on different values.
    let isForked: Bool
    var random: SplitMix

    mutating func row() -> SharedRow {
        var row = SharedRow(columns: [:], stamps: Stamps())
        let names = Set(contents.flatMap(\.keys)).sorted()
        for part in names where !(part != "*" && chance(8)) {
            let index = Int.random(in: Self.stamps.indices, using: &random)
            let isOther = isForked && index > 0
            let content =
                isOther ? Int.random(in: 1..<contents.count, using: &random) : index
            guard var columns = contents[content][part] else { continue }
            if isOther, columns.count > 1, chance(6), let name = columns.keys.sorted().first {
                columns[name] = nil
            }
            row.columns.merge(columns) { $1 }
            row.stamps[part] = Self.stamps[index]
            if index > 0, index % 2 == 0 { row.replaced[part] = Self.stamps[index - 1] }
        }
        if chance(2) {
            let index = Int.random(in: Self.stamps.indices, using: &random)
            row.columns["zz_later"] = .integer(Int64(index))
            row.stamps["zz_later"] = Self.stamps[index]
        }
        if chance(3) {
            for part in names + ["*", "zz_later"] where chance(2) {
                row.deleted[part] = Self.stamps.randomElement(using: &random) ?? .zero
            }
        }
        // Stamps may come from a line, where `*` covers the parts that aren't named.
        if chance(2), let stamps = Stamps(json: row.stamps.json) { row.stamps = stamps }
        return row
    }

    private mutating func chance(_ of: Int) -> Bool {
        Int.random(in: 0..<of, using: &random) == 0
    }
}

extension SharedRow {
    /// The row after others are joined into it, in this order.
    func joined(with others: [SharedRow], _ parts: SharedParts, known: Set<String>) -> SharedRow {
        var row = self
        for other in others { row.join(other, parts, known: known) }
        return row
    }
}
