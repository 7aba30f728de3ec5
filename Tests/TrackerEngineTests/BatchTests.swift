import TestSupport
import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine

/// Batches of several calls: in order, each call for itself or all of them atomically.
@Suite struct BatchTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    @Test func aBatchRunsInOrderAndReadsSeeEarlierWrites() throws {
        let answers = bench.send(
            """
            [{"id":1,"method":"timer.list"},\
            {"id":2,"method":"timer.start","params":{"duration":"1m","name":"a"}},\
            {"id":3,"method":"timer.list"},\
            {"id":4,"method":"timer.pause","params":{"timer":"a"}},\
            {"id":5,"method":"status"},\
            {"id":6,"method":"events.list"}]
            """)
        let results = try answers.map { try Bench.result(of: $0) }
        #expect(results[0]["timers"]?.list.count == 0)
        #expect(results[2]["timers"]?.list.count == 1)
        #expect(results[4]["timers"]?.list.first?["state"] == .string("paused"))
        #expect(results[4]["seq"] == .integer(2))
        #expect(results[5]["events"]?.list.count == 2)
    }

    @Test func aRefusalUndoesOnlyItself() throws {
        let answers = bench.send(
            """
            [{"id":1,"method":"timer.start","params":{"duration":"1m","name":"a"}},\
            {"id":2,"method":"timer.resume","params":{"timer":"a"}},\
            {"id":3,"method":"atomic","params":{"calls":[\
            {"method":"timer.start","params":{"duration":"1m","name":"x"}},\
            {"method":"timer.cancel","params":{"timer":"none"}}]}},\
            5,\
            {"id":6,"method":"no.such"},\
            {"id":7,"method":"timer.start","params":{"duration":"1m","name":"b"}}]
            """)
        var kinds: [String] = []
        for answer in answers {
            if case .refused(let rejection) = answer {
                kinds.append(rejection.kind.rawValue)
            } else {
                kinds.append("")
            }
        }
        #expect(
            kinds == ["", "conflict", "not_found", "invalid_request", "unknown_method", ""])
        #expect(try bench.names("timer.list") == ["a", "b"])
        #expect(bench.published.map(\.event.seq) == [1, 2])
        try bench.verify()
    }

    @Test func whatReachesBeyondTheStateRunsInItsPlace() throws {
        let path = bench.folder.path + "/copy.db"
        let answers = bench.send(
            """
            [{"id":1,"method":"timer.start","params":{"duration":"1m","name":"a"}},\
            {"id":2,"method":"backup.create","params":{"path":"\(path)"}},\
            {"id":3,"method":"timer.start","params":{"duration":"1m","name":"b"}},\
            {"id":4,"method":"events.subscribe"}]
            """)
        let results = try answers.map { try Bench.result(of: $0) }
        #expect(results[1]["seq"] == .integer(1))
        #expect(results[3]["seq"] == .integer(2))
        #expect(bench.published.map(\.event.seq) == [1, 2])
    }

    @Test func whatIsDueComesBeforeTheCalls() throws {
        try bench.call("timer.start", #"{"duration":"1m","name":"a"}"#)
        bench.drift(ms: 60_000)
        let refusal = try bench.refusal("timer.pause", #"{"timer":"a"}"#)
        #expect(refusal.state == "finished")
        // A read, too, sees the changes that time has brought.
        try bench.call("timer.start", #"{"duration":"1m","name":"b"}"#)
        bench.drift(ms: 60_000)
        #expect(
            try bench.call("timer.get", #"{"timer":"b"}"#)["state"] == .string("finished"))
    }

    @Test func allOfAnAtomicHappens() throws {
        let result = try bench.call(
            "atomic",
            """
            {"calls":[{"method":"timer.start","params":{"duration":"1m","name":"a"}},\
            {"method":"timer.pause","params":{"timer":"a"}},\
            {"method":"timer.list"},\
            {"method":"journal.verify"}]}
            """)
        let results = result["results"]?.list ?? []
        #expect(results.count == 4)
        #expect(results[1]["state"] == .string("paused"))
        #expect(results[2]["timers"]?.list.count == 1)
        #expect(results[3]["ok"] == .bool(true))
        #expect(bench.types == ["timer.started", "timer.paused"])
        #expect(try bench.call("atomic", #"{"calls":[]}"#)["results"] == .array([]))
    }

    @Test func orNoneOfIt() throws {
        try bench.call("timer.start", #"{"duration":"1m","name":"a"}"#)
        let before = try bench.call("timer.get", #"{"timer":"a"}"#)
        bench.forget()
        let refusal = try bench.refusal(
            "atomic",
            """
            {"calls":[{"method":"timer.pause","params":{"timer":"a"}},\
            {"method":"timer.start","params":{"duration":"1m","name":"b"}},\
            {"method":"timer.pause","params":{"timer":"a"}},\
            {"method":"timer.start","params":{"duration":"1m","name":"c"}}]}
            """)
        #expect(refusal.kind == .conflict)
        #expect(refusal.state == "paused")
        #expect(refusal.index == 2)
        #expect(try bench.call("timer.get", #"{"timer":"a"}"#) == before)
        #expect(try bench.names("timer.list") == ["a"])
        #expect(bench.published.isEmpty)
        let next = try bench.call("timer.start", #"{"duration":"1m"}"#)
        #expect(bench.published.map(\.event.seq) == [2])
        bench.advance(ms: 60_000)
        #expect(bench.types.filter { $0 == "timer.finished" }.count == 2)
        #expect(try !next.id().isEmpty)
        try bench.verify()
    }

    @Test func whatReachesBeyondTheStateIsRefusedInside() throws {
        for method in ["events.subscribe", "backup.create", "config.reload", "atomic"] {
            let refusal = try bench.refusal(
                "atomic",
                "{\"calls\":[{\"method\":\"stopwatch.start\"},{\"method\":\"\(method)\",\"params\":{\"calls\":[]}}]}"
            )
            #expect(refusal.kind == .invalidParams)
            #expect(refusal.index == 1)
            #expect(bench.published.isEmpty)
        }
    }

    @Test func anAtomicHasALimit() throws {
        let calls = Array(repeating: #"{"method":"hello"}"#, count: 1001).joined(separator: ",")
        let refusal = try bench.refusal("atomic", "{\"calls\":[\(calls)]}")
        #expect(refusal.kind == .tooLarge)
        #expect(refusal.field == "calls")
    }

    @Test func eventsNameTheirMethodInsideOfAnAtomic() throws {
        try bench.call("atomic", #"{"calls":[{"method":"stopwatch.start"}]}"#)
        #expect(bench.published.map(\.event.cause) == [.request("stopwatch.start")])
    }
}
