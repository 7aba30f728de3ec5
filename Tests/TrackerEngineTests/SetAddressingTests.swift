import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// The set that `last` means, and the times that a set may have.
@Suite struct SetAddressingTests {
    let bench: Bench

    init() throws { bench = try Bench.gym() }

    private static let old = """
        Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,\
        Workout Notes,RPE
        2024-03-01 17:31:05,Old,1h,Squats,1,60,5,0,0,,,

        """

    /// The reps of the set that `last` means.
    private func last() throws -> Int64? {
        try bench.call("set.update", #"{"set":"last","note":"x"}"#)["set"]?["reps"]?.integer
    }

    @Test func lastIsOfTheOpenWorkoutElseOfTheLastOne() throws {
        let none = try bench.refusal("set.delete", #"{"set":"last"}"#)
        #expect(none.kind == .notFound && none.field == "set")
        try bench.call("workout.start")
        bench.advance(ms: 1_800_000)
        try bench.set("squats", #""reps":1"#)
        try bench.set("squats", #""reps":2,"at":"-10m""#)
        // The one logged last, though its time is before the other's.
        #expect(try last() == 2)
        try bench.call("workout.finish")
        // Imported rows come later but have earlier times.
        try bench.commit(bench.open(Self.old, #"{"unit":"kg"}"#))
        #expect(try last() == 2)
        let deleted = try bench.call("set.delete", #"{"set":"last"}"#)
        #expect(deleted["set"]?["exercise_name"] == .string("Squats"))
        #expect(deleted["set"]?["reps"] == .integer(2))
        #expect(try last() == 1)
        // The last set of a finished workout isn't a set of the open one.
        try bench.call("workout.start", #"{"name":"Today"}"#)
        let empty = try bench.refusal("set.delete", #"{"set":"last"}"#)
        #expect(empty.kind == .notFound && empty.message.contains("Today"))
        try bench.set("squats", #""reps":3"#)
        #expect(try last() == 3)
    }

    @Test func aDropGoesOnFromTheNewestOfItsWorkout() throws {
        try bench.call("workout.start")
        let first = try bench.setID("squats")
        try bench.call("workout.finish")
        bench.advance(ms: 60_000)
        try bench.call("workout.start")
        try bench.set("squats")
        let drop = try bench.set(
            "squats",
            #""reps":8,"load":60,"workout":"WORKOUT","drop_of":"last""#
                .replacing("WORKOUT", with: workouts()[1]))
        #expect(drop["set"]?["drop_of"] == .string(first))
    }

    private func workouts() throws -> [String] {
        try bench.call("workout.list")["workouts"]?.list.map { try $0.id() } ?? []
    }

    @Test func noSetWasBeforeItsWorkout() throws {
        try bench.call("workout.start", #"{"at":"-20m"}"#)
        for params in [#""reps":5,"at":"-21m""#, #""reps":5,"at":"-2h""#] {
            let refusal = try bench.refusal("set.log", "{\"exercise\":\"squats\",\(params)}")
            #expect(refusal.kind == .invalidParams && refusal.field == "at")
            #expect(refusal.message.contains("2026-03-01T08:40:00"))
        }
        let id = try bench.setID("squats", #""reps":5,"at":"-20m""#)
        let refusal = try bench.refusal("set.update", "{\"set\":\"\(id)\",\"at\":\"-21m\"}")
        #expect(refusal.kind == .invalidParams && refusal.field == "at")
        try bench.call("set.update", "{\"set\":\"\(id)\",\"at\":\"-19m\"}")
        // A clock that was set back since doesn't get in the way of new sets.
        bench.stepWall(ms: -86_400_000)
        try bench.set("squats")
        try bench.call("set.update", "{\"set\":\"\(id)\",\"reps\":6}")
        try bench.verify()
    }
}
