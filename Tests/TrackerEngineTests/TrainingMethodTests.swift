import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine

/// Training sessions as the wire shows them.
@Suite struct TrainingMethodTests {
    let bench: Bench

    init() throws { bench = try Bench.withExercises() }

    @discardableResult
    private func start(_ params: String = #"{"mode":"time"}"#) throws -> JSONValue {
        try bench.call("training.start", params)
    }

    /// Holds for so long, and then bails.
    @discardableResult
    private func bail(afterMs ms: Int64) throws -> JSONValue {
        bench.advance(ms: ms)
        return try bench.call("training.bail")
    }

    private func state() throws -> String? { try bench.call("training.get")["state"]?.string }

    // MARK: As the wire shows it

    @Test func aSessionThatStarts() throws {
        let training = try start(
            #"{"mode":"time","target":120,"rest":"20s","adjustment":2.5,"exercise":"plank"}"#)
        #expect(bench.types == ["training.started", "training.effort_started"])
        #expect(try bench.data(of: "training.started") == training)
        #expect(try bench.data(of: "training.effort_started") == training)
        #expect(bench.published.map(\.event.subject) == [try training.id(), try training.id()])
        #expect(try bench.call("training.get") == training)
        #expect(try bench.call("status")["training"] == training)
        try bench.verify()
    }

    /// The exercise tells the mode, else the preset; a time is never a number of reps.
    @Test(
        arguments: [
            (#""exercise":"plank","target":120"#, "time 120"),
            (#""exercise":"push-ups","target":50"#, "reps 50"),
            (#""exercise":"plank","preset":"many""#, "time 60"),
            (#""preset":"many""#, "reps 40"),
            (#""exercise":"plank","target":90,"timed":true"#, "time 90"),
            (#""exercise":"plank","minutes_or_metres":2"#, "time 120"),
            (#""exercise":"push-ups","target":90,"timed":true"#, "target"),
            (#""exercise":"push-ups","minutes_or_metres":2"#, "target"),
            (#""preset":"many","adjustment":5,"timed":true"#, "adjustment"),
        ] as [(String, String)])
    func whatAnAmountCounts(_ members: String, _ wanted: String) throws {
        try bench.call("preset.save", #"{"name":"many","mode":"reps","target":40}"#)
        guard wanted.contains(" ") else {
            #expect(try bench.refusal("training.start", "{\(members)}").field == wanted)
            return
        }
        let training = try start("{\(members)}")
        let target = training["target"]?.integer ?? 0
        #expect("\(training["mode"]?.string ?? "") \(target)" == wanted)
    }

    @Test func theLiveFigures() throws {
        try start()
        bench.advance(ms: 12_345)
        let live = try #require(try bench.call("training.get")["live"])
        #expect(live["elapsed"] == .number(12.345) && live["counted"] == .number(7.345))
        #expect(live["total"] == .number(7.345) && live["remaining"] == .number(52.655))
        #expect(live["percent"] == .number(100 * 7345 / 60_000.0))
        #expect(live["can_bail"] == .bool(true))
        bench.drift(ms: 100)
        #expect(try bench.call("training.get")["live"]?["elapsed"] == .number(12.445))
        // Reading changes nothing.
        #expect(bench.types == ["training.started", "training.effort_started"])
    }

    @Test func aWholeSessionOfTime() throws {
        try start(#"{"mode":"time","target":40,"rest":"10s","exercise":"plank"}"#)
        bench.forget()
        let resting = try bail(afterMs: 25_000)
        #expect(
            bench.types == ["training.attempted", "rest.started", "training.resting"])
        #expect(resting["state"] == .string("resting") && resting["live"] == nil)
        #expect(resting["accumulated"] == .integer(20))
        let rest = try #require(resting["rest"])
        #expect(rest["after"]?["kind"] == .string("training"))
        #expect(rest["after"]?["id"] == resting["id"])
        #expect(rest["label"] == .string("Plank"))
        #expect(rest["remaining_ms"] == .integer(10_000))
        #expect(try bench.call("rest.get") == rest)
        let attempted = try bench.data(of: "training.attempted")
        #expect(attempted["state"] == .string("training") && attempted["live"] == nil)
        bench.forget()
        bench.advance(ms: 10_000)
        #expect(bench.types == ["rest.warning", "rest.finished", "training.effort_started"])
        #expect(bench.alerts.map(\.title) == ["Rest ends in 3s", "Rest is over"])
        let next = try bench.call("training.get")
        #expect(next["attempts"]?.list.first?["rest_taken_ms"] == .integer(10_000))
        #expect(next["live"]?["elapsed"] == .integer(0) && next["rest"] == nil)
        bench.advance(ms: 26_500)
        #expect(bench.types.last == "training.target_reached")
        bench.forget()
        let complete = try bench.call("training.stop")
        #expect(bench.types == ["training.attempted", "training.completed", "log.added"])
        #expect(complete["state"] == .string("complete"))
        #expect(complete["accumulated"] == .number(46.5))
        #expect(complete["ended_at"] == .string("2026-03-01T09:01:01.500+01:00"))
        #expect(
            complete["summary"]
                == .object([
                    "total": .number(46.5), "attempts": .integer(2), "effort_ms": .integer(51_500),
                    "rest_ms": .integer(10_000), "duration_ms": .integer(61_500),
                ]))
        #expect(try bench.call("training.get") == complete)
        #expect(try bench.call("status")["training"] == nil)
        try bench.verify()
    }

    @Test func aWholeSessionOfReps() throws {
        try start(#"{"mode":"reps","exercise":"push-ups"}"#)
        bench.advance(ms: 8000)
        let resting = try bench.call("training.reps", #"{"count":9}"#)
        #expect(resting["state"] == .string("resting") && resting["accumulated"] == .integer(11))
        let attempt = try #require(resting["attempts"]?.list.first)
        #expect(attempt["value"] == .integer(9) && attempt["counted"] == .integer(11))
        let next = try bench.call("training.skip_rest")
        #expect(next["state"] == .string("training") && next["live"] == nil)
        #expect(bench.types.suffix(2) == ["rest.skipped", "training.effort_started"])
        bench.advance(ms: 5000)
        bench.forget()
        let complete = try bench.call("training.reps", #"{"count":8}"#)
        #expect(bench.types == ["training.attempted", "training.completed", "log.added"])
        #expect(complete["accumulated"] == .integer(21))
        #expect(complete["summary"]?["effort_ms"] == .integer(13_000))
        let entry = try bench.data(of: "log.added")
        #expect(entry["count"] == .integer(17) && entry["source"] == .string("training"))
        #expect(entry["unit"] == .string("reps"))
        try bench.verify()
    }

    // MARK: Edges

    @Test func noRestGoesStraightOn() throws {
        try start(#"{"mode":"reps","rest":0,"target":100}"#)
        bench.forget()
        let next = try bench.call("training.reps", #"{"count":5}"#)
        #expect(next["state"] == .string("training"))
        #expect(bench.types == ["training.attempted", "training.effort_started"])
    }

    @Test func aRestOfLessThanASecond() throws {
        try start(#"{"mode":"time","rest":500}"#)
        let rest = try bail(afterMs: 6000)["rest"]
        #expect(rest?["duration_ms"] == .integer(500))
        bench.advance(ms: 500)
        #expect(try state() == "training")
    }

    @Test func whatIsRefusedChangesNothing() throws {
        let training = try start(#"{"mode":"reps"}"#)
        bench.forget()
        #expect(try bench.refusal("training.reps", #"{"count":100001}"#).field == "count")
        #expect(try bench.call("training.get") == training)
        #expect(bench.types.isEmpty)
    }

    @Test func stoppingInARestDropsIt() throws {
        try start(#"{"mode":"time","rest":"30s"}"#)
        try bail(afterMs: 15_000)
        bench.advance(ms: 4000)
        bench.forget()
        let complete = try bench.call("training.stop")
        #expect(bench.types == ["rest.skipped", "training.completed"])
        #expect(complete["accumulated"] == .integer(10))
        #expect(complete["summary"]?["rest_ms"] == .integer(4000))
        #expect(try bench.call("rest.get")["state"] == .string("skipped"))
        try bench.verify()
    }

    @Test func oneSessionAtATime() throws {
        #expect(try bench.refusal("training.get").kind == .notFound)
        #expect(try bench.refusal("training.stop").kind == .notFound)
        #expect(try bench.refusal("training.reset").kind == .notFound)
        try start()
        let refusal = try bench.refusal("training.start", #"{"mode":"reps"}"#)
        #expect(refusal.kind == .conflict && refusal.state == "training")
        bench.advance(ms: 2000)
        try bench.call("training.stop")
        for method in ["bail", "stop", "skip_rest", "pause", "resume", "reset", "reps"] {
            let refusal = try bench.refusal(
                "training.\(method)", method == "reps" ? #"{"count":12}"# : "{}")
            #expect(refusal.kind == .conflict && refusal.state == "complete", "\(method)")
            // The last session's mode doesn't matter.
            #expect(refusal.message == "no training session is in progress: start one first")
        }
        try start()
        #expect(try bench.refusal("training.skip_rest").state == "training")
        try bench.verify()
    }

    @Test func resettingNeedsAWord() throws {
        let id = try start(#"{"mode":"time","exercise":"plank"}"#).id()
        try bail(afterMs: 20_000)
        for params in ["{}", #"{"confirm":false}"#] {
            #expect(try bench.refusal("training.reset", params).kind == .confirmationRequired)
        }
        bench.forget()
        let gone = try bench.call("training.reset", #"{"confirm":true}"#)
        #expect(try gone.id() == id && gone["attempts"]?.list.count == 1)
        // The state is as before.
        #expect(gone["state"] == .string("resting"))
        #expect(gone["rest"]?["state"] == .string("running"))
        #expect(bench.types == ["rest.skipped", "training.reset"])
        #expect(try bench.refusal("training.get").kind == .notFound)
        #expect(try bench.call("training.list")["trainings"]?.list.isEmpty == true)
        #expect(try bench.call("log.list")["entries"]?.list.isEmpty == true)
        let last = bench.published.last?.event.seq ?? 0
        #expect(try bench.refusal("journal.undo", "{\"seq\":\(last)}").kind == .conflict)
        try bench.verify()
    }

    // MARK: Rests

    @Test func aRestThatTrainingBeginsReplacesAFreeOne() throws {
        try start()
        let free = try bench.call("rest.start", #"{"duration":"5m"}"#).id()
        bench.forget()
        let resting = try bail(afterMs: 9000)
        #expect(
            bench.types == [
                "training.attempted", "rest.skipped", "rest.started", "training.resting",
            ])
        #expect(try bench.data(of: "rest.skipped").id() == free)
        #expect(resting["rest"]?["after"] != nil)
        // A free rest takes its place no more than that of the effort that comes next.
        bench.forget()
        for params in [#"{"duration":"1m"}"#, #"{"duration":"1m","replace":true}"#] {
            #expect(try bench.refusal("rest.start", params).kind == .conflict)
        }
        #expect(bench.types.isEmpty)
        try bench.call("rest.skip")
        #expect(bench.types == ["rest.skipped", "training.effort_started"])
        try bench.verify()
    }

    @Test(arguments: ["rest", "training"]) func pausingARest(_ area: String) throws {
        try start()
        try bail(afterMs: 9000)
        bench.advance(ms: 5000)
        bench.forget()
        try bench.call("\(area).pause")
        #expect(bench.types == ["rest.paused", "training.paused"])
        let paused = try bench.call("training.get")
        #expect(paused["state"] == .string("paused"))
        #expect(paused["rest"]?["state"] == .string("paused"))
        #expect(try bench.refusal("training.pause").state == "paused")
        bench.advance(ms: 60_000)
        bench.forget()
        try bench.call("\(area).resume")
        #expect(bench.types == ["rest.resumed", "training.resumed"])
        #expect(try state() == "resting")
        #expect(try bench.refusal("training.resume").state == "resting")
        bench.advance(ms: 10_000)
        #expect(bench.types.last == "training.effort_started")
        let attempt = try bench.call("training.get")["attempts"]?.list.first
        #expect(attempt?["rest_taken_ms"] == .integer(15_000))
        #expect(bench.alerts.count == 2)
        try bench.verify()
    }

    @Test func restsMayBeLengthenedAndCutShort() throws {
        try start()
        try bail(afterMs: 9000)
        try bench.call("rest.extend", #"{"by":"20s"}"#)
        bench.advance(ms: 20_000)
        #expect(try state() == "resting")
        bench.forget()
        try bench.call("rest.extend", #"{"by":"-1m"}"#)
        #expect(bench.types == ["rest.finished", "training.effort_started"])
        #expect(try state() == "training")
    }

    /// The alert that says so closes when it isn't true any more.
    @Test(arguments: [
        ("training.resume", "{}"), ("training.bail", "{}"),
        ("training.reset", #"{"confirm":true}"#),
    ])
    func aBubbleOfAPausedHoldIsWithdrawn(_ method: String, _ params: String) throws {
        try start()
        bench.advance(ms: 2000)
        bench.suspend(ms: 60_000)
        bench.wake()
        let alert = try #require(bench.alerts.last)
        #expect(alert.title == "Hold paused")
        bench.forget()
        try bench.call(method, params)
        #expect(bench.published.first?.endsThread == alert.thread)
    }
}
