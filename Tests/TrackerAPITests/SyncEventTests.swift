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

    /// A state or a kind of another version is passed on.
    @Test func wordsOfOtherVersionsAreKept() throws {
        let machine = #"{"writer":"d3v1ce000001","name":"desktop","state":"asleep"}"#
        #expect(try json(decode(SyncMachineChange.self, machine)) == machine)
        let problem = Golden.syncProblem.replacing("missing", with: "haunted")
        #expect(try json(decode(SyncProblem.self, problem)) == problem)
    }
}
