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

    // MARK: Which exercise is meant

    private func meant(_ result: JSONValue) -> JSONValue? { result["set"]?["exercise_name"] }
}
