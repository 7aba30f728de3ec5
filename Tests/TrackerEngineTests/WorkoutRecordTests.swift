import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine

/// Records of a workout: in its summary and its bubble; and what was done the last times.
@Suite struct WorkoutRecordTests: LiftingSuite {
    let bench: Bench
    let press: String

    init() throws { (bench, press) = try Bench.lifting() }

    // MARK: Records of a workout

    /// Two equal sets are twice the work of one, but no record: only earlier workouts count, and only at
    /// the end.
    @Test func workCountsAtTheEndAgainstEarlierWorkouts() throws {
        try log(5, 100)
        #expect(made(try log(5, 100)) == [])
        let first = try bench.call("workout.finish")
        #expect(bench.types.filter { $0 == "record.set" }.count == 1)
        let kinds = { (workout: JSONValue) in
            workout["summary"]?["records"]?.list.map { $0["kind"]?.string }
        }
        #expect(kinds(first) == ["heaviest_load", "most_reps", "best_1rm", "set_work"])
        bench.advance(ms: 86_400_000)
        try bench.call("workout.start", #"{"name":"Again"}"#)
        try log(5, 100)
        bench.forget()
        try log(6, 90)
        #expect(!bench.types.contains("record.set") || bench.types.last == "record.set")
        let second = try bench.call("workout.finish")
        let work = try #require(
            second["summary"]?["records"]?.list.last { $0["kind"] == .string("workout_work") })
        #expect(work["value"] == .integer(1040) && work["previous"] == .integer(1000))
        #expect(work["exercise_name"] == .string("Press") && work["set"] == nil)
        #expect(bench.types.suffix(2) == ["workout.finished", "record.set"])
        let event = try bench.data(of: "record.set")
        #expect(try event["set"] == nil && event["workout"]?.string == second.id())
        #expect(event["name"] == .string("Again") && event["records"]?.list == [work])
        // A workout keeps what it had made then.
        bench.advance(ms: 86_400_000)
        try bench.call("workout.start")
        try log(5, 200)
        try bench.call("workout.finish")
        let shown = try bench.call("workout.get", "{\"workout\":\"\(second.id())\"}")
        #expect(shown["summary"] == second["summary"])
        let listed = try #require(try bench.call("workout.list")["workouts"]?.list.last)
        #expect(listed["summary"]?["records"] == nil && listed["summary"]?["volume"] != nil)
    }

    @Test func theDifferenceToTheLastTime() throws {
        try log(5, 100)
        try bench.call("set.log", #"{"exercise":"hang","seconds":30}"#)
        let first = try bench.call("workout.finish")
        #expect(first["summary"]?["difference"] == nil)
        bench.advance(ms: 86_400_000)
        try bench.call("workout.start")
        try log(20, 20, #","type":"warmup""#)
        try log(5, 102.5)
        try log(4, 90)
        let second = try bench.call("workout.finish")
        let difference = try #require(second["summary"]?["difference"])
        #expect(try difference["workout"]?.string == first.id())
        #expect(difference["day"] == .string("2026-03-01"))
        #expect(difference["work"] == .number(372.5) && difference["reps"] == .integer(4))
        #expect(difference["sets"] == .integer(1))
        // The last one had no hang, the one before had both.
        bench.advance(ms: 86_400_000)
        try bench.call("workout.start")
        try log(1, 100)
        try bench.call("set.log", #"{"exercise":"hang","seconds":30}"#)
        let third = try bench.call("workout.finish")["summary"]?["difference"]
        #expect(try third?["workout"]?.string == first.id())
        #expect(third?["work"] == .integer(-400))
        #expect(third?["sets"] == .integer(0) && third?["reps"] == .integer(-4))
    }

    @Test func theAverageRest() throws {
        try bench.call("set.log", #"{"exercise":"press","reps":5,"load":100,"rest":"60s"}"#)
        bench.advance(ms: 40_000)
        try bench.call("set.log", #"{"exercise":"press","reps":5,"load":100,"rest":"60s"}"#)
        bench.advance(ms: 61_000)
        try bench.call("set.log", #"{"exercise":"press","reps":5,"load":100,"rest":false}"#)
        let summary = try bench.call("workout.finish")["summary"]
        #expect(summary?["average_rest_ms"] == .integer(50_000))
    }

    // MARK: The bubble

    /// One bubble names all records of the workout so far, as the sets are now.
    @Test func oneBubbleAWorkout() throws {
        try log(5, 100)
        try bench.call("workout.finish")
        bench.advance(ms: 86_400_000)
        let workout = try bench.call("workout.start").id()
        let heavy = try log(5, 110)["set"]?.id() ?? ""
        let first = try #require(bench.published.compactMap(\.alert).last)
        #expect(first.title == "New records" && first.thread == "records:\(workout)")
        #expect(
            first.body
                == "Press: heaviest load 110 kg, estimated 1RM 128.33 kg, work in a set 550 kg")
        try bench.call("set.update", "{\"set\":\"\(heavy)\",\"load\":105}")
        try bench.call("set.log", #"{"exercise":"hang","seconds":42.5}"#)
        let second = try #require(bench.published.compactMap(\.alert).last)
        #expect(second.thread == first.thread)
        #expect(
            second.body == """
                Press: heaviest load 105 kg, estimated 1RM 122.5 kg, work in a set 525 kg
                Hang: first record
                """)
        try log(8, 100)
        #expect(
            bench.published.compactMap(\.alert).last?.body.contains("most reps 8 with 100 kg")
                == true)
    }

    @Test func aWorkoutThatGoesTakesItsBubbleAlong() throws {
        try log(5, 100)
        let workout = try bench.call("workout.get").id()
        try bench.call("workout.discard", #"{"confirm":true}"#)
        #expect(bench.published.contains { $0.endsThread == "records:\(workout)" })
    }

    // MARK: The last sessions

    @Test func history() throws {
        try log(5, 100)
        try log(5, 60, #","type":"warmup""#)
        let first = try bench.call("workout.finish").id()
        bench.advance(ms: 86_400_000)
        try bench.call("workout.start", #"{"name":"Push"}"#)
        try log(3, 110)
        let answer = try bench.call("exercise.history", #"{"exercise":"press"}"#)
        #expect(answer["exercise"] == .string(press))
        let sessions = try #require(answer["sessions"]?.list)
        #expect(sessions.map { $0["day"]?.string } == ["2026-03-02", "2026-03-01"])
        #expect(sessions[0]["name"] == .string("Push") && sessions[1]["workout"]?.string == first)
        #expect(sessions[1]["sets"]?.list.map { $0["load"] } == [.integer(100), .integer(60)])
        let one = try bench.call("exercise.history", #"{"exercise":"press","limit":1}"#)
        #expect(one["sessions"]?.list == [sessions[0]])
        let none = try bench.call("exercise.history", #"{"exercise":"hang"}"#)
        #expect(none["sessions"]?.list == [])
        for limit in [0, 201] {
            let refusal = try bench.refusal(
                "exercise.history", "{\"exercise\":\"press\",\"limit\":\(limit)}")
            #expect(refusal.field == "limit")
        }
        #expect(try bench.refusal("exercise.history", #"{"exercise":"x1"}"#).kind == .notFound)
    }
}
