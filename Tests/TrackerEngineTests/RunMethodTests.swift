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

    @Test func startedAsTheWireShowsIt() throws {
        let run = try start()
        #expect(run["state"] == .string("running") && run["index"] == .integer(0))
        #expect(run["interval"]?["label"] == .string("a"))
        #expect(run["next"]?["label"] == .string("b"))
        #expect(run["remaining_ms"] == .integer(10_000))
        #expect(run["total_remaining_ms"] == .integer(40_000))
        #expect(run["due_at"] == .string("2026-03-01T09:00:10.000+01:00"))
        #expect(bench.types == ["run.started", "run.interval_started"])
        #expect(try bench.call("run.get") == run)
        #expect(try bench.call("status")["run"] == run)
        try bench.verify()
    }

    @Test func aRunBeginsWhereItIsAskedTo() throws {
        try bench.call(
            "program.create",
            """
            {"name":"rounds","intervals":[{"label":"a","duration":"10s"},
            {"repeat":2,"intervals":[{"label":"b","duration":"20s"},{"label":"c","duration":"5s"}]}]}
            """)
        let run = try bench.call("run.start", #"{"program":"rounds","from":2,"rounds":3}"#)
        #expect(run["index"]?.integer == 2 && run["steps"]?.integer == 7)
        #expect(run["interval"]?["label"]?.string == "c")
        #expect(run["round"]?["k"]?.integer == 1 && run["round"]?["n"]?.integer == 3)
        #expect(run["total_remaining_ms"]?.integer == 55_000)
        bench.advance(ms: 5000)
        #expect(try bench.call("run.get")["interval"]?["label"]?.string == "b")
        // The program stays as it is.
        try bench.call("run.stop")
        #expect(try bench.call("run.start", #"{"program":"rounds"}"#)["steps"]?.integer == 5)
        try bench.verify()
    }

    @Test func whereARunCannotBegin() throws {
        try bench.call(
            "program.create", #"{"name":"p","intervals":[{"label":"a","duration":"10s"}]}"#)
        for (members, field) in [
            (#""program":"parts","from":-1"#, "from"), (#""program":"parts","from":4"#, "from"),
            (#""program":"parts","rounds":0"#, "rounds"),
            (#""program":"parts","rounds":1001"#, "rounds"),
            // What doesn't repeat has no rounds.
            (#""program":"p","rounds":2"#, "rounds"),
        ] {
            #expect(try bench.refusal("run.start", "{\(members)}").field == field, "\(members)")
        }
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

    /// Lengths, rounds and confirmations for one run; the program stays as it is.
    @Test func aRunHasOtherLengthsForOnce() throws {
        try bench.call(
            "program.create",
            """
            {"name":"pomodoro","intervals":[{"repeat":4,"intervals":[\
            {"label":"Work","duration":"25m","confirmation":"manual"},\
            {"label":"Rest","duration":"5m","kind":"rest"},\
            {"label":"Break","duration":"4m","kind":"break"}]}]}
            """)
        let before = try bench.call("program.get", #"{"program":"pomodoro"}"#)
        let run = try bench.call(
            "run.start",
            #"{"program":"pomodoro","work":"50m","rest":"10m","rounds":2,"auto":true}"#)
        #expect(run["steps"] == .integer(6))
        #expect(run["total_remaining_ms"] == .integer(2 * 70 * 60_000))
        #expect(run["duration_ms"] == .integer(50 * 60_000))
        bench.advance(ms: 2 * 70 * 60_000)
        #expect(try bench.call("run.get")["state"] == .string("completed"))
        #expect(try bench.call("program.get", #"{"program":"pomodoro"}"#) == before)
        try bench.verify()
    }

    /// The last work interval before a long break is a round, too.
    @Test(arguments: [(1, 2), (2, 4), (4, 8)])
    func aRoundThatFollowsItsGroupIsCounted(_ rounds: Int64, _ steps: Int64) throws {
        try bench.call(
            "program.create",
            """
            {"name":"pomodoro","intervals":[{"repeat":3,"intervals":[\
            {"label":"Focus","duration":"25m"},{"label":"Break","duration":"5m","kind":"break"}]},\
            {"label":"Focus","duration":"25m"},\
            {"label":"Long break","duration":"20m","kind":"break"}]}
            """)
        let run = try bench.call(
            "run.start", "{\"program\":\"pomodoro\",\"rounds\":\(rounds)}")
        #expect(run["steps"] == .integer(steps))
        bench.advance(ms: 8 * 3_600_000)
        let done = try bench.call("run.get")
        #expect(done["state"] == .string("completed") && done["rounds"] == .integer(rounds))
        try bench.verify()
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

    @Test func oneRunAtATime() throws {
        #expect(try bench.refusal("run.get").kind == .notFound)
        #expect(try bench.refusal("run.pause").kind == .notFound)
        try start()
        let refusal = try bench.refusal("run.start", #"{"program":"parts"}"#)
        #expect(refusal.kind == .conflict && refusal.state == "running")
        #expect(refusal.message == "Parts is in progress: stop it first")
        try bench.call("run.pause")
        #expect(try bench.refusal("run.start", #"{"program":"parts"}"#).state == "paused")
        let stopped = try bench.call("run.stop")
        #expect(stopped["state"] == .string("stopped") && stopped["remaining_ms"] == .integer(0))
        #expect(try bench.call("status")["run"] == nil)
        #expect(try bench.call("run.get") == stopped)
        #expect(try bench.refusal("run.resume").state == "stopped")
        try start()
    }

    @Test func everyMoveAndItsEvent() throws {
        try start()
        bench.forget()
        bench.advance(ms: 4000)
        try bench.call("run.pause")
        bench.advance(ms: 60_000)
        #expect(try bench.call("run.get")["remaining_ms"] == .integer(6000))
        try bench.call("run.resume")
        #expect(try bench.call("run.extend", #"{"by":"-2s"}"#)["remaining_ms"] == .integer(4000))
        #expect(try bench.call("run.get")["duration_ms"] == .integer(8000))
        #expect(try bench.call("run.skip")["index"] == .integer(1))
        bench.advance(ms: 1000)
        #expect(try bench.call("run.back")["index"] == .integer(0))
        #expect(try bench.call("run.jump", #"{"index":3}"#)["round"]?["k"] == .integer(2))
        let last = try bench.call("run.get")
        #expect(last["next"] == nil && last["total_remaining_ms"] == .integer(5000))
        #expect(try bench.refusal("run.jump", #"{"index":4}"#).field == "index")
        #expect(try bench.refusal("run.confirm").state == "running")
        let done = try bench.call("run.skip")
        #expect(done["state"] == .string("completed") && done["elapsed_ms"] == .integer(5000))
        #expect(
            bench.types == [
                "run.paused", "run.resumed", "run.extended", "run.skipped", "run.interval_started",
                "run.jumped", "run.interval_started", "run.jumped", "run.interval_started",
                "run.completed",
            ])
        #expect(bench.alerts.map(\.title) == ["b", "a", "c (2 of 2)", "Parts is complete"])
        try bench.verify()
    }

    @Test func anIntervalThatIsGoneToInAPauseBeginsWithTheResumption() throws {
        try start()
        bench.advance(ms: 4000)
        try bench.call("run.pause")
        bench.forget()
        #expect(try bench.call("run.skip")["state"] == .string("paused"))
        #expect(bench.types == ["run.skipped"] && bench.alerts.isEmpty)
        bench.advance(ms: 60_000)
        #expect(try bench.call("run.resume")["index"] == .integer(1))
        #expect(bench.types == ["run.skipped", "run.resumed", "run.interval_started"])
        #expect(bench.alerts.map(\.title) == ["b"])
        bench.advance(ms: 100)
        try bench.call("run.pause")
        bench.forget()
        try bench.call("run.resume")
        #expect(bench.types == ["run.resumed"])
        try bench.verify()
    }

    @Test func anIntervalThatIsCutShortInAPauseIsLeftSilently() throws {
        try start()
        bench.advance(ms: 4000)
        try bench.call("run.pause")
        bench.forget()
        let next = try bench.call("run.extend", #"{"by":"-5m"}"#)
        #expect(next["index"] == .integer(1) && next["state"] == .string("paused"))
        #expect(bench.types == ["run.interval_finished", "run.skipped"])
        bench.advance(ms: 60_000)
        bench.forget()
        try bench.call("run.resume")
        #expect(bench.types == ["run.resumed", "run.interval_started"])
        #expect(bench.alerts.map(\.title) == ["b"])
        try bench.verify()
    }

    /// The actual length of an interval decides whether its halfway cue sounds.
    @Test(arguments: [("8s", false), ("-4s", true)]) func halvesOfChangedIntervals(
        _ by: String, _ isShort: Bool
    ) throws {
        try bench.call(
            "program.create", #"{"name":"p","intervals":[{"label":"x","duration":"9s"}]}"#)
        try bench.call("run.start", #"{"program":"p"}"#)
        try bench.call("run.extend", "{\"by\":\"\(by)\"}")
        bench.forget()
        bench.advance(ms: 20_000)
        #expect(bench.types.contains("run.halfway"))
        #expect(bench.alerts.contains { $0.title == "Halfway through x" } == !isShort)
    }

    /// The run reached the gate while no daemon was there, and then waited: the beginning of the interval
    /// is no news.
    @Test func aGateThatWasPassedToIsLengthened() throws {
        try start()
        bench.stop()
        bench.drift(ms: 3_600_000)
        bench.forget()
        try bench.start()
        #expect(bench.types == ["run.confirmation_needed"])
        #expect(try bench.data(of: "run.confirmation_needed")["passed"] == .integer(2))
        bench.forget()
        #expect(try bench.call("run.extend", #"{"by":"4s"}"#)["remaining_ms"] == .integer(4000))
        #expect(bench.types == ["run.extended"])
        try bench.verify()
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

    @Test func aGateWaitsAndIsConfirmed() throws {
        try start()
        bench.advance(ms: 30_000)
        let waiting = try bench.call("run.get")
        #expect(waiting["state"] == .string("waiting_for_confirmation"))
        #expect(waiting["remaining_ms"] == .integer(0) && waiting["due_at"] == nil)
        let since = JSONValue.string("2026-03-01T09:00:30.000+01:00")
        #expect(waiting["waiting_since"] == since)
        #expect(try bench.data(of: "run.confirmation_needed")["waiting_since"] == since)
        #expect(waiting["total_remaining_ms"] == .integer(10_000))
        bench.advance(ms: 3_600_000)
        #expect(try bench.call("status")["run"]?["waiting_since"] == since)
        #expect(try bench.refusal("run.pause").state == "waiting_for_confirmation")
        bench.forget()
        let next = try bench.call("run.confirm")
        #expect(next["waiting_since"] == nil)
        #expect(next["index"] == .integer(2) && next["elapsed_ms"] == .integer(30_000))
        #expect(bench.types == ["run.interval_started"])
        bench.advance(ms: 10_000)
        #expect(try bench.call("run.get")["state"] == .string("completed"))
        try bench.verify()
    }

    @Test func whatBecomesOfTheProgramDoesntConcernTheRun() throws {
        let run = try start()
        try bench.call(
            "program.update",
            #"{"program":"parts","name":"New","intervals":[{"label":"x","duration":500}]}"#)
        #expect(try bench.call("run.get") == run)
        try bench.call("program.delete", #"{"program":"new"}"#)
        bench.advance(ms: 12_000)
        let later = try bench.call("run.get")
        #expect(later["interval"]?["label"] == .string("b") && later["name"] == .string("Parts"))
        try bench.restart()
        #expect(try bench.call("run.get") == later)
        try bench.call("run.stop")
        #expect(try bench.call("run.list")["runs"]?.list.count == 1)
        try bench.verify()
    }

    @Test func runsCantBeUndone() throws {
        try start()
        let seq = try #require(bench.published.last?.event.seq)
        #expect(try bench.refusal("journal.undo").state == "irreversible")
        #expect(try bench.refusal("journal.undo", "{\"seq\":\(seq)}").kind == .conflict)
        #expect(try bench.refusal("journal.undo", "{\"seq\":\(seq - 1)}").kind == .conflict)
    }

    @Test func history() throws {
        for _ in 0..<3 {
            try start()
            bench.advance(ms: 60_000)
            try bench.call("run.stop")
            bench.advance(ms: 86_340_000)
        }
        func starts(_ params: String) throws -> [String] {
            try bench.call("run.list", params)["runs"]?.list.compactMap {
                $0["started_at"]?.string?.prefix(10).description
            } ?? []
        }
        #expect(try starts("{}") == ["2026-03-03", "2026-03-02", "2026-03-01"])
        #expect(try starts(#"{"limit":1}"#) == ["2026-03-03"])
        #expect(try starts(#"{"from":"2026-03-02","to":"2026-03-02"}"#) == ["2026-03-02"])
        #expect(try starts(#"{"from":"-1h"}"#) == [])
        for limit in [0, 1001] {
            #expect(try bench.refusal("run.list", "{\"limit\":\(limit)}").field == "limit")
        }
        let run = try bench.call("run.list")["runs"]?.list.first
        #expect(run?["state"] == .string("stopped") && run?["elapsed_ms"] == .integer(30_000))
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
