import TestSupport
import Testing
import TrackerAPI
import TrackerCore

/// Data of the events of several machines, byte for byte, both ways.
struct SyncEventTests {
    private static let at = "2026-03-01T09:30:00.000+01:00"

    private func check<Data: Codable & Hashable>(_ data: Data, _ expected: String) throws {
        #expect(try json(data) == expected)
        #expect(try decode(Data.self, expected) == data)
    }

    @Test func beginningAndEnd() throws {
        try check(
            SyncEnabled(folder: "~/Sync/trackerd", writer: "d3v1ce000000", name: "laptop"),
            #"{"folder":"~/Sync/trackerd","writer":"d3v1ce000000","name":"laptop"}"#)
        try check(SyncLeft(), "{}")
    }

    @Test func machines() throws {
        try check(
            SyncMachineChange(writer: "d3v1ce000001", name: "desktop", state: .left),
            #"{"writer":"d3v1ce000001","name":"desktop","state":"left"}"#)
        try check(
            SyncIdentity(from: "d3v1ce000000", to: "d3v1ce000002", why: .life),
            #"{"from":"d3v1ce000000","to":"d3v1ce000002","why":"life"}"#)
    }

    @Test func merges() throws {
        try check(
            SyncMerged(machines: ["desktop"], rows: ["log_entry": 2], deleted: 1, held: 0),
            #"{"machines":["desktop"],"rows":{"log_entry":2},"deleted":1,"held":0}"#)
    }

    @Test func problems() throws {
        try check(
            SyncProblem(
                kind: .missing, detail: "/media/stick/trackerd isn't there", since: Self.at),
            Golden.syncProblem)
    }

    /// A state or a kind of another version is passed on.
    @Test func wordsOfOtherVersionsAreKept() throws {
        let machine = #"{"writer":"d3v1ce000001","name":"desktop","state":"asleep"}"#
        #expect(try json(decode(SyncMachineChange.self, machine)) == machine)
        let problem = Golden.syncProblem.replacing("missing", with: "haunted")
        #expect(try json(decode(SyncProblem.self, problem)) == problem)
    }

    @Test func aLostEdit() throws {
        var conflict = SyncConflict(
            entity: "log_entry", id: "e7aaaaaaaaaa", part: "note", machine: "desktop", at: Self.at)
        let told = try conflict.json(mine: ["note": .text("hard")], theirs: ["note": .null])
        #expect(
            told == """
                {"kind":"lost","entity":"log_entry","id":"e7aaaaaaaaaa","part":"note",\
                "machine":"desktop","at":"2026-03-01T09:30:00.000+01:00","at_ms":1772353800000,\
                "mine":{"note":"hard"},"theirs":{"note":null}}
                """)
        conflict.mine = .object(["note": .string("hard")])
        conflict.theirs = .object(["note": .null])
        #expect(try decode(SyncConflict.self, told) == conflict)
    }

    @Test func aSharedName() throws {
        try check(
            SyncConflict(
                entity: "exercise", id: "p7aaaaaaaaaa", name: "Rows", others: ["p9bbbbbbbbbb"]),
            """
            {"kind":"name","entity":"exercise","id":"p7aaaaaaaaaa","name":"Rows",\
            "others":["p9bbbbbbbbbb"]}
            """)
    }
}
