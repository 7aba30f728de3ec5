import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine

/// The last step of a session, taken back.
@Suite struct TrainingUndoTests {
    let bench: Bench

    init() throws { bench = try Bench.withExercises() }

    // MARK: The end of a session, taken back

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
}
