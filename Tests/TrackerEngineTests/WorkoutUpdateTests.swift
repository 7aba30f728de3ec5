import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// `workout.update`. The bench begins on 2026-03-01 at 09:00.
@Suite struct WorkoutUpdateTests {
    let bench: Bench

    init() throws { bench = try Bench.gym() }

    /// A finished workout of 26 February, 18:00 to 18:30, with sets at 18:00 and 18:20.
    private func done() throws {
        try bench.call("workout.start", #"{"at":"2026-02-26T18:00","name":"Legs"}"#)
        try bench.set("squats")
        try bench.set("squats", #""reps":5,"load":110,"at":"18:20""#)
        try bench.call("workout.finish", #"{"at":"18:30"}"#)
        bench.forget()
    }

    @discardableResult
    private func update(_ members: String) throws -> JSONValue {
        try bench.call("workout.update", "{\"workout\":\"last\",\(members)}")
    }

    private func refusal(_ members: String) throws -> Rejection {
        let before = try bench.call("workout.get", #"{"workout":"last"}"#)
        let refusal = try bench.refusal(
            "workout.update", "{\"workout\":\"last\",\(members)}")
        #expect(try bench.call("workout.get", #"{"workout":"last"}"#) == before)
        return refusal
    }

    /// The day follows the start, and with it what is counted by days.
    @Test func figuresFollow() throws {
        try done()
        func workouts(_ day: String) throws -> JSONValue? {
            try bench.call("calendar.month", #"{"month":"2026-02"}"#)["days"]?.list
                .first { $0["date"] == .string(day) }?["workouts"]
        }
        #expect(try workouts("2026-02-26") == .integer(1))
        try update(#""started_at":"2026-02-25T20:00""#)
        #expect(try workouts("2026-02-26") == .integer(0))
        #expect(try workouts("2026-02-25") == .integer(1))
        // Records of a workout are against what was lifted before its start.
        try bench.call("workout.start", #"{"at":"2026-02-27T10:00"}"#)
        try bench.set("squats", #""reps":5,"load":120"#)
        try bench.call("workout.finish")
        let first = try bench.call("workout.list")["workouts"]?.list.last?.id()
        let id = try #require(first)
        let moved = try bench.call("workout.get", "{\"workout\":\"\(id)\"}")
        #expect(moved["summary"]?["records"]?.list.first?["first"] == .bool(true))
        try bench.verify()
    }
}
