import Testing
import TrackerCore
import TrackerStore

@testable import TrackerEngine

/// Merges of two machines that exchange rows only by way of a machine with an older schema.
@Suite struct SchemaMergeTests {
    private let first: SyncMachine
    private let second: SyncMachine
    private let id = Identifier.derived(from: "nap")

    init() throws {
        first = try .sharing("first", seed: 1, schema: .withNaps)
        second = try .sharing("second", seed: 2, schema: .withNaps)
    }

    /// A machine that doesn't know the kind of the naps.
    private func machineWithoutNaps() throws -> SyncMachine { try .sharing("older", seed: 3) }

    /// A machine that lacks the newest column of the naps.
    private func machineWithOlderNaps() throws -> SyncMachine {
        try .sharing("older", seed: 3, schema: .withOlderNaps)
    }

    private func nap(_ minutes: Int64, _ note: String = "sofa", mood: String? = nil) -> Nap {
        Nap(id: id, minutes: minutes, note: note, mood: mood)
    }

    /// Lets each newer machine exchange rows with the older one alone.
    private func exchange(by older: SyncMachine) throws {
        for _ in 1...2 {
            for newer in [first, second] { try older.merge(newer) }
            for newer in [first, second] { try newer.merge(older) }
            for machine in [first, older, second] { try machine.verify() }
        }
    }

    /// Requires the same nap on both newer machines.
    private func expect(_ nap: Nap?, sourceLocation: SourceLocation = #_sourceLocation) throws {
        for machine in [first, second] {
            let found = try machine.entity(Nap.self, id)
            #expect(found == nap, "\(machine.name)", sourceLocation: sourceLocation)
        }
        let digests = try [first.digest(), second.digest()]
        #expect(digests[0] == digests[1], sourceLocation: sourceLocation)
    }

    // MARK: Unknown kinds

    @Test func aRowOfANewerKindPassesThroughAnOlderMachine() throws {
        let older = try machineWithoutNaps()
        try first.write([nap(20)])
        try exchange(by: older)
        #expect(try older.held() == [.awaitsVersion: 1])
        try expect(nap(20))
        // The older machine joins edits of different parts.
        try first.write([nap(30)])
        try second.write([nap(20, "bed")])
        try exchange(by: older)
        try expect(nap(30, "bed"))
        // The later of two edits of the same part wins.
        second.bench.drift(ms: 60_000)
        try second.write([nap(50, "bed")])
        try first.write([nap(40, "bed")])
        try exchange(by: older)
        try expect(nap(50, "bed"))
        try older.crash()
        try first.write([], removed: [nap(50, "bed")])
        try exchange(by: older)
        try expect(nil)
    }

    @Test func anEditThatADeletionDidNotKnowPassesThroughAnOlderMachine() throws {
        let older = try machineWithoutNaps()
        try first.write([nap(20)])
        try exchange(by: older)
        try second.write([nap(20, "bed")])
        try first.write([], removed: [nap(20)])
        try exchange(by: older)
        try expect(nap(20, "bed"))
    }

    @Test func anUpgradeTakesInWhatWasHeld() throws {
        let older = try machineWithoutNaps()
        let other = Nap(id: Identifier.derived(from: "other"), minutes: 5, note: "desk")
        try first.write([nap(20, mood: "good")])
        try second.write([other])
        try exchange(by: older)
        try first.write([nap(30, mood: "good")])
        try older.merge(first)
        #expect(try older.held() == [.awaitsVersion: 2])
        try older.bench.upgrade(to: .withNaps)
        try older.verify()
        #expect(try older.entity(Nap.self, id) == nil)
        // The end of the next merge takes them in, whatever comes with it.
        try older.merge([], of: first.name)
        #expect(try older.held().isEmpty)
        #expect(try older.unsettled() == [])
        #expect(try older.entity(Nap.self, id) == nap(30, mood: "good"))
        #expect(try older.entity(Nap.self, other.id) == other)
        try exchange(by: older)
        try expect(nap(30, mood: "good"))
        #expect(try older.digest() == first.digest())
        // From now on the machine edits them like any other.
        older.bench.drift(ms: 60_000)
        try older.write([nap(40, mood: "good")])
        try exchange(by: older)
        try expect(nap(40, mood: "good"))
        #expect(try older.digest() == first.digest())
    }

    // MARK: Unknown columns

    @Test func anOlderEditKeepsANewerColumn() throws {
        let older = try machineWithOlderNaps()
        try first.write([nap(20, mood: "good")])
        try exchange(by: older)
        let stamp = try #require(try first.entry(Nap.self, id)).row.stamps["mood"]
        older.bench.drift(ms: 60_000)
        try older.write([OlderNap(id: id, minutes: 45, note: "sofa")])
        try exchange(by: older)
        try expect(nap(45, mood: "good"))
        for machine in [first, second] {
            let stamps = try #require(try machine.entry(Nap.self, id)).row.stamps
            #expect(stamps["mood"] == stamp, "\(machine.name)")
            #expect(stamps[SharedParts.others] > stamp, "\(machine.name)")
        }
        // The column comes into the table once there is one.
        try older.bench.upgrade(to: .withNaps)
        try older.merge([], of: first.name)
        #expect(try older.unsettled() == [])
        #expect(try older.entity(Nap.self, id) == nap(45, mood: "good"))
        try exchange(by: older)
        try expect(nap(45, mood: "good"))
        #expect(try older.digest() == first.digest())
    }

    @Test func aColumnThatNobodyHasSetGivesWayToOneThatSomebodyHas() throws {
        let older = try machineWithOlderNaps()
        try first.write([nap(20, mood: "good")])
        try exchange(by: older)
        // The older machine has written the row later, but never knew of the column.
        let upgraded = try machineWithOlderNaps()
        upgraded.bench.drift(ms: 60_000)
        try upgraded.write([OlderNap(id: id, minutes: 45, note: "sofa")])
        try upgraded.bench.upgrade(to: .withNaps)
        let row = try #require(try upgraded.entry(Nap.self, id)).row
        #expect(row.stamps["mood"] == .zero)
        #expect(row.stamps["note"] > .zero)
        #expect(row.stamps[SharedParts.others] > .zero)
        for _ in 1...2 {
            try upgraded.merge(first)
            try first.merge(upgraded)
        }
        try exchange(by: older)
        try expect(nap(45, mood: "good"))
        #expect(try upgraded.entity(Nap.self, id) == nap(45, mood: "good"))
        #expect(try upgraded.digest() == first.digest())
        // A row that nobody else has sets nothing either, until somebody does.
        try upgraded.write([nap(45, mood: "bad")])
        for _ in 1...2 {
            try first.merge(upgraded)
            try upgraded.merge(first)
        }
        #expect(try first.entity(Nap.self, id) == nap(45, mood: "bad"))
    }

    @Test func anEditOfANewerColumnPassesThroughAnOlderMachine() throws {
        let older = try machineWithOlderNaps()
        try older.write([OlderNap(id: id, minutes: 20, note: "sofa")])
        try exchange(by: older)
        try first.write([nap(20, mood: "good")])
        older.bench.drift(ms: 60_000)
        try older.write([OlderNap(id: id, minutes: 45, note: "sofa")])
        try exchange(by: older)
        try expect(nap(45, mood: "good"))
    }
}

extension SyncMachine {
    /// Writes and removes rows of kinds that no method changes.
    func write(_ written: [any StoredEntity], removed: [any StoredEntity] = []) throws {
        _ = try bench.engine.store.perform(at: bench.clock) { transaction in
            _ = try transaction.append(
                "nap.changed", subject: "", cause: .request("nap"), data: "{}", written,
                removed: removed)
        }
    }
}
