import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine

/// The last step of a session, taken back.
@Suite struct TrainingUndoTests {
    let bench: Bench

    init() throws { bench = try Bench.withExercises() }

    // MARK: The end of a session, taken back

    @Test func aStoppedHoldStandsWhereItWas() throws {
        try bench.completeHolds()
        #expect(try bench.logLines() == ["32 Plank"])
        bench.advance(ms: 60_000)
        bench.forget()
        let open = try bench.call("training.undo")
        #expect(bench.types == ["training.undone"])
        #expect(open["state"] == .string("paused") && open["ended_at"] == nil)
        #expect(open["summary"] == nil && open["accumulated"] == .integer(7))
        #expect(open["attempts"]?.list.count == 1)
        #expect(open["live"]?["elapsed"] == .integer(20))
        #expect(try bench.data(of: "training.undone") == open)
        #expect(try bench.logLines() == [])
        #expect(try bench.call("status")["training"] == open)
        bench.advance(ms: 60_000)
        #expect(try bench.training()["live"]?["elapsed"] == .integer(20))
        // It may be counted as if it had been given up, or go on.
        try bench.call("training.bail")
        #expect(try bench.training()["accumulated"] == .integer(22))
        bench.advance(ms: 15_000)
        let complete = try bench.call("training.stop")
        #expect(complete["summary"]?["total"] == .integer(27))
        #expect(complete["summary"]?["effort_ms"] == .integer(37_000))
        // The minute in which the session was closed isn't part of it.
        #expect(complete["summary"]?["duration_ms"] == .integer(117_000))
        #expect(try bench.logLines() == ["37 Plank"])
        try bench.verify()
    }

    @Test func aHoldGoesOnAfterTheTargetWithoutBeingToldAgain() throws {
        try bench.call("training.start", #"{"mode":"time","target":10,"exercise":"plank"}"#)
        bench.advance(ms: 16_000)
        try bench.call("training.stop")
        try bench.call("training.undo")
        bench.forget()
        try bench.call("training.resume")
        bench.advance(ms: 1000)
        #expect(bench.types == ["training.resumed"])
        #expect(try bench.call("training.stop")["accumulated"] == .integer(17))
    }

    @Test func aStopInARestIsTakenBack() throws {
        try bench.call("training.start", #"{"mode":"time","rest":"10s"}"#)
        bench.advance(ms: 12_000)
        try bench.call("training.bail")
        bench.advance(ms: 4000)
        try bench.call("training.stop")
        let open = try bench.call("training.undo")
        #expect(open["state"] == .string("paused") && open["rest"] == nil)
        #expect(open["live"]?["elapsed"] == .integer(0))
        let attempts = try #require(open["attempts"]?.list)
        #expect(attempts.count == 1 && attempts[0]["rest_taken_ms"] == .integer(4000))
        try bench.verify()
    }

    @Test func repsThatCompletedASessionAreGone() throws {
        try bench.startReps()
        try bench.reps(7)
        bench.advance(ms: 15_000)
        try bench.reps(9)
        #expect(
            try bench.training()["state"] == .string("complete")
                && bench.logLines() == ["16 Push-ups"])
        let open = try bench.call("training.undo")
        #expect(open["state"] == .string("training") && open["accumulated"] == .integer(9))
        #expect(try bench.logLines() == [])
        // The same count isn't taken for a double press.
        #expect(try bench.reps(9)["state"] == .string("complete"))
        #expect(try bench.logLines() == ["16 Push-ups"])
        try bench.verify()
    }

    @Test func aSessionOfRepsThatWasStopped() throws {
        try bench.startReps(rest: "0s")
        try bench.reps(7)
        try bench.call("training.stop")
        let open = try bench.call("training.undo")
        #expect(open["state"] == .string("training") && open["accumulated"] == .integer(9))
        try bench.call("training.undo")
        #expect(try bench.training()["accumulated"] == .integer(0))
    }

    @Test func onlyTheLastSessionAndOnlyForADay() throws {
        #expect(try bench.refusal("training.undo").kind == .notFound)
        try bench.completeHolds()
        bench.advance(ms: 86_400_001)
        let refusal = try bench.refusal("training.undo")
        #expect(refusal.kind == .conflict && refusal.state == "complete")
        #expect(refusal.message.contains("edit its attempts"))
        try bench.startReps()
        let nothing = try bench.refusal("training.undo")
        #expect(nothing.kind == .conflict && nothing.state == "training")
        #expect(nothing.message.contains("nothing to undo"))
        try bench.verify()
    }

    @Test func whatReachesTheTargetStaysComplete() throws {
        try bench.startReps()
        try bench.reps(7)
        bench.advance(ms: 15_000)
        try bench.call("training.stop")
        _ = try bench.correct(1, #""value":30"#)
        let refusal = try bench.refusal("training.undo")
        #expect(refusal.kind == .conflict && refusal.state == "complete")
        #expect(try bench.training()["state"] == .string("complete"))
    }

    @Test func aSessionOpenAgainSurvivesARestart() throws {
        try bench.completeHolds()
        let open = try bench.call("training.undo")
        try bench.restart()
        #expect(try bench.training() == open)
        try bench.verify()
    }

    /// A session without an exercise, of which no log entry counts beside it. One that was completed days
    /// after it began counts on the day of its beginning, and the days since then are closed.
    @Test func figuresFollowAnOpeningThatIsTakenBackAndRepeated() throws {
        let xp = { try bench.call("level.get")["xp"] }
        try bench.call("training.start", #"{"mode":"reps","target":20,"rest":"10s"}"#)
        bench.advance(ms: 10 * 86_400_000)
        try bench.reps(7)
        try bench.call("training.stop")
        let (open, complete) = (JSONValue.integer(0), try xp())
        #expect(complete != open)
        try bench.call("training.undo")
        #expect(try xp() == open)
        try bench.call("journal.undo")
        #expect(try xp() == complete)
        try bench.call("journal.redo")
        #expect(try bench.training()["state"] == .string("training"))
        #expect(try xp() == open)
        try bench.verify()
    }

    /// A day after its end a session isn't opened again, neither by itself nor by repeating that it was.
    @Test func anOpeningIsRepeatedWithinADay() throws {
        try bench.completeHolds()
        try bench.call("training.undo")
        try bench.call("journal.undo")
        bench.advance(ms: 86_400_001)
        let refusal = try bench.refusal("journal.redo")
        #expect(refusal.kind == .conflict && refusal.state == "complete")
        #expect(refusal.message.contains("more than a day ago"))
        #expect(try bench.training()["state"] == .string("complete"))
        try bench.verify()
    }

    // MARK: The last attempt, taken back

    @Test func theLastAttemptIsTakenBackWithItsRest() throws {
        try bench.startReps()
        try bench.reps(7)
        bench.advance(ms: 4000)
        bench.forget()
        let open = try bench.call("training.undo")
        #expect(bench.types == ["rest.skipped", "training.undone"])
        #expect(open["state"] == .string("training") && open["rest"] == nil)
        #expect(open["accumulated"] == .integer(0) && open["attempts"]?.list == [])
        #expect(try bench.call("rest.get")["state"] == .string("skipped"))
        bench.advance(ms: 60_000)
        #expect(bench.types == ["rest.skipped", "training.undone"])
        try bench.reps(7)
        #expect(try bench.training()["state"] == .string("resting"))
        try bench.verify()
    }

    @Test func theEffortBeginsAnew() throws {
        try bench.call("training.start", #"{"mode":"time","rest":0}"#)
        bench.advance(ms: 12_000)
        try bench.call("training.bail")
        bench.advance(ms: 9000)
        let open = try bench.call("training.undo")
        #expect(open["live"]?["elapsed"] == .integer(0) && open["accumulated"] == .integer(0))
        bench.advance(ms: 3000)
        #expect(try bench.training()["live"]?["elapsed"] == .integer(3))
        try bench.call("training.stop")
        #expect(try bench.training()["summary"]?["effort_ms"] == .integer(3000))
    }
}
