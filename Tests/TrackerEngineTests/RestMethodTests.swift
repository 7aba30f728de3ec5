import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine

@Suite struct RestMethodTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    @Test func theEventOfAStartHasTheWholeRest() throws {
        let rest = try bench.call(
            "rest.start", #"{"duration":"90s","warn_at":["3s","10s"],"label":"squats"}"#)
        #expect(bench.types == ["rest.started"])
        #expect(try bench.data(of: "rest.started") == rest)
        #expect(rest["due_at"] == .string("2026-03-01T09:01:30.000+01:00"))
        #expect(rest["warn_at_ms"] == .array([.integer(10_000), .integer(3000)]))
        #expect(rest["label"] == .string("squats"))
        #expect(try bench.call("rest.get") == rest)
        try bench.verify()
    }

    @Test func cuesComeAtTheirMarksAndTheEndAtZero() throws {
        try bench.call("rest.start", #"{"duration":"20s","warn_at":["10s","3s"]}"#)
        bench.forget()
        bench.advance(ms: 9999)
        #expect(bench.types.isEmpty)
        bench.advance(ms: 1)
        #expect(bench.types == ["rest.warning"])
        #expect(try bench.data(of: "rest.warning")["warn_ms"] == .integer(10_000))
        bench.advance(ms: 7000)
        #expect(try bench.data(of: "rest.warning")["warn_ms"] == .integer(3000))
        bench.advance(ms: 2999)
        #expect(bench.types == ["rest.warning", "rest.warning"])
        bench.advance(ms: 1)
        #expect(bench.types == ["rest.warning", "rest.warning", "rest.finished"])
        let over = try bench.data(of: "rest.finished")
        #expect(over["taken_ms"] == .integer(20_000))
        #expect(over["late_by_ms"] == nil)
        #expect(over["warn_ms"] == nil)
        #expect(over["ended_at"] == .string("2026-03-01T09:00:20.000+01:00"))
        #expect(try bench.call("rest.get") == over)
        bench.advance(ms: 60_000)
        #expect(bench.types.count == 3)
        try bench.verify()
    }

    @Test func marksAreTheConfigurationsByDefault() throws {
        let rest = try bench.call("rest.start", #"{"duration":"1m"}"#)
        #expect(rest["warn_at_ms"] == .array([.integer(3000)]))
        bench.dependencies.configuration.rest.warnAtMs = [5000, 15_000]
        let next = try bench.call("rest.start", #"{"duration":"1m","replace":true}"#)
        #expect(next["warn_at_ms"] == .array([.integer(15_000), .integer(5000)]))
        let none = try bench.call("rest.start", #"{"duration":"1m","warn_at":[],"replace":true}"#)
        #expect(none["warn_at_ms"] == .array([]))
        bench.forget()
        bench.advance(ms: 60_000)
        #expect(bench.types == ["rest.finished"])
    }

    @Test func pausesAreLeftOutOfWhatWasTaken() throws {
        try bench.call("rest.start", #"{"duration":"1m"}"#)
        bench.advance(ms: 20_000)
        let paused = try bench.call("rest.pause")
        #expect(paused["state"] == .string("paused"))
        #expect(paused["due_at"] == nil)
        bench.advance(ms: 600_000)
        #expect(try bench.call("rest.get")["remaining_ms"] == .integer(40_000))
        #expect(try bench.call("rest.resume")["state"] == .string("running"))
        bench.advance(ms: 5000)
        let skipped = try bench.call("rest.skip")
        #expect(skipped["state"] == .string("skipped"))
        #expect(skipped["taken_ms"] == .integer(25_000))
        #expect(skipped["remaining_ms"] == .integer(0))
        #expect(
            bench.types == ["rest.started", "rest.paused", "rest.resumed", "rest.skipped"])
        try bench.verify()
    }

    @Test(arguments: ["running", "paused"])
    func oneAtATimeUnlessReplaced(_ state: String) throws {
        let first = try bench.call("rest.start", #"{"duration":"1m"}"#)
        if state == "paused" { try bench.call("rest.pause") }
        let refusal = try bench.refusal("rest.start", #"{"duration":"2m"}"#)
        #expect(refusal.kind == .conflict)
        #expect(refusal.state == state)
        #expect(try bench.call("rest.get").id() == first.id())
        bench.advance(ms: 10_000)
        bench.forget()
        let second = try bench.call("rest.start", #"{"duration":"2m","replace":true}"#)
        #expect(bench.types == ["rest.skipped", "rest.started"])
        let replaced = try bench.data(of: "rest.skipped")
        #expect(try replaced.id() == first.id())
        #expect(replaced["taken_ms"] == .integer(state == "paused" ? 0 : 10_000))
        #expect(try bench.call("rest.get") == second)
        bench.advance(ms: 119_999)
        #expect(try bench.call("rest.get")["state"] == .string("running"))
        try bench.verify()
    }

    @Test func aRefusedReplacementLeavesTheRestAsItIs() throws {
        try bench.call("rest.start", #"{"duration":"1m"}"#)
        bench.forget()
        #expect(
            try bench.refusal("rest.start", #"{"duration":0,"replace":true}"#).field == "duration")
        #expect(try bench.call("rest.get")["state"] == .string("running"))
        #expect(bench.published.isEmpty)
    }

    @Test func withoutARestThereIsNothingToMove() throws {
        for method in ["rest.get", "rest.skip", "rest.pause", "rest.resume"] {
            #expect(try bench.refusal(method).kind == .notFound, "\(method)")
        }
        #expect(try bench.refusal("rest.extend", #"{"by":"1s"}"#).kind == .notFound)
    }

    @Test func afterItsEndItIsShownButNotMoved() throws {
        try bench.call("rest.start", #"{"duration":"5s"}"#)
        bench.advance(ms: 5000)
        let over = try bench.call("rest.get")
        #expect(over["state"] == .string("finished"))
        for (method, params) in [
            ("rest.skip", "{}"), ("rest.pause", "{}"), ("rest.resume", "{}"),
            ("rest.extend", #"{"by":"5s"}"#),
        ] {
            #expect(try bench.refusal(method, params).state == "finished", "\(method)")
        }
        #expect(try bench.call("rest.get") == over)
    }
}
