import Testing
import TrackerAPI
import TrackerCore
import TrackerStore

@testable import TrackerEngine

/// A workout that is open on another machine: each machine has one of its own.
@Suite struct WorkoutElsewhereTests {
    let bench: Bench
    private let elsewhere: String

    init() throws {
        bench = try Bench.gym()
        let instant = LocalInstant(
            ms: bench.clock.wallMs - 60_000, day: LocalDay(number: 20_513, offsetS: 3600))
        let workout = try Workout(
            id: "0ther0000002", name: "There", template: nil, restMs: nil, exercises: [],
            start: instant, isBackdated: false, owner: "0ther0000001", order: 1, at: bench.clock)
        elsewhere = workout.id
        _ = try bench.engine.store.perform(at: bench.clock) { transaction in
            try transaction.append(
                "workout.started", subject: workout.id, cause: .daemon, data: "{}", [workout])
        }
    }

    @Test func itIsNoneOfOurs() throws {
        #expect(try bench.call("status")["workout"] == nil)
        #expect(bench.engine.summary(at: bench.clock) == "Nothing is running")
        let ours = try bench.call("workout.start", #"{"name":"Here"}"#)
        #expect(try bench.call("status")["workout"]?["id"] == ours["id"])
        try bench.call("set.log", #"{"exercise":"squat","reps":5,"load":100}"#)
        #expect(try bench.call("workout.get")["id"] == ours["id"])
        #expect(try bench.refusal("workout.start").state == "open")
        try bench.call("workout.finish")
        #expect(try bench.refusal("workout.finish").state == "none")
        try bench.verify()
    }

    @Test func itsIDMeansIt() throws {
        let there = "{\"workout\":\"\(elsewhere)\"}"
        #expect(try bench.call("workout.get", there)["state"] == .string("open"))
        // A name doesn't, as it may be one of here, too.
        #expect(try bench.refusal("workout.get", #"{"workout":"there"}"#).kind == .notFound)
        try bench.call("workout.start", #"{"name":"Here"}"#)
        try bench.call("workout.discard", "{\"workout\":\"\(elsewhere)\",\"confirm\":true}")
        #expect(try bench.refusal("workout.get", there).kind == .notFound)
        #expect(try bench.call("status")["workout"]?["name"] == .string("Here"))
        try bench.verify()
    }
}
