import Testing
import TrackerAPI
import TrackerCore
import TrackerStore

@testable import TrackerEngine

/// `journal.undo`, `journal.redo` and `journal.undoable`: what one request did goes together.
@Suite struct UndoMethodTests {
    let bench: Bench

    init() throws {
        bench = try Bench.gym()
        bench.forget()
    }

    private func log(_ count: Int, _ more: String = "") throws {
        try bench.call("log.add", "{\"exercise\":\"squats\",\"count\":\(count)\(more)}")
    }

    private func counts() throws -> [Int64?] {
        let entries = try bench.call("log.list")["entries"]
        guard case .array(let entries)? = entries else { return [] }
        return entries.map { $0["count"]?.integer }
    }

    private func steps(_ list: String, limit: Int = 10) throws -> [[Int64?]] {
        let all = try bench.call("journal.undoable", "{\"limit\":\(limit)}")[list]
        guard case .array(let steps)? = all else { return [] }
        return steps.map { step in
            guard case .array(let events)? = step["events"] else { return [] }
            return events.map { $0["data"]?["count"]?.integer }
        }.filter { $0 != [nil] }
    }

    @Test func theCallsOfAnAtomicAreOneStep() throws {
        try log(1)
        try bench.call(
            "atomic",
            """
            {"calls":[{"method":"log.add","params":{"exercise":"squats","count":2}},
                      {"method":"log.add","params":{"exercise":"squats","count":3}},
                      {"method":"log.update","params":{"entry":"last","count":4}}]}
            """)
        #expect(try steps("undo") == [[4, 3, 2], [1]])
        let result = try bench.call("journal.undo")
        #expect(result["undone"]?["type"]?.string == "log.updated")
        guard case .array(let others)? = result["others"] else { return #expect(Bool(false)) }
        #expect(others.map { $0["type"]?.string } == ["log.added", "log.added"])
        #expect(result["seq"]?.integer == bench.published.last?.event.seq)
        #expect(try counts() == [1])
        #expect(try steps("undo") == [[1]])
        #expect(try steps("redo") == [[4, 3, 2]])
        let redone = try bench.call("journal.redo")
        #expect(redone["redone"]?["type"]?.string == "log.updated")
        #expect(Set(try counts()) == [1, 2, 4])
        #expect(try steps("undo") == [[4, 3, 2], [1]])
        #expect(try steps("redo") == [])
        try bench.verify()
    }

    @Test func whatWasUndoneInPartsIsRedoneInParts() throws {
        for count in 1...3 { try log(count) }
        try bench.call("journal.undo")
        try bench.call("journal.undo")
        #expect(try steps("redo") == [[2], [3]])
        #expect(try bench.call("journal.redo")["redone"]?["data"]?["count"]?.integer == 2)
        try log(5)
        // Something new takes nothing from what can be put back.
        #expect(try bench.call("journal.redo")["redone"]?["data"]?["count"]?.integer == 3)
        #expect(Set(try counts()) == [1, 2, 3, 5])
        let refusal = try bench.refusal("journal.redo")
        #expect(refusal.kind == .conflict && refusal.message == "there is nothing to redo")
    }
}
