import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine

/// Log entries and history of sessions, and presets.
@Suite struct TrainingRecordTests {
    let bench: Bench
    let plank: String

    init() throws {
        bench = try Bench.withExercises()
        plank = try bench.id(ofExercise: "plank")
    }

    /// Completes a session of so many reps.
    private func complete(_ total: Int64, _ more: String = "") throws {
        try bench.call(
            "training.start", "{\"mode\":\"reps\",\"adjustment\":0,\"target\":1\(more)}")
        try bench.call("training.reps", "{\"count\":\(total)}")
        bench.advance(ms: 60_000)
    }

    /// Holds for so long.
    private func hold(ms: Int64, _ more: String = "") throws {
        try bench.call("training.start", "{\"mode\":\"time\"\(more)}")
        bench.advance(ms: ms)
        try bench.call("training.stop")
    }

    // MARK: The log

    @Test func anExerciseKeepsTheUnitOfItsPresets() throws {
        try bench.call("preset.save", #"{"name":"Long","mode":"time","exercise":"plank"}"#)
        let refusal = try bench.refusal("exercise.update", #"{"exercise":"plank","unit":"reps"}"#)
        #expect(refusal.kind == .conflict && refusal.field == "unit" && refusal.state == "preset")
        #expect(refusal.message.contains("'Long'"))
        try bench.call("exercise.update", #"{"exercise":"plank","name":"Front Plank"}"#)
        try bench.call("preset.delete", #"{"name":"long"}"#)
        let deletion = try #require(bench.published.last?.event.seq)
        try bench.call("exercise.update", #"{"exercise":"front plank","unit":"reps"}"#)
        let change = try #require(bench.published.last?.event.seq)
        // An undo can't bring it about either.
        let back = try bench.refusal("journal.undo", "{\"seq\":\(deletion)}")
        #expect(back.kind == .conflict && back.message.contains("is counted in reps now"))
        try bench.call("preset.save", #"{"name":"p","mode":"reps","exercise":"front plank"}"#)
        let unit = try bench.refusal("journal.undo", "{\"seq\":\(change)}")
        #expect(unit.kind == .conflict && unit.message.contains("the preset 'p' counts it in reps"))
        try bench.verify()
    }
}
