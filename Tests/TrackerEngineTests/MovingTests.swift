import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine

/// Moving counts for reminders, whichever request logs it. The bench's clock shows Sunday, 2026-03-01,
/// 09:00 at first.
@Suite struct MovingTests {
    let bench: Bench

    init() throws {
        bench = try Bench.gym()
        try remind("move", "squats")
    }

    private func remind(_ name: String, _ exercise: String, _ more: String = "") throws {
        try bench.call(
            "reminder.create",
            """
            {"name":"\(name)","every":"30m","days":"daily","exercise":"\(exercise)"\(more)}
            """)
    }

    private func last(_ name: String = "move") throws -> JSONValue? {
        try bench.call("occurrence.list", "{\"reminder\":\"\(name)\"}")["occurrences"]?.list.first
    }

    private func next(_ name: String = "move") throws -> JSONValue? {
        try bench.call("reminder.get", "{\"reminder\":\"\(name)\"}")["next_at"]
    }

    private func at(_ time: String) -> JSONValue { .string("2026-03-01T\(time):00.000+01:00") }

    // MARK: Something is pending

    @Test func anAnswerGoesWithItsSet() throws {
        try bench.call("workout.start")
        bench.advance(ms: 1_800_000)
        let set = try bench.setID("squats")
        try bench.call("journal.undo", #"{"types":["set.*"]}"#)
        #expect(try bench.refusal("set.delete", "{\"set\":\"\(set)\"}").kind == .notFound)
        #expect(try last()?["state"] == .string("pending"))
        try bench.verify()
    }

    @Test func anImportAnswersNothing() throws {
        let other = try Bench.gym()
        try other.call(
            "reminder.create",
            #"{"name":"stand","at":["09:05"],"days":"daily","exercise":"squats"}"#)
        try bench.call("workout.start")
        bench.advance(ms: 600_000)
        try bench.set("squats")
        try bench.call("log.add", #"{"exercise":"squats","count":5}"#)
        try bench.call("workout.finish")
        let file = try bench.export(#""what":"all","format":"json""#)
        other.advance(ms: 660_000)
        let imported = try other.commit(other.open(file))
        #expect(imported["sets"] == .integer(1))
        #expect(
            try other.call("occurrence.list")["occurrences"]?.list.first?["state"]
                == .string("pending"))
    }

    // MARK: Nothing is pending

    @Test func undoingTheEntryBringsTheIntervalBack() throws {
        bench.advance(ms: 600_000)
        let due = try next()
        try bench.call("log.add", #"{"exercise":"squats","count":5}"#)
        #expect(try next() == at("09:40"))
        try bench.call("journal.undo", #"{"types":["log.*"]}"#)
        #expect(try next() == due)
        try bench.verify()
    }
}
