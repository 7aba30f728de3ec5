import Stage
import Testing
import TrackerAPI

/// Two machines that share some entries, then work for two weeks without hearing of each other.
struct ApartAndTogether {
    let one: SharingMachine
    let two: SharingMachine
    private var machines: [SharingMachine] { [one, two] }
    /// Entries that each machine adds while they are apart.
    private static let added = 200

    /// Logs the entries that both are to have before, from 1 to 20 push-ups.
    func logShared() throws {
        for count: Int64 in 1...20 { try one.log(count, ",\"at\":\"-400h\"") }
    }

    /// Adds, edits and deletes on both, without hearing of each other.
    func apart() throws {
        for number in 1...Self.added {
            let at = ",\"at\":\"-\(1 + 330 * (Self.added - number) / Self.added)h\""
            try one.log(Int64(10_000 + number), at)
            try two.log(Int64(20_000 + number), at)
        }
        // Different columns of one row.
        try update(one, 1, "\"count\":1001")
        try update(two, 1, "\"note\":\"slowly\"")
        // Deletions of what the other one leaves, and edits.
        try delete(one, 2)
        try delete(one, 3)
        try update(two, 3, "\"count\":1003")
        try delete(two, 5)
        // The same column: the later edit wins.
        try update(one, 4, "\"count\":1004")
        try update(two, 4, "\"count\":2004")
    }

    /// Checks what both have once they are together again.
    func checkTogether() throws {
        let adds = (1...Self.added).flatMap { [Int64(10_000 + $0), Int64(20_000 + $0)] }
        let kept: [Int64] = Array(6...20) + [1001, 1003, 2004]
        let expected = (kept + adds).sorted()
        for machine in machines {
            #expect(try machine.counts() == expected)
            let first = try machine.entries().first { $0["count"] == .integer(1001) }
            #expect(first?["note"] == .string("slowly"))
        }
        let lost = try one.call("sync.conflicts")["conflicts"]?.list ?? []
        #expect(lost.contains { $0.at("mine", "count") == .integer(1004) })
        try Self.checkSound(machines)
    }

    /// Checks that nothing waits, and that journal and tables agree.
    static func checkSound(_ machines: [SharingMachine]) throws {
        for machine in machines {
            #expect(try machine.call("journal.verify", upTo: 60)["ok"] == .bool(true))
            let status = try machine.call("sync.status")
            #expect(status["state"] == .string("on"))
            for reason in ["reference", "version", "refused"] {
                #expect(status.at("held", reason) == .integer(0), "\(reason) on \(machine.name)")
            }
        }
    }

    private func update(_ machine: SharingMachine, _ count: Int64, _ members: String) throws {
        let id = try id(machine, count)
        try machine.call("log.update", "{\"entry\":\"\(id)\",\(members)}")
    }

    private func delete(_ machine: SharingMachine, _ count: Int64) throws {
        let id = try id(machine, count)
        try machine.call("log.delete", "{\"entry\":\"\(id)\"}")
    }

    private func id(_ machine: SharingMachine, _ count: Int64) throws -> String {
        let entry = try machine.entries().first { $0["count"] == .integer(count) }
        return try #require(entry?["id"]?.string)
    }
}
