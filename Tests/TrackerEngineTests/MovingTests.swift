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

    @Test func aSetAnswersWhatIsPending() throws {
        try bench.call("workout.start")
        bench.advance(ms: 1_800_000 + 60_000)
        bench.forget()
        try bench.set("squats")
        #expect(
            bench.types == [
                "workout.updated", "set.logged", "rest.started", "record.set", "reminder.answered",
            ])
        let answered = try last()
        #expect(answered?["state"] == .string("answered"))
        #expect(answered?["answer"] == .string("log"))
        #expect(answered?["log"] == nil)
        #expect(answered?["response_ms"] == .integer(60_000))
        #expect(try next() == at("10:01"))
        // The reminder's alert closes.
        #expect(bench.published.compactMap(\.endsThread).count == 1)
        try bench.verify()
    }

    @Test func aSetOfAnotherExerciseOrFromBeforeDoesNot() throws {
        try bench.call("workout.start")
        bench.advance(ms: 1_800_000 + 120_000)
        try bench.set("pull-ups")
        try bench.set("squats", #""reps":5,"at":"-121s""#)
        #expect(try last()?["state"] == .string("pending"))
        #expect(try next() == at("10:00"))
        try bench.set("squats", #""reps":5,"at":"-120s""#)
        #expect(try last()?["state"] == .string("answered"))
    }

    @Test func anAnswerGoesWithItsSet() throws {
        try bench.call("workout.start")
        bench.advance(ms: 1_800_000)
        let set = try bench.setID("squats")
        try bench.call("journal.undo", #"{"types":["set.*"]}"#)
        #expect(try bench.refusal("set.delete", "{\"set\":\"\(set)\"}").kind == .notFound)
        #expect(try last()?["state"] == .string("pending"))
        try bench.verify()
    }

    @Test func whatOneReminderLogsAnswersTheOthers() throws {
        try remind("again", "squats")
        try remind("pull", "pull-ups")
        bench.advance(ms: 1_800_000)
        bench.forget()
        let answered = try bench.call(
            "reminder.answer", #"{"reminder":"move","action":"log","count":9}"#)
        #expect(bench.types == ["log.added", "reminder.answered", "reminder.answered"])
        #expect(try last("again")?["log"] == answered["log"])
        #expect(try last("pull")?["state"] == .string("pending"))
        try bench.call(
            "reminder.answer", #"{"reminder":"pull","action":"dismiss"}"#)
        #expect(try bench.call("log.list")["entries"]?.list.count == 1)
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

    @Test func aSetAnEntryOrASessionBeginsTheIntervalAnew() throws {
        try remind("grid", "squats", #","anchor":"clock""#)
        try remind("pull", "pull-ups")
        try bench.call("workout.start")
        bench.advance(ms: 600_000)
        try bench.set("squats")
        #expect(try next() == at("09:40"))
        bench.advance(ms: 300_000)
        try bench.call("log.add", #"{"exercise":"squats","count":5}"#)
        #expect(try next() == at("09:45"))
        bench.advance(ms: 300_000)
        try bench.call("training.start", #"{"mode":"reps","target":5,"exercise":"squats"}"#)
        try bench.call("training.reps", #"{"count":5}"#)
        #expect(try next() == at("09:50"))
        #expect(try next("grid") == at("09:30"))
        #expect(try next("pull") == at("09:30"))
        try bench.verify()
        bench.forget()
        bench.advance(to: 8, 50)
        #expect(bench.types.filter { $0 == "reminder.fired" }.count == 3)
        // The state outlives a restart.
        try bench.restart()
        #expect(try last()?["state"] == .string("pending"))
    }

    @Test func fromWhenItWasDone() throws {
        bench.advance(ms: 1_200_000)
        try bench.call("log.add", #"{"exercise":"squats","count":5,"at":"-5m"}"#)
        #expect(try next() == at("09:45"))
        // Entries from before that one change nothing, and an entry in the future counts as now.
        try bench.call("log.add", #"{"exercise":"squats","count":5,"at":"-10m"}"#)
        try bench.call("log.add", #"{"exercise":"squats","count":5,"at":"-2d"}"#)
        #expect(try next() == at("09:45"))
        try bench.call("log.add", #"{"exercise":"squats","count":5,"at":"23:00"}"#)
        #expect(try next() == at("09:50"))
    }

    @Test func undoingTheEntryBringsTheIntervalBack() throws {
        bench.advance(ms: 600_000)
        let due = try next()
        try bench.call("log.add", #"{"exercise":"squats","count":5}"#)
        #expect(try next() == at("09:40"))
        try bench.call("journal.undo", #"{"types":["log.*"]}"#)
        #expect(try next() == due)
        try bench.verify()
    }

    @Test func aReminderThatIsOffStaysSo() throws {
        try bench.call("reminder.disable", #"{"reminder":"move"}"#)
        bench.advance(ms: 600_000)
        try bench.call("log.add", #"{"exercise":"squats","count":5}"#)
        #expect(try next() == nil)
    }
}
