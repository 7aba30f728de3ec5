import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// The bounds of the strength log, and spans of days.
@Suite struct StrengthBoundTests {
    let bench: Bench

    init() throws { bench = try Bench.gym() }

    @Test func namesAreCountedBeforeTheyAreLookedFor() throws {
        try bench.call("workout.start")
        let names = Array(repeating: "\"nothing\"", count: 51).joined(separator: ",")
        let refusal = try bench.refusal("workout.reorder", "{\"exercises\":[\(names)]}")
        #expect(refusal.kind == .tooLarge && refusal.field == "exercises")
    }

    @Test func tenYearsOfVolumeAtMost() throws {
        let decade = try bench.call("volume.list", #"{"from":"2016-03-02","to":"2026-03-02"}"#)
        #expect(decade["days"]?.list == [])
        let more = try bench.refusal("volume.list", #"{"from":"2016-03-01","to":"2026-03-02"}"#)
        #expect(more.kind == .tooLarge && more.field == "from")
        #expect(more.message.contains("shorter period"))
    }

    // MARK: Days

    /// 01:00 on 2 March where the person is belongs to 1 March.
    @Test func theNightBelongsToTheDayBefore() throws {
        bench.advance(to: 0, 0, day: 1)
        try bench.call("workout.start")
        try bench.set("squats")
        func counts(_ day: String) throws -> [Int?] {
            let span = "\"from\":\"\(day)\",\"to\":\"\(day)\""
            let progress = try bench.call(
                "exercise.progress", "{\"exercise\":\"squats\",\(span)}")
            let table = try bench.call(
                "export", "{\"what\":\"sets\",\"format\":\"csv\",\(span)}")["text"]?.string
            return [
                try bench.call("workout.list", "{\(span)}")["workouts"]?.list.count,
                progress["points"]?.list.count,
                try bench.call("volume.list", "{\(span)}")["days"]?.list.count,
                table.map { $0.split(separator: "\r\n").count - 1 },
            ]
        }
        #expect(try counts("2026-03-01") == [1, 1, 1, 1])
        #expect(try counts("2026-03-02") == [0, 0, 0, 0])
        // A new beginning of the day applies to later rows only.
        try bench.call("settings.set", #"{"day_starts_at":"00:00"}"#)
        #expect(try counts("2026-03-01") == [1, 1, 1, 1])
        #expect(try counts("2026-03-02") == [0, 0, 0, 0])
        // A bound with a time of day is taken as it is, whenever days begin.
        let since = try bench.call("workout.list", #"{"from":"2026-03-02T01:00"}"#)
        #expect(since["workouts"]?.list.count == 1)
    }

    // MARK: Time

    @Test func aSetLiesBehind() throws {
        // The time is 00:10 where the person is, whose new day has begun.
        try bench.call("settings.set", #"{"day_starts_at":"00:00"}"#)
        bench.advance(to: 22, 30)
        try bench.call("workout.start")
        bench.advance(to: 23, 10)
        let ahead = try bench.refusal(
            "set.log", #"{"exercise":"squats","reps":5,"at":"23:50"}"#)
        #expect(ahead.field == "at" && ahead.message.contains("2026-03-01T23:50"))
        try bench.set("squats", #""reps":5,"at":"2026-03-01T23:50""#)
        for at in ["2026-03-02T00:11", "00:10:01"] {
            let refusal = try bench.refusal("set.update", "{\"set\":\"last\",\"at\":\"\(at)\"}")
            #expect(refusal.kind == .invalidParams && refusal.field == "at", "\(at)")
        }
        try bench.call("set.update", #"{"set":"last","at":"00:10"}"#)
        let finish = try bench.refusal("workout.finish", #"{"at":"23:55"}"#)
        #expect(finish.message.contains("2026-03-01T23:55"))
        try bench.call("workout.finish")
        let start = try bench.refusal("workout.start", #"{"at":"23:55"}"#)
        #expect(start.message.contains("2026-03-01T23:55"))
    }

    @Test func aWorkoutEndsWithItsLastSetAtTheEarliest() throws {
        try bench.call("workout.start")
        bench.advance(ms: 1_800_000)
        let last = try bench.set("squats")["set"]
        bench.stepWall(ms: -3_600_000)
        let done = try bench.call("workout.finish")
        #expect(done["ended_at"] == last?["at"])
        #expect(done["summary"]?["duration_ms"] == .integer(1_800_000))
        // A set added to the workout has the time of the workout's end, though that lies far ahead now.
        bench.stepWall(ms: -40 * 86_400_000)
        #expect(
            try bench.set("squats", #""reps":1,"workout":"last""#)["set"]?["at"] == last?["at"])
        try bench.verify()
    }

    // MARK: Which exercise is meant

    private func meant(_ result: JSONValue) -> JSONValue? { result["set"]?["exercise_name"] }

    @Test func theNamedWorkoutSaysWhichExerciseIsMeant() throws {
        try bench.call("workout.start")
        let logged = try bench.setID("bench press")
        let first = try bench.call("workout.finish").id()
        bench.advance(ms: 1000)
        try bench.call("workout.start")
        try bench.set("bench dips")
        #expect(try meant(bench.set("bench")) == .string("Bench Dips"))
        let old = try bench.set("bench", "\"reps\":5,\"workout\":\"\(first)\"")
        #expect(meant(old) == .string("Bench Press"))
        let edited = try bench.call(
            "set.update", "{\"set\":\"\(logged)\",\"exercise\":\"bench\"}")
        #expect(meant(edited) == .string("Bench Press"))
        let noted = try bench.call(
            "workout.note", "{\"note\":\"x\",\"exercise\":\"bench\",\"workout\":\"\(first)\"}")
        #expect(noted.exerciseNames == ["Bench Press"])
        // Without a named workout, the open one counts.
        let records = try bench.call("record.list", #"{"exercise":"bench"}"#)["records"]?.list
        #expect(
            try records?.first?["exercise"] == .string(bench.id(ofExercise: "bench dips")))
    }

    @Test func blanksAreNoExercise() throws {
        try bench.call("workout.start")
        try bench.set("squats")
        bench.forget()
        for text in [" ", "\\t", "  "] {
            let refusal = try bench.refusal("set.log", "{\"exercise\":\"\(text)\",\"reps\":5}")
            #expect(refusal.kind == .invalidParams && refusal.field == "exercise")
            #expect(bench.published.isEmpty)
        }
    }

    // MARK: Refusals

    @Test func refusalsNameFieldAndState() throws {
        let none = try bench.refusal("workout.finish")
        #expect(none.kind == .conflict && none.state == "none")
        let empty = try bench.refusal("workout.start", #"{"repeat":""}"#)
        #expect(empty.field == "repeat" && empty.message.hasPrefix("repeat is empty"))
    }
}
