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

    /// Time counts as if nothing had happened; its warning and its end come as before.
    @Test func itHasWhatWouldBeLeft() throws {
        bench.advance(ms: 30_000)
        try bench.call("rest.skip")
        bench.advance(ms: 20_000)
        #expect(try undone() == "rest.skipped")
        #expect(try rest?["remaining_ms"] == .integer(40_000))
        bench.forget()
        bench.advance(ms: 30_000)
        #expect(bench.types == ["rest.warning"])
        bench.advance(ms: 10_000)
        #expect(bench.types == ["rest.warning", "rest.finished"])
        #expect(try bench.data(of: "rest.finished")["taken_ms"] == .integer(90_000))
        try bench.verify()
    }

    @Test func aPausedOneStaysPaused() throws {
        bench.advance(ms: 30_000)
        try bench.call("rest.pause")
        try bench.call("rest.skip")
        bench.advance(ms: 600_000)
        #expect(try undone() == "rest.skipped")
        #expect(try rest?["state"] == .string("paused"))
        #expect(try rest?["remaining_ms"] == .integer(60_000))
        try bench.verify()
    }

    @Test func whatWouldBeOverIsRefused() throws {
        try bench.call("rest.skip")
        bench.advance(ms: 90_000)
        let refusal = try bench.refusal("journal.undo")
        #expect(refusal.kind == .conflict && refusal.state == "over")
        #expect(refusal.message == "the rest would be over by now")
        #expect(try rest == nil)
        try bench.verify()
    }

    @Test func itCountsOnTheClocksOfAnotherBoot() throws {
        try bench.call("rest.skip")
        bench.reboot(offMs: 20_000)
        #expect(try undone() == "rest.skipped")
        #expect(try rest?["remaining_ms"] == .integer(70_000))
        try bench.verify()
    }

    /// At most one is in progress.
    @Test func besideAnotherItIsRefused() throws {
        try bench.call("rest.skip")
        let seq = try #require(bench.published.last { $0.event.type == "rest.skipped" }?.event.seq)
        try bench.call("rest.start", #"{"duration":"60s"}"#)
        #expect(try bench.refusal("journal.undo").state == "irreversible")
        #expect(try bench.refusal("journal.undo", "{\"seq\":\(seq)}").kind == .conflict)
        try bench.call("rest.skip")
        #expect(try undone() == "rest.skipped")
        #expect(try rest?["duration_ms"] == .integer(60_000))
        try bench.verify()
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
