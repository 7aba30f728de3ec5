import TestSupport
import Testing
import TrackerCore

/// Random histories of one row on three machines, which have merged everything in the end.
struct SharedHistoryTests {
    @Test(arguments: SharedSamples.shared, [false, true])
    func machinesThatHaveMergedAllAgree(kind: Kind, hasOlder: Bool) throws {
        try checkHistories(SharedSamples.entityType(of: kind), kind, hasOlder: hasOlder)
    }

    /// - Parameter hasOlder: whether the first machine's version lacks the kind's first named column.
    private func checkHistories<E: Entity>(
        _ type: E.Type, _ kind: Kind, hasOlder: Bool
    ) throws {
        let rig = try SharedRig(type, kind)
        for seed in 0..<30 as Range<UInt64> {
            let edits = try rig.columns(seed: seed, count: 8)
            var history = History(
                edits: edits, parts: rig.parts, known: rig.known, hasOlder: hasOlder, seed: seed)
            for _ in 0..<30 { history.step() }
            let rows = history.machines.map(\.row)
            let all = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
                .map { order in
                    rows[order[0]].joined(
                        with: order.dropFirst().map { rows[$0] }, rig.parts, known: rig.known)
                }
            let canonical = all.map { CanonicalRow($0, rig.parts, known: rig.known) }
            #expect(Set(canonical).count == 1, "seed \(seed)")
            // Through lines, and in each machine's own version, the result is the same.
            for (index, machine) in history.machines.enumerated() {
                var row = machine.row
                for other in rows { row.join(other, machine.parts, known: machine.known) }
                let text = SharedLine(kind: E.table, id: "0123456789ab", row: row).text
                let line = try #require(SharedLine(text))
                #expect(
                    CanonicalRow(line.row, rig.parts, known: rig.known) == canonical[0],
                    "seed \(seed), machine \(index)")
            }
        }
    }
}

private struct History {
    struct Machine {
        var row: SharedRow
        var clock: StampClock
        let parts: SharedParts
        let known: Set<String>
    }

    let edits: [[String: Cell]]
    var machines: [Machine]
    var random: SplitMix
    private var wallMs: Int64 = 1_772_353_800_000

    init(
        edits: [[String: Cell]], parts: SharedParts, known: Set<String>, hasOlder: Bool,
        seed: UInt64
    ) {
        self.edits = edits
        random = SplitMix(seed: seed)
        var first = SharedRow(columns: [:], stamps: Stamps())
        let stamp = Stamp(ms: 1, count: 0, writer: SharedRowMaker.writers[2])
        // Half of the rows came with the program.
        first.change(
            to: edits[0], seed % 2 == 0 ? stamp : nil, isNew: true, parts, known: known)
        machines = SharedRowMaker.writers.enumerated().map { index, writer in
            let isOlder = hasOlder && index == 0
            let unknown = isOlder ? parts.named.first.map { $0.count == 1 ? $0 : [] } ?? [] : []
            return Machine(
                row: first, clock: StampClock(writer: writer),
                parts: SharedParts(
                    parts.named.filter { $0 != unknown }, local: parts.local,
                    precedence: parts.precedence), known: known.subtracting(unknown))
        }
    }

    mutating func step() {
        let index = Int.random(in: machines.indices, using: &random)
        var machine = machines[index]
        wallMs += Int64.random(in: 0...5, using: &random)
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
            machine.row.delete()
            #expect(machine.row.isDeleted)
        case 1, 2:
            let other = machines[Int.random(in: machines.indices, using: &random)].row
            machine.row.join(other, machine.parts, known: machine.known)
            machine.clock.observe(other.latest)
        default: edit(&machine)
        }
        machines[index] = machine
    }

    /// Changes a part of the row, or all of it.
    private mutating func edit(_ machine: inout Machine) {
        let edit = edits[Int.random(in: edits.indices, using: &random)]
        let (parts, known) = (machine.parts, machine.known)
        let names = Set(edit.keys.map { parts.part(of: $0, known: known) }).sorted()
        let part =
            Bool.random(using: &random) ? names[Int.random(in: names.indices, using: &random)] : nil
        func isChanged(_ column: String) -> Bool {
            known.contains(column)
                && (part == nil || parts.part(of: column, known: known) == part)
        }
        var columns = machine.row.columns.filter { known.contains($0.key) && !isChanged($0.key) }
        columns.merge(edit.filter { isChanged($0.key) }) { $1 }
        // The machine's clock may be years off.
        let off: Int64 = machine.clock.writer == SharedRowMaker.writers[1] ? -90_000_000_000 : 0
        machine.row.change(
            to: columns, machine.clock.next(atMs: wallMs + off), isNew: machine.row.isDeleted,
            parts, known: known)
    }
}
