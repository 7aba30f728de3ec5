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
}
