import Glibc
import Synchronization
import TestSupport
import Testing
import TrackerAPI
import TrackerCore
import TrackerStore

@testable import TrackerEngine

/// Rows of an export, of every kind, and for each value in them the furthest that its check accepts.
final class EdgeRows: Sendable {
    /// A row of the export with one value changed.
    struct Case: Sendable, CustomStringConvertible {
        let kind: Kind
        /// Place among the rows of its kind.
        let place: Int
        let leaf: RowLeaf
        let value: Json

        var description: String {
            String("\(kind.rawValue) \(place) \(leaf): \(value)".prefix(100))
        }
    }

    /// When the export was written.
    let clock: Moment
    let header: Json
    let rows: [Kind: [Json]]
    /// Requests of the history that were refused.
    let refused: [String]

    init() throws {
        let bench = try Bench()
        bench.dependencies.library = Self.library
        try bench.restart()
        try ExportAllTests.live(bench)
        var refused: [String] = []
        for (method, params) in SampleHistory.more {
            do { try bench.call(method, params) } catch { refused.append("\(method): \(error)") }
        }
        self.refused = refused
        clock = bench.clock
        let text = try bench.export(#""what":"all","format":"json""#)
        let file = try Json(reading: text.replacing("\n", with: ""))
        header = try #require(file["trackerd"])
        rows = Dictionary(
            uniqueKeysWithValues: Kind.allCases.map { ($0, file[$0.rawValue]?.list ?? []) })
    }

    static var library: Library {
        Library(fingerprint: "progress") {
            Library.Content(
                movements: [], definitions: ExportAllTests.definitions, isWhole: true)
        }
    }

    /// The export, with the rows of cases in the place of its own.
    func file(_ changes: [Case]) -> String {
        var rows = rows
        for change in changes {
            let former = rows[change.kind]?[change.place] ?? .null
            rows[change.kind]?[change.place] = former.with(change.leaf, change.value)
        }
        let tables = Kind.allCases.map { kind in
            let texts = rows[kind]?.map(\.description) ?? []
            return "\"\(kind.rawValue)\":[\(texts.joined(separator: ","))]"
        }
        return "{\"trackerd\":\(header),\(tables.joined(separator: ","))}"
    }

    /// All cases, one of each kind at a time.
    func rounds(in transaction: Transaction) throws -> [[Case]] {
        let all = try Kind.allCases.map { try cases(of: $0, in: transaction) }
        #expect(all.allSatisfy { !$0.isEmpty })
        return (0..<(all.map(\.count).max() ?? 0)).map { round in
            all.compactMap { $0.indices.contains(round) ? $0[round] : nil }
        }
    }

    // MARK: Edges

    /// The cases of a kind: of each value the smallest and the largest that are accepted.
    func cases(of kind: Kind, in transaction: Transaction) throws -> [Case] {
        var cases: [Case] = []
        var seen: Set<String> = []
        for (place, row) in (rows[kind] ?? []).enumerated() {
            let columns =
                try transaction.entity(ofTable: kind.rawValue, json: row.description)
                .map { try $0.row.names } ?? []
            let missing = columns.filter { row[$0] == nil }.map(RowLeaf.init(column:))
            // What names others has no edges: with another id, they would stay away.
            let leaves = row.leaves.filter { !Identifier.isWhole(row[$0]?.text ?? "") }
            for leaf in leaves + missing {
                for value in edges(of: leaf, in: row, kind, transaction) {
                    guard seen.insert("\(leaf) \(value) \(row["state"] ?? .null)").inserted else {
                        continue
                    }
                    cases.append(Case(kind: kind, place: place, leaf: leaf, value: value))
                }
            }
        }
        return cases
    }

    private func edges(
        of leaf: RowLeaf, in row: Json, _ kind: Kind, _ transaction: Transaction
    ) -> [Json] {
        func isAccepted(_ value: Json) -> Bool {
            let changed = row.with(leaf, value).description
            guard
                let entity = try? transaction.entity(ofTable: kind.rawValue, json: changed)
            else { return false }
            return (try? entity.check(at: clock)) != nil
        }
        var edges: [Json] = []
        let own = row[leaf]
        let start = own?.int ?? [0, 1, 1000, clock.wallMs].first { isAccepted(.int($0)) }
        if let start, isAccepted(.int(start)) {
            edges += [Int64.min, .max].map { .int(Self.furthest(from: start, to: $0, isAccepted)) }
        }
        edges += Self.numbers.filter(isAccepted)
        edges += Self.texts.filter { isAccepted(.text($0)) }.suffix(2).map(Json.text)
        if own != nil, isAccepted(.null) { edges.append(.null) }
        return edges.filter { $0 != own }
    }

    /// The furthest number that is accepted, on the way to one.
    private static func furthest(
        from start: Int64, to end: Int64, _ isAccepted: (Json) -> Bool
    ) -> Int64 {
        if isAccepted(.int(end)) { return end }
        var (near, far) = (start, end)
        while true {
            let middle = near / 2 + far / 2 + (near % 2 + far % 2) / 2
            guard middle != near, middle != far else { return near }
            if isAccepted(.int(middle)) { near = middle } else { far = middle }
        }
    }

    private static let numbers = ["1e308", "-1e308", "5e-324", "99999.99", "0.001"].map(Json.number)
    private static let texts =
        ["", "x", "daily/9999-12-31/0"]
        + [60, 100, 200, 500, 1000, 4000, 20_000].map { String(repeating: "é", count: $0) }
}

/// Names the rows that are tried on the way out, since a trap ends the process of the tests.
enum TriedRow {
    private static let capacity = 4096
    nonisolated(unsafe) private static let name = {
        let name = UnsafeMutablePointer<CChar>.allocate(capacity: capacity)
        name.initialize(repeating: 0, count: capacity)
        for number in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV] {
            signal(number) { number in
                TriedRow.tell()
                signal(number, SIG_DFL)
                raise(number)
            }
        }
        return name
    }()

    private static func tell() { write(2, name, strlen(name)) }

    static func note(_ text: String) {
        strncpy(name, "the rows that were tried: \(text)\n", capacity - 1)
    }
}
