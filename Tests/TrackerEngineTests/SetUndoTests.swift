import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// The effect of undone and restored sets on the other sets.
@Suite struct SetUndoTests {
    let bench: Bench

    init() throws {
        bench = try Bench.gym()
        try bench.call("workout.start")
        bench.forget()
    }

    private func seq(_ type: String) throws -> Int64 {
        try #require(bench.published.last { $0.event.type == type }?.event.seq)
    }

    private func undo(_ seq: Int64) throws -> Rejection {
        try bench.refusal("journal.undo", "{\"seq\":\(seq)}")
    }

    private func drop(_ set: String, of former: String) throws {
        try bench.call("set.update", "{\"set\":\"\(set)\",\"drop_of\":\"\(former)\"}")
    }

    // MARK: Drop sets

    @Test func noUndoingClosesARingOfThree() throws {
        let first = try bench.setID("squats")
        let second = try bench.setID("squats", #""reps":8,"load":80,"drop_of":"last""#)
        let third = try bench.setID("squats", #""reps":9,"load":60,"drop_of":"last""#)
        try bench.call("set.delete", "{\"set\":\"\(second)\"}")
        let deleted = try seq("set.deleted")
        try drop(first, of: third)
        #expect(try undo(deleted).kind == .conflict)
        try drop(first, of: "")
        try bench.call("journal.undo", "{\"seq\":\(deleted)}")
        let sets = try bench.call("workout.get").sets()
        #expect(sets.map { $0["drop_of"] } == [nil, .string(first), .string(second)])
        try bench.verify()
    }

    @Test func variantsCloseNoRingEither() throws {
        func vary(_ exercise: String, _ parent: String) throws {
            try bench.call(
                "exercise.update", "{\"exercise\":\"\(exercise)\",\"variant_of\":\"\(parent)\"}")
        }
        try vary("paused squats", "squats")
        try vary("paused squats", "")
        let loosened = try seq("exercise.updated")
        try vary("squats", "paused squats")
        #expect(try undo(loosened).kind == .conflict)
        try bench.call(
            "exercise.create", #"{"name":"Front Squats","unit":"reps","variant_of":"squats"}"#)
    }

    // MARK: Places and numbers

    private func logMany(_ count: Int, _ exercise: String) throws {
        let one = "{\"exercise\":\"\(exercise)\",\"reps\":1,\"rest\":false}"
        try bench.callEach("set.log", Array(repeating: one, count: count))
    }

    @Test func oneSetMoreThanTheLimitIsNotPutBack() throws {
        try logMany(500, "squats")
        try bench.call("set.delete", #"{"set":"last"}"#)
        let deleted = try seq("set.deleted")
        try bench.set("squats", #""reps":2"#)
        let refusal = try undo(deleted)
        #expect(refusal.kind == .conflict && refusal.message.contains("500"))
        try bench.call("set.delete", #"{"set":"last"}"#)
        try bench.call("journal.undo", "{\"seq\":\(deleted)}")
        #expect(try bench.call("workout.get").sets().count == 500)
    }
}
