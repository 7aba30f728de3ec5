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
}
