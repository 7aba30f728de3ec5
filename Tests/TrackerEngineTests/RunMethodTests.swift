import Testing
import TrackerAPI
import TrackerCore
import TrackerStore

@testable import TrackerEngine

@Suite struct RunMethodTests {
    let bench: Bench

    /// The intervals: 10 s, 20 s with confirmation, and twice 5 s.
    init() throws {
        bench = try Bench()
        try bench.call(
            "program.create",
            """
            {"name":"Parts","intervals":[{"label":"a","duration":"10s"},{"label":"b",\
            "duration":"20s","kind":"break","confirmation":"manual"},\
            {"repeat":2,"intervals":[{"label":"c","duration":"5s"}]}]}
            """)
        bench.forget()
    }

    @discardableResult
    private func start() throws -> JSONValue {
        try bench.call("run.start", #"{"program":"parts"}"#)
    }

    @Test func roundsHaveTheLimitsOfPrograms() throws {
        try bench.call(
            "program.create",
            #"{"name":"long","intervals":[{"repeat":2,"intervals":[{"label":"b","duration":"1h"},{"label":"c","duration":"5s"}]}]}"#
        )
        let many = try bench.refusal("run.start", #"{"program":"long","rounds":501}"#)
        #expect(many.kind == .tooLarge && many.field == "rounds")
        let long = try bench.refusal("run.start", #"{"program":"long","rounds":400}"#)
        #expect(long.kind == .invalidParams && long.field == "rounds")
    }

    /// A sound for one run, in place of the program's own.
    @Test func aRunHasASoundOfItsOwn() throws {
        bench.dependencies.soundFault = { $0 == "/gone.wav" ? "No such file or directory" : nil }
        try bench.call(
            "program.create",
            #"{"name":"p","sound":"rest-warning","intervals":[{"label":"a","duration":"10s"}]}"#)
        let gone = try bench.refusal("run.start", #"{"program":"p","sound":"/gone.wav"}"#)
        #expect(gone.kind == .invalidParams && gone.field == "sound")
        try bench.call("run.start", #"{"program":"p","sound":"/gong.wav"}"#)
        #expect(bench.alerts.map(\.chosenSound) == ["/gong.wav"])
        let program = try bench.call("program.get", #"{"program":"p"}"#)
        #expect(program["sound"] == .string("rest-warning"))
        try bench.verify()
    }

    @Test func changesThatARunCannotHave() throws {
        try bench.call(
            "program.create",
            #"{"name":"p","intervals":[{"label":"a","duration":"10s","kind":"prepare"}]}"#)
        for (members, field, word) in [
            (#""program":"p","work":"5m""#, "work", "no work interval"),
            (#""program":"p","rest":"5m""#, "rest", "no rest or break"),
            (#""program":"parts","work":0"#, "work", "100 ms to 24 h"),
            (#""program":"parts","work":"25h""#, "work", "100 ms to 24 h"),
            (#""program":"parts","rounds":10,"work":"24h""#, "work", "7 days"),
        ] {
            let refusal = try bench.refusal("run.start", "{\(members)}")
            #expect(refusal.field == field && refusal.message.contains(word), "\(refusal.message)")
        }
    }

    @Test func aRunWhosePlanIsLostIsStopped() throws {
        let run = try start()
        bench.advance(ms: 4000)
        let id = try run.id()
        _ = try bench.engine.store.perform(at: bench.clock) { transaction in
            let plan = try #require(try transaction.runPlan(ofRun: id))
            try transaction.append(
                "test.lost", subject: id, cause: .daemon, data: "{}", removed: [plan])
        }
        bench.stop()
        bench.forget()
        try bench.start()
        #expect(bench.types == ["run.stopped"])
        #expect(bench.alerts.map(\.title) == ["Parts was stopped"])
        #expect(bench.alerts.last?.body == "Everything after a was missed")
        let stopped = try bench.call("run.get")
        #expect(try stopped.id() == id)
        #expect(stopped["state"] == .string("stopped"))
        #expect(stopped["interval"] == run["interval"] && stopped["steps"] == .integer(4))
        #expect(try bench.call("status")["run"] == nil)
        #expect(try bench.call("run.list")["runs"]?.list == [stopped])
        bench.advance(ms: 60_000)
        #expect(bench.types == ["run.stopped"])
        try start()
    }

    @Test func theSummaryTellsOfIt() throws {
        try start()
        #expect(bench.engine.summary(at: bench.clock) == "Parts running; next at 09:00:05")
        bench.advance(ms: 30_000)
        #expect(
            bench.engine.summary(at: bench.clock)
                == "Parts waiting for confirmation; next at 09:05:30")
    }
}
