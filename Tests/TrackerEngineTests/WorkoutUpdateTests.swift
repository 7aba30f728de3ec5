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

    @Test func nameStartAndEnd() throws {
        try done()
        let changed = try update(
            #""name":" Legs, heavy ","started_at":"17:45","ended_at":"19:30""#)
        #expect(changed["name"] == .string("Legs, heavy"))
        #expect(changed["started_at"] == .string("2026-02-26T17:45:00.000+01:00"))
        #expect(changed["ended_at"] == .string("2026-02-26T19:30:00.000+01:00"))
        #expect(changed["summary"]?["duration_ms"] == .integer(6_300_000))
        #expect(bench.types == ["workout.updated"])
        #expect(try bench.call("workout.get", #"{"workout":"last"}"#) == changed)
        try bench.verify()
        try bench.call("journal.undo")
        let back = try bench.call("workout.get", #"{"workout":"last"}"#)
        #expect(back["name"] == .string("Legs"))
        #expect(back["started_at"] == .string("2026-02-26T18:00:00.000+01:00"))
        #expect(back["ended_at"] == .string("2026-02-26T18:30:00.000+01:00"))
        try bench.call("journal.redo")
        #expect(try bench.call("workout.get", #"{"workout":"last"}"#)["name"] == changed["name"])
        try bench.verify()
    }

    @Test func eachAlone() throws {
        try done()
        #expect(try update(#""name":"Push""#)["ended_at"]?.string?.contains("18:30") == true)
        #expect(try update(#""ended_at":"18:20""#)["started_at"]?.string?.contains("18:00") == true)
        #expect(try update(#""started_at":"2026-02-25T23:00""#)["day"] == .string("2026-02-25"))
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

    @Test func bounds() throws {
        try done()
        for (members, field) in [
            (#""name":" ""#, "name"), (#""name":"last""#, "name"),
            (#""started_at":"18:00:01""#, "started_at"),
            (#""started_at":"2026-03-01T09:01""#, "started_at"),
            (#""started_at":"2026-02-25""#, "started_at"),
            (#""ended_at":"18:19:59""#, "ended_at"), (#""ended_at":"17:00""#, "ended_at"),
            (#""ended_at":"2026-03-01T09:01""#, "ended_at"),
            (#""ended_at":"2026-02-26""#, "ended_at"),
        ] {
            let refusal = try refusal(members)
            #expect(refusal.kind == .invalidParams && refusal.field == field, "\(refusal)")
        }
    }

    @Test func anOpenOneHasNoEnd() throws {
        try bench.call("workout.start")
        let refusal = try bench.refusal("workout.update", #"{"ended_at":"-1m"}"#)
        #expect(refusal.kind == .conflict && refusal.field == "ended_at")
        #expect(refusal.state == "open" && refusal.message.contains("finish it"))
        let nothing = try bench.refusal("workout.update", "{}")
        #expect(nothing.kind == .invalidParams && nothing.field == "name")
        // Its start may be earlier, but not later than its sets.
        let earlier = try bench.call("workout.update", #"{"started_at":"08:30"}"#)
        #expect(earlier["started_at"] == .string("2026-03-01T08:30:00.000+01:00"))
        try bench.set("squats")
        bench.advance(ms: 60_000)
        let late = try bench.refusal("workout.update", #"{"started_at":"-30s"}"#)
        #expect(late.field == "started_at" && late.message.contains("first set"))
    }

    @Test func withoutAWorkout() throws {
        let none = try bench.refusal("workout.update", #"{"name":"x"}"#)
        #expect(none.kind == .conflict && none.state == "none")
        let unknown = try bench.refusal("workout.update", #"{"workout":"zzzz","name":"x"}"#)
        #expect(unknown.kind == .notFound && unknown.field == "workout")
    }

    /// A workout without sets whose start would come after its end.
    @Test func theEndComesAfterTheStart() throws {
        try done()
        try bench.call("set.delete", #"{"set":"last"}"#)
        try bench.call("set.delete", #"{"set":"last"}"#)
        #expect(try refusal(#""started_at":"18:31""#).field == "started_at")
        #expect(try refusal(#""ended_at":"17:59""#).field == "ended_at")
        #expect(try refusal(#""started_at":"19:00","ended_at":"18:59""#).field == "ended_at")
        try update(#""started_at":"19:00","ended_at":"19:00""#)
        #expect(bench.types.last == "workout.updated")
    }
}
