import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// The rests that sets begin.
@Suite struct SetRestTests {
    let bench: Bench

    init() throws { bench = try Bench.gym() }

    private func restMs(_ result: JSONValue) -> Int64? { result["rest"]?["duration_ms"]?.integer }

    /// The `rest_ms` of the sets of the workout's first exercise.
    private func taken() throws -> [JSONValue?] {
        try bench.call("workout.get").sets().map { $0["rest_ms"] }
    }

    @Test func aSetBeginsARest() throws {
        try bench.call("workout.start")
        bench.forget()
        let logged = try bench.set("squats")
        let rest = try #require(logged["rest"])
        #expect(rest["duration_ms"] == .integer(90_000) && rest["label"] == .string("Squats"))
        #expect(rest["warn_at_ms"] == .array([.integer(3000)]))
        let id = try #require(try logged["set"]?.id())
        #expect(rest["after"] == .object(["kind": .string("set"), "id": .string(id)]))
        #expect(bench.types == ["workout.updated", "set.logged", "rest.started", "record.set"])
        #expect(try bench.call("status")["rest"] == rest)
        #expect(try taken() == [nil])
        bench.advance(ms: 90_000)
        #expect(bench.types.suffix(2) == ["rest.warning", "rest.finished"])
        #expect(try taken() == [.integer(90_000)])
        // The finished rest doesn't keep the set from being undone.
        try bench.call("journal.undo")
        #expect(try taken() == [])
        try bench.verify()
    }

    @Test func theNextSetEndsIt() throws {
        try bench.call("workout.start")
        try bench.set("squats")
        bench.advance(ms: 70_000)
        bench.forget()
        try bench.set("squats")
        #expect(bench.types == ["set.logged", "rest.skipped", "rest.started"])
        #expect(try taken() == [.integer(70_000), nil])
        // A set that begins no rest itself also ends the rest.
        bench.advance(ms: 40_000)
        let without = try bench.set("squats", #""reps":1,"rest":false"#)
        #expect(without["rest"] == nil)
        #expect(try bench.call("status")["rest"] == nil)
        #expect(try taken() == [.integer(70_000), .integer(40_000), nil])
        try bench.verify()
    }

    @Test func aWarmUpBeginsNoRestUnlessItIsAskedFor() throws {
        try bench.call("workout.start")
        try bench.set("squats")
        bench.advance(ms: 30_000)
        let warmUp = try bench.set("squats", #""reps":5,"type":"warmup""#)
        #expect(warmUp["rest"] == nil)
        // It ends the rest before it all the same.
        #expect(try bench.call("status")["rest"] == nil)
        let asked = try bench.set("squats", #""reps":5,"type":"warmup","rest":"1m""#)
        #expect(restMs(asked) == 60_000)
        #expect(restMs(try bench.set("squats")) == 90_000)
        try bench.verify()
    }

    @Test func pausesAreNoRest() throws {
        try bench.call("workout.start")
        try bench.set("squats")
        bench.advance(ms: 10_000)
        try bench.call("rest.pause")
        bench.advance(ms: 600_000)
        try bench.call("rest.resume")
        bench.advance(ms: 5000)
        try bench.call("rest.skip")
        #expect(try taken() == [.integer(15_000)])
    }

    @Test func backdatedSetsBeginNoneAndEndNone() throws {
        try bench.call("workout.start")
        bench.advance(ms: 600_000)
        try bench.set("squats")
        bench.advance(ms: 5000)
        let backdated = try bench.set("squats", #""reps":1,"at":"-2m""#)
        #expect(backdated["rest"] == nil)
        #expect(try bench.call("status")["rest"]?["remaining_ms"] == .integer(85_000))
    }

    @Test func asLongAsItsExerciseOrWorkoutSay() throws {
        try bench.call("settings.set", #"{"rest":"100s"}"#)
        try bench.call(
            "template.create",
            """
            {"name":"A","rest":"2m","exercises":[{"exercise":"squats","sets":1,"rest":"3m"},\
            {"exercise":"pull-ups","sets":1},{"exercise":"plank","sets":1,"rest":0}]}
            """)
        try bench.call("workout.start", #"{"template":"a"}"#)
        #expect(try restMs(bench.set("squats")) == 180_000)
        #expect(try restMs(bench.set("pull-ups", #""reps":5"#)) == 120_000)
        #expect(try restMs(bench.set("plank", #""seconds":30"#)) == nil)
        #expect(try restMs(bench.set("plank", #""seconds":30,"rest":"45s""#)) == 45_000)
        #expect(try restMs(bench.set("squats", #""reps":5,"rest":0"#)) == nil)
        // In a workout begun without a template, the exercise has no rest of its own.
        try bench.call("workout.finish")
        try bench.call("workout.start")
        #expect(try restMs(bench.set("squats")) == 100_000)
        try bench.call("settings.set", #"{"rest":0}"#)
        #expect(try restMs(bench.set("squats")) == nil)
    }

    @Test func withinASupersetAfterItsLastMember() throws {
        try bench.call("workout.start")
        for exercise in ["squats", "pull-ups"] {
            try bench.call(
                "workout.add_exercise", "{\"exercise\":\"\(exercise)\",\"superset\":\"A\"}")
        }
        #expect(try restMs(bench.set("squats")) == nil)
        #expect(try restMs(bench.set("pull-ups", #""reps":5"#)) == 90_000)
        bench.advance(ms: 20_000)
        // The next round ends the rest, and begins one only after its last exercise.
        #expect(try restMs(bench.set("squats")) == nil)
        #expect(try bench.call("status")["rest"] == nil)
        #expect(try restMs(bench.set("squats", #""reps":5,"load":1,"rest":"30s""#)) == 30_000)
        try bench.call("workout.reorder", #"{"exercises":["pull-ups","squats"]}"#)
        #expect(try restMs(bench.set("squats")) == 90_000)
    }

    @Test func withinASupersetAfterOneWithARestOfItsOwn() throws {
        try bench.call(
            "template.create",
            """
            {"name":"Legs","exercises":[\
            {"exercise":"squats","sets":3,"reps":5,"rest":"30s","superset":"a"},\
            {"exercise":"bench dips","sets":3,"reps":8,"superset":"a"},\
            {"exercise":"pull-ups","sets":3,"reps":8,"rest":"2m","superset":"a"}]}
            """)
        try bench.call("workout.start", #"{"template":"legs"}"#)
        for _ in 1...3 {
            #expect(try restMs(bench.set("squats")) == 30_000)
            #expect(try restMs(bench.set("bench dips", #""reps":8"#)) == nil)
            #expect(try restMs(bench.set("pull-ups", #""reps":8"#)) == 120_000)
        }
        try bench.verify()
    }

    @Test func itTakesThePlaceOfAFreeRest() throws {
        try bench.call("rest.start", #"{"duration":"5m"}"#)
        try bench.call("workout.start")
        bench.forget()
        try bench.set("squats")
        #expect(
            bench.types.dropLast()
                == ["workout.updated", "set.logged", "rest.skipped", "rest.started"])
        let refusal = try bench.refusal("rest.start", #"{"duration":"5m"}"#)
        #expect(refusal.kind == .conflict)
    }

    @Test func aTrainingKeepsItsRests() throws {
        try bench.call("training.start", #"{"mode":"reps","rest":"60s"}"#)
        try bench.call("training.reps", #"{"count":5}"#)
        try bench.call("workout.start")
        bench.forget()
        #expect(try restMs(bench.set("squats")) == nil)
        #expect(try restMs(bench.set("squats", #""reps":5,"rest":false"#)) == nil)
        #expect(try bench.call("status")["rest"]?["after"]?["kind"] == .string("training"))
        let refusal = try bench.refusal(
            "set.log", #"{"exercise":"squats","reps":5,"rest":"1m"}"#)
        #expect(refusal.kind == .conflict && refusal.state == "resting")
        #expect(refusal.message.contains("finish it first"))
        try bench.call("training.stop")
        #expect(try restMs(bench.set("squats")) == 90_000)
        try bench.verify()
    }

    @Test func theWorkoutsEndEndsIt() throws {
        try bench.call("workout.start")
        try bench.set("squats")
        bench.advance(ms: 30_000)
        bench.forget()
        let done = try bench.call("workout.finish")
        #expect(bench.types == ["rest.skipped", "workout.finished"])
        #expect(done.sets().first?["rest_ms"] == .integer(30_000))
        // A free rest doesn't belong to the workout.
        try bench.call("workout.start")
        try bench.set("squats", #""reps":1,"rest":false"#)
        try bench.call("rest.start", #"{"duration":"5m"}"#)
        try bench.call("workout.finish")
        #expect(try bench.call("status")["rest"] != nil)
        // A free rest doesn't end with another workout's deletion either.
        try bench.call("workout.delete", #"{"workout":"last"}"#)
        #expect(try bench.call("status")["rest"] != nil)
    }

    @Test func itGoesOnOverARestart() throws {
        try bench.call("workout.start")
        try bench.set("squats")
        try bench.crash()
        bench.drift(ms: 100_000)
        try bench.start()
        #expect(bench.types.contains("rest.finished"))
        #expect(try taken() == [.integer(90_000)])
    }
}
