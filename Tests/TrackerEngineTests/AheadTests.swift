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

    // MARK: By an answer

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
}
