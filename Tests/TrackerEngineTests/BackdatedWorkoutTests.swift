import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// Workouts that are written up after they were done. The bench begins on 2026-03-01 at 09:00.
@Suite struct BackdatedWorkoutTests {
    let bench: Bench

    init() throws { bench = try Bench.gym() }

    @discardableResult
    private func start(_ at: String) throws -> JSONValue {
        try bench.call("workout.start", "{\"at\":\"\(at)\"}")
    }

    /// Logs a set, and returns its local time.
    @discardableResult
    private func logged(
        _ exercise: String = "squats", _ members: String = "\"reps\":5,\"load\":100"
    ) throws -> String {
        let set = try bench.set(exercise, members)["set"]
        return String(try #require(set?["at"]?.string).prefix(19))
    }

    @Test func setsFollowOneAnotherAndBeginNoRest() throws {
        let workout = try start("2026-02-26T18:00")
        #expect(workout["backdated"] == .bool(true))
        bench.forget()
        let first = try bench.set("squats")
        #expect(first["rest"] == nil && !bench.types.contains("rest.started"))
        #expect(first["set"]?["at"] == .string("2026-02-26T18:00:00.000+01:00"))
        #expect(first["set"]?["day"] == .string("2026-02-26"))
        #expect(try logged() == "2026-02-26T18:01:30")
        // A time of day is one of the workout's day, and the next set follows that.
        #expect(try logged("pull-ups", #""reps":8,"at":"18:20""#) == "2026-02-26T18:20:00")
        #expect(try logged() == "2026-02-26T18:21:30")
        let early = try bench.refusal(
            "set.log", #"{"exercise":"squats","reps":5,"load":100,"at":"17:59"}"#)
        #expect(early.field == "at" && early.kind == .invalidParams)
        let rest = try bench.refusal(
            "set.log", #"{"exercise":"squats","reps":5,"load":100,"rest":"1m"}"#)
        #expect(rest.field == "rest")
        try bench.call("settings.set", #"{"rest":0}"#)
        #expect(try logged() == "2026-02-26T18:22:30")
        // It ends with its last set.
        let done = try bench.call("workout.finish")
        #expect(done["ended_at"] == .string("2026-02-26T18:22:30.000+01:00"))
        #expect(done["day"] == .string("2026-02-26"))
        try bench.verify()
    }

    @Test func byTheRestThatIsPlanned() throws {
        try bench.call(
            "template.create",
            """
            {"name":"A","rest":"2m","exercises":[{"exercise":"squats","sets":2,"rest":"3m"},\
            {"exercise":"pull-ups","sets":1,"superset":"x"},\
            {"exercise":"bench press","sets":1,"superset":"x"}]}
            """)
        try bench.call("workout.start", #"{"template":"a","at":"2026-02-26T18:00"}"#)
        #expect(try logged() == "2026-02-26T18:00:00")
        #expect(try logged() == "2026-02-26T18:03:00")
        #expect(try logged("pull-ups", #""reps":5"#) == "2026-02-26T18:06:00")
        // Within a superset there is no rest, but a minute passes.
        #expect(try logged("bench press") == "2026-02-26T18:07:00")
        #expect(try logged() == "2026-02-26T18:09:00")
    }

    @Test func neitherAheadNorBeyondTheDay() throws {
        try start("-2m")
        #expect(try logged() == "2026-03-01T08:58:00")
        #expect(try logged() == "2026-03-01T08:59:30")
        #expect(try logged() == "2026-03-01T09:00:00")
        #expect(try logged() == "2026-03-01T09:00:00")
        try bench.call("workout.finish")
        // The day lasts until 04:00.
        try start("2026-02-27T03:57")
        #expect(try logged() == "2026-02-27T03:57:00")
        #expect(try logged() == "2026-02-27T03:58:30")
        #expect(try logged() == "2026-02-27T03:59:59")
        let last = try bench.set("squats")["set"]
        #expect(last?["at"] == .string("2026-02-27T03:59:59.999+01:00"))
        #expect(last?["day"] == .string("2026-02-26"))
        let finished = try bench.refusal("workout.finish", #"{"at":"03:59:59"}"#)
        #expect(finished.field == "at")
    }

    @Test func aTimeAfterMidnightIsOfTheSameNight() throws {
        try start("2026-02-26T23:30")
        #expect(try logged("squats", #""reps":5,"load":100,"at":"00:15""#) == "2026-02-27T00:15:00")
        #expect(try bench.call("workout.get")["day"] == .string("2026-02-26"))
        let done = try bench.call("workout.finish", #"{"at":"00:30"}"#)
        #expect(done["ended_at"] == .string("2026-02-27T00:30:00.000+01:00"))
    }

    @Test func ofAnotherZoneItStaysInItsDay() throws {
        // 20:00 in Los Angeles is 05:00 of the next day here.
        try start("2026-02-25T20:00:00-08:00")
        let first = try bench.set("squats")["set"]
        #expect(first?["day"] == .string("2026-02-25"))
        let second = try bench.set("squats", #""reps":5,"load":100,"at":"20:30""#)["set"]
        #expect(second?["at"] == .string("2026-02-26T05:30:00.000+01:00"))
        #expect(second?["day"] == .string("2026-02-25"))
    }

    @Test func anythingElseIsAsBefore() throws {
        let workout = try bench.call("workout.start")
        #expect(workout["backdated"] == nil)
        #expect(try bench.set("squats")["rest"] != nil)
        bench.advance(ms: 60_000)
        try bench.call("workout.update", #"{"started_at":"-10m"}"#)
        #expect(try bench.set("squats")["rest"] != nil)
        let done = try bench.call("workout.finish")
        #expect(done["started_at"] == .string("2026-03-01T08:51:00.000+01:00"))
        #expect(done["ended_at"] == .string("2026-03-01T09:01:00.000+01:00"))
        // Begun like a backdated one it isn't one itself.
        try bench.call("workout.start", #"{"at":"2026-02-26T18:00"}"#)
        try bench.set("squats")
        try bench.call("workout.finish")
        #expect(try bench.call("workout.start", #"{"repeat":"last"}"#)["backdated"] == nil)
    }

    @Test func itOutlivesARestartAndAnExport() throws {
        try start("2026-02-26T18:00")
        try bench.set("squats")
        try bench.crash()
        try bench.start()
        #expect(try logged() == "2026-02-26T18:01:30")
        try bench.verify()
    }
}
