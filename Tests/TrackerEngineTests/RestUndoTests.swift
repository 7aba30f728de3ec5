import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine

/// Rests that were skipped, and are put back by undo.
@Suite struct RestUndoTests {
    let bench: Bench

    init() throws {
        bench = try Bench.gym()
        try bench.call("rest.start", #"{"duration":"90s","warn_at":["10s"]}"#)
    }

    private var rest: JSONValue? {
        get throws { try bench.call("status")["rest"] }
    }

    private func undone() throws -> String? {
        try bench.call("journal.undo")["undone"]?["type"]?.string
    }

    /// One that only made way for another is left skipped, and stands in the way of no other undo.
    @Test func whatMadeWayForAnotherStaysSkipped() throws {
        try bench.call("rest.skip")
        try bench.call("workout.start")
        for load in [60, 70] {
            try bench.call(
                "set.log", "{\"exercise\":\"bench press\",\"reps\":5,\"load\":\(load)}")
        }
        #expect(bench.types.count { $0 == "rest.skipped" } == 2)
        #expect(try undone() == "set.logged")
        #expect(try rest == nil)
        #expect(try undone() == "set.logged")
        #expect(try undone() == "workout.started")
        // The first one was skipped by itself.
        #expect(try undone() == "rest.skipped")
        #expect(try rest?["remaining_ms"] == .integer(90_000))
        try bench.verify()
    }

    @Test func oneThatIsReplacedStaysSkipped() throws {
        try bench.call("rest.start", #"{"duration":"60s","replace":true}"#)
        #expect(try bench.refusal("journal.undo").state == "irreversible")
        let seq = try #require(bench.published.last { $0.event.type == "rest.skipped" }?.event.seq)
        #expect(try bench.refusal("journal.undo", "{\"seq\":\(seq)}").state == "irreversible")
    }

    @Test func thatOfASessionStaysSkipped() throws {
        try bench.call("rest.skip")
        try bench.call(
            "training.start", #"{"mode":"reps","target":50,"exercise":"squats","rest":"60s"}"#)
        try bench.call("training.reps", #"{"count":8}"#)
        try bench.call("training.skip_rest")
        #expect(try bench.refusal("journal.undo").state == "irreversible")
    }

    /// Part of a request that did more, it is left as it is.
    @Test func withinOtherCommandsItStaysSkipped() throws {
        try bench.call(
            "atomic",
            """
            {"calls":[{"method":"rest.skip"},{"method":"timer.start","params":{"duration":"5m"}}]}
            """)
        #expect(try undone() == "timer.started")
        #expect(try rest == nil)
        try bench.verify()
    }
}
