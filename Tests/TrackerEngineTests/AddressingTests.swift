import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine
import TrackerStore

/// `timer` = exact id, else exact name, else unique id prefix, else `last`.
@Suite struct AddressingTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    private func start(_ name: String? = nil) throws -> String {
        let member = name.map { ",\"name\":\"\($0)\"" } ?? ""
        return try bench.call("timer.start", "{\"duration\":\"1h\"\(member)}").id()
    }

    private func find(_ text: String) throws -> String {
        try bench.call("timer.get", "{\"timer\":\"\(text)\"}").id()
    }

    @Test func anExactIDComesBeforeANameThatReadsTheSame() throws {
        let id = try start()
        let named = try start(id)
        #expect(try find(id) == id)
        #expect(try find(named) == named)
    }

    @Test func aNameComesBeforeAPrefixThatReadsTheSame() throws {
        let id = try start()
        let prefix = String(id.prefix(3))
        #expect(try find(prefix) == id)
        let named = try start(prefix)
        #expect(try find(prefix) == named)
    }

    @Test func aNameMeansTheNewestRunningThenPausedThenEnded() throws {
        let ids = try (0..<5).map { _ in try start("tea") }
        #expect(try find("tea") == ids[4])
        for (index, verb) in [(4, "pause"), (2, "cancel"), (3, "finish"), (1, "pause")] {
            try bench.call("timer.\(verb)", "{\"timer\":\"\(ids[index])\"}")
        }
        // Running: 0; paused: 1 and 4; ended: 2 and 3.
        #expect(try find("tea") == ids[0])
        try bench.call("timer.cancel", "{\"timer\":\"\(ids[0])\"}")
        #expect(try find("tea") == ids[4])
        try bench.call("timer.cancel", "{\"timer\":\"\(ids[4])\"}")
        #expect(try find("tea") == ids[1])
        try bench.call("timer.cancel", "{\"timer\":\"\(ids[1])\"}")
        // All have ended: the newest by its start.
        #expect(try find("tea") == ids[4])
        try bench.call("timer.restart", "{\"timer\":\"\(ids[2])\"}")
        #expect(try find("tea") == ids[2])
    }

    @Test func namesAreExact() throws {
        _ = try start("tea")
        for other in ["Tea", "te", "tea ", "teas"] {
            let refusal = try bench.refusal("timer.get", "{\"timer\":\"\(other)\"}")
            #expect(refusal.kind == .notFound, "\(other)")
            #expect(refusal.field == "timer")
        }
    }

    @Test func aPrefixMustBeUnique() throws {
        let ids = try (0..<40).map { _ in try start() }
        let first = try #require(
            Dictionary(grouping: ids) { $0.prefix(1) }.values.first { $0.count > 1 })
        let refusal = try bench.refusal("timer.get", "{\"timer\":\"\(first[0].prefix(1))\"}")
        #expect(refusal.kind == .ambiguous)
        #expect(refusal.field == "timer")
        #expect(refusal.matches == Array(first.sorted().prefix(10)))
        let other = try #require(
            ids.first { id in ids.count { $0.hasPrefix(id.prefix(4)) } == 1 })
        #expect(try find(String(other.prefix(4))) == other)
    }

    @Test func lastIsTheMostRecentlyStartedOfAnyKind() throws {
        let none = try bench.refusal("timer.get", #"{"timer":"last"}"#)
        #expect(none.kind == .notFound)
        let first = try start("a")
        #expect(try find("last") == first)
        let watch = try bench.call("stopwatch.start").id()
        #expect(try find("last") == watch)
        try bench.call("timer.cancel", #"{"timer":"last"}"#)
        #expect(try find("last") == watch)
        try bench.call("timer.restart", #"{"timer":"a"}"#)
        #expect(try find("last") == first)
        // The order of starts isn't the wall clock's.
        bench.stepWall(ms: -86_400_000)
        let later = try start()
        #expect(try find("last") == later)
    }

    @Test func aTimerMayBeCalledLast() throws {
        let named = try start("last")
        _ = try start()
        #expect(try find("last") == named)
    }

    @Test func whatIsEmptyOrMissingIsNamed() throws {
        for params in [#"{"timer":""}"#, "{}", #"{"timer":5}"#, #"{"timer":null}"#] {
            let refusal = try bench.refusal("timer.pause", params)
            #expect(refusal.kind == .invalidParams, "\(params)")
            #expect(refusal.field == "timer")
        }
    }

    @Test func oddTextsFindNothing() throws {
        _ = try start("tea")
        for odd in [
            "%", "_", "*", "~", "' OR 1=1 --", "\u{fffd}", String(repeating: "x", count: 9000),
        ] {
            #expect(try bench.refusal("timer.get", "{\"timer\":\"\(odd)\"}").kind == .notFound)
        }
    }
}
