import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine

/// What is done or skipped before it falls due. The bench's clock shows Sunday, 2026-03-01, 09:00 at first.
@Suite struct AheadTests {
    let bench: Bench

    init() throws {
        bench = try Bench()
        try bench.call("exercise.create", #"{"name":"Squats","unit":"reps"}"#)
    }

    private func create(_ members: String = #","exercise":"squats","count":20"#) throws -> JSONValue
    {
        try bench.call(
            "reminder.create",
            "{\"name\":\"legs\",\"at\":[\"10:00\",\"18:00\"],\"days\":\"daily\"\(members)}")
    }

    private func squats(_ count: Int) throws {
        try bench.call("log.add", "{\"exercise\":\"squats\",\"count\":\(count)}")
    }

    private func answer(_ action: String) throws -> JSONValue {
        try bench.call("reminder.answer", "{\"reminder\":\"legs\",\"action\":\"\(action)\"}")
    }

    private func nextAt() throws -> String? {
        try bench.call("reminder.get", #"{"reminder":"legs"}"#)["next_at"]?.string
    }

    // MARK: By what was logged

    @Test func enoughBeforeItIsDueKeepsItQuiet() throws {
        #expect(try create()["unless_done"] == .bool(true))
        try squats(12)
        try squats(8)
        bench.forget()
        bench.advance(ms: 3_600_000)
        #expect(bench.types == ["reminder.suppressed"])
        #expect(try bench.data(of: "reminder.suppressed")["reason"] == .string("done_ahead"))
        #expect(bench.alerts.isEmpty)
        // What kept the first one quiet doesn't count for the next.
        bench.advance(ms: 8 * 3_600_000)
        #expect(bench.types == ["reminder.suppressed", "reminder.fired"])
        try bench.verify()
    }

    @Test func tooLittleLetsItGoOff() throws {
        _ = try create()
        try squats(19)
        bench.advance(ms: 3_600_000)
        #expect(bench.types.last == "reminder.fired")
    }

    /// What answered the last one isn't done ahead of the next.
    @Test func anAnswerDoesNotCountForTheNext() throws {
        _ = try create()
        bench.advance(ms: 3_600_000)
        bench.advance(ms: 120_000)
        _ = try answer("log")
        bench.advance(ms: 8 * 3_600_000 - 120_000)
        #expect(bench.types.contains("reminder.fired"))
        #expect(!bench.types.contains("reminder.suppressed"))
    }

    @Test func whatWasDoneBetweenCountsForTheNext() throws {
        _ = try create()
        bench.advance(ms: 3_600_000)
        _ = try answer("dismiss")
        bench.advance(ms: 3_600_000)
        try squats(20)
        bench.forget()
        bench.advance(ms: 7 * 3_600_000)
        #expect(bench.types == ["reminder.suppressed"])
    }

    @Test func yesterdaysDoesNotCount() throws {
        _ = try create()
        bench.advance(ms: 10 * 3_600_000)
        _ = try answer("dismiss")
        try squats(20)
        bench.forget()
        bench.advance(ms: 15 * 3_600_000)
        #expect(bench.types.contains("reminder.fired"))
    }

    @Test func itIsSwitchedOffAndOn() throws {
        let off = try create(#","exercise":"squats","count":20,"unless_done":false"#)
        #expect(off["unless_done"] == .bool(false))
        try squats(20)
        bench.advance(ms: 3_600_000)
        #expect(bench.types.last == "reminder.fired")
        _ = try answer("dismiss")
        // Without a count, a single entry is enough.
        let on = try bench.call(
            "reminder.update", #"{"reminder":"legs","exercise":"any","unless_done":true}"#)
        #expect(on["unless_done"] == .bool(true) && on["count"] == nil)
        bench.advance(ms: 60_000)
        try squats(1)
        bench.forget()
        bench.advance(ms: 8 * 3_600_000 - 60_000)
        #expect(bench.types == ["reminder.suppressed"])
    }

    @Test func itNeedsAnExercise() throws {
        let refusal = try bench.refusal(
            "reminder.create", #"{"name":"pills","at":["10:00"],"unless_done":true}"#)
        #expect(refusal.field == "unless_done")
        #expect(try create("")["unless_done"] == nil)
    }

    // MARK: By an answer

    /// While no reminder waits, what was done means the first one to come that is for it, and only that one.
    @Test func anExerciseMeansTheComingOne() throws {
        _ = try create()
        try bench.call("exercise.create", #"{"name":"Lunges","unit":"reps"}"#)
        try bench.call(
            "reminder.create",
            #"{"name":"evening","at":"20:00","days":"daily","exercise":"squats"}"#)
        bench.forget()
        let none = try bench.refusal("live.done", #"{"named":"lunges","count":12}"#)
        #expect(none.kind == .conflict && none.state == "none")
        let done = try bench.call("live.done", #"{"named":"squats","count":12}"#)
        #expect(done["did"] == .string("reminder.suppressed"))
        #expect(done["view"]?["name"] == .string("legs"))
        #expect(bench.types == ["log.added", "reminder.suppressed"])
        #expect(try bench.data(of: "log.added")["count"] == .integer(12))
        let again = try bench.refusal("live.done", #"{"named":"squats","count":12}"#)
        #expect(again.kind == .conflict && again.state == "none")
        // One that waits is answered first, whatever was done.
        bench.advance(ms: 9 * 3_600_000)
        let pending = try bench.call("live.done", #"{"named":"lunges","count":12}"#)
        #expect(pending["did"] == .string("reminder.answered"))
        try bench.verify()
    }

    /// One that is due tomorrow is still to come, whatever was done today.
    @Test func anExerciseMeansNoneOfTomorrow() throws {
        bench.advance(ms: 10 * 3_600_000)
        _ = try create()
        bench.forget()
        let none = try bench.refusal("live.done", #"{"named":"squats","count":12}"#)
        #expect(none.kind == .conflict && none.state == "none")
        #expect(bench.types.isEmpty)
        // By its name, it is meant.
        #expect(try answer("log")["due_at"] == .string("2026-03-02T10:00:00.000+01:00"))
        try bench.verify()
    }

    @Test func doneMeansTheComingOne() throws {
        _ = try create()
        bench.forget()
        let ahead = try answer("log")
        #expect(ahead["state"] == .string("suppressed"))
        #expect(ahead["reason"] == .string("done_ahead"))
        #expect(ahead["due_at"] == .string("2026-03-01T10:00:00.000+01:00"))
        #expect(bench.types == ["log.added", "reminder.suppressed"])
        #expect(try nextAt() == "2026-03-01T18:00:00.000+01:00")
        // Once more changes nothing.
        bench.forget()
        #expect(try answer("log")["repeated"] == .bool(true))
        #expect(bench.types.isEmpty)
        bench.advance(ms: 3_600_000)
        #expect(!bench.types.contains("reminder.fired"))
        try bench.verify()
    }

    @Test func afterAnAnswerDoneMeansItUntilTheComingOneIsNearer() throws {
        _ = try create("")
        bench.advance(ms: 3_600_000)
        _ = try answer("log")
        bench.advance(ms: 4 * 3_600_000)
        let again = try answer("log")
        #expect(again["repeated"] == .bool(true) && again["state"] == .string("answered"))
        bench.advance(ms: 1)
        #expect(try answer("log")["due_at"] == .string("2026-03-01T18:00:00.000+01:00"))
    }

    @Test func skipMeansWhatWaitsOrElseTheComingOne() throws {
        _ = try create()
        bench.advance(ms: 3_600_000)
        #expect(try answer("skip")["state"] == .string("dismissed"))
        let skipped = try answer("skip")
        #expect(skipped["reason"] == .string("skipped"))
        #expect(skipped["due_at"] == .string("2026-03-01T18:00:00.000+01:00"))
        #expect(try nextAt() == "2026-03-02T10:00:00.000+01:00")
        try bench.verify()
    }

    @Test func anIntervalIsSkippedOnce() throws {
        try bench.call("reminder.create", #"{"name":"legs","every":"30m","days":"daily"}"#)
        #expect(try answer("skip")["due_at"] == .string("2026-03-01T09:30:00.000+01:00"))
        #expect(try nextAt() == "2026-03-01T10:00:00.000+01:00")
        let refusal = try bench.refusal(
            "reminder.answer", #"{"reminder":"legs","action":"log"}"#)
        #expect(refusal.kind == .conflict)
        bench.advance(ms: 3_600_000)
        #expect(bench.types.last == "reminder.fired")
        try bench.verify()
    }

    @Test func undoBringsItBackUntilItsTime() throws {
        _ = try create()
        _ = try answer("skip")
        try bench.call("journal.undo")
        #expect(try nextAt() == "2026-03-01T10:00:00.000+01:00")
        try bench.verify()
        try bench.call("journal.redo")
        #expect(try nextAt() == "2026-03-01T18:00:00.000+01:00")
        bench.advance(ms: 3_600_000)
        #expect(try bench.refusal("journal.undo").kind == .conflict)
        try bench.verify()
    }

    @Test func aReminderForOnceThatIsDoneAheadIsGone() throws {
        try bench.call("reminder.create", #"{"name":"legs","once":"10:00"}"#)
        bench.forget()
        _ = try answer("log")
        #expect(bench.types == ["reminder.suppressed", "reminder.deleted"])
        try bench.call("journal.undo")
        #expect(try nextAt() == "2026-03-01T10:00:00.000+01:00")
        try bench.verify()
    }

    @Test func aShortWordTellsWhatItDid() throws {
        _ = try create()
        let done = try bench.call("live.done", #"{"reminder":"legs"}"#)
        #expect(done["did"] == .string("reminder.suppressed"))
    }
}
