import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine

/// The occurrences of reminders, from firing to answer or expiry. The bench's clock shows Sunday,
/// 2026-03-01, 09:00 at first.
@Suite struct OccurrenceTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    /// Creates a reminder for every half hour of every day from nine to five.
    @discardableResult
    private func create(_ more: String = "", name: String = "move") throws -> JSONValue {
        try bench.call(
            "reminder.create",
            """
            {"name":"\(name)","every":"30m","between":"09:00-17:00","days":"daily"\(more)}
            """)
    }

    @discardableResult
    private func answer(_ action: String, _ more: String = "") throws -> JSONValue {
        try bench.call("reminder.answer", "{\"reminder\":\"move\",\"action\":\"\(action)\"\(more)}")
    }

    private func next(_ name: String = "move") throws -> String? {
        let reminder = try bench.call("reminder.get", "{\"reminder\":\"\(name)\"}")
        return reminder["next_at"]?.string.map { String($0.dropFirst(11).prefix(5)) }
    }

    private func history() throws -> [JSONValue] {
        try bench.call("occurrence.list")["occurrences"]?.list ?? []
    }

    @Test func theFirstAnswerWins() throws {
        try create()
        bench.advance(ms: 1_800_000 + 61_500)
        let answered = try answer("log")
        #expect(answered["state"] == .string("answered"))
        #expect(answered["answer"] == .string("log"))
        #expect(answered["answered_at"] == .string("2026-03-01T09:31:01.500+01:00"))
        #expect(answered["response_ms"] == .integer(61_500))
        #expect(answered["log"] == nil)
        #expect(bench.published.last?.endsThread == "occurrence:\(try answered.id())")
        bench.forget()
        bench.advance(ms: 5000)
        #expect(answered["repeated"] == nil)
        for action in ["dismiss", "snooze", "log"] {
            #expect(try answer(action) == answered.repeated)
        }
        #expect(bench.types.isEmpty)
        // The next occurrence is half an hour after the answer.
        let status = try bench.call("reminder.get", #"{"reminder":"move"}"#)
        #expect(status["next_at"] == .string("2026-03-01T10:01:01.500+01:00"))
        #expect(status["pending"] == nil)
        bench.advance(ms: 300_000)
        #expect(bench.types.isEmpty)
        try bench.verify()
    }

    @Test func withoutANameTheNewestPendingOneIsAnswered() throws {
        for name in ["move", "walk"] { try create(#","follow_up":false"#, name: name) }
        func unnamed(_ action: String) throws -> String? {
            try bench.call("reminder.answer", "{\"action\":\"\(action)\"}")["name"]?.string
        }
        let never = try bench.refusal("reminder.answer", #"{"action":"log"}"#)
        #expect(never.kind == .conflict && never.state == "none" && never.occurrence == nil)
        #expect(never.message == "no reminder is pending")
        try bench.call("reminder.fire", #"{"reminder":"walk"}"#)
        bench.advance(ms: 1000)
        try bench.call("reminder.fire", #"{"reminder":"move"}"#)
        #expect(try unnamed("snooze") == "move")
        // A snoozed one is meant only if none is pending.
        #expect(try unnamed("log") == "walk")
        #expect(try unnamed("dismiss") == "move")
        bench.forget()
        let late = try bench.refusal("reminder.answer", #"{"action":"log"}"#)
        #expect(late.kind == .conflict && late.state == "none" && bench.types.isEmpty)
        let told = try JSONText.value(JSONValue.self, from: #require(late.occurrence))
        #expect(told["state"] == .string("dismissed") && told["name"] == .string("move"))
        // What a deleted reminder asked for isn't known.
        try bench.call("reminder.delete", #"{"reminder":"move"}"#)
        let gone = try bench.refusal("reminder.answer", #"{"action":"log"}"#)
        #expect(gone.state == "none" && gone.occurrence == nil)
        try bench.verify()
    }
}
