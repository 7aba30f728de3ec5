import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine

/// Reminders for once. The bench's clock shows Sunday, 2026-03-01, 09:00 at first.
@Suite struct OnceReminderTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    @discardableResult
    private func create(_ once: String, name: String = "call mum") throws -> JSONValue {
        try bench.call("reminder.create", "{\"name\":\"\(name)\",\"once\":\"\(once)\"}")
    }

    @Test(arguments: [
        ("18:30", "2026-03-01T18:30", "2026-03-01T18:30:00.000+01:00"),
        // The time is over today.
        ("08:00", "2026-03-02T08:00", "2026-03-02T08:00:00.000+01:00"),
        ("09:00", "2026-03-02T09:00", "2026-03-02T09:00:00.000+01:00"),
        ("2026-03-06T09:00", "2026-03-06T09:00", "2026-03-06T09:00:00.000+01:00"),
        ("2026-03-06T09:00:00Z", "2026-03-06T09:00:00Z", "2026-03-06T10:00:00.000+01:00"),
        ("20m", "2026-03-01T09:20:00.000+01:00", "2026-03-01T09:20:00.000+01:00"),
        // A minute and a half, as a duration is read everywhere.
        ("1:30", "2026-03-01T09:01:30.000+01:00", "2026-03-01T09:01:30.000+01:00"),
        ("01:30", "2026-03-02T01:30", "2026-03-02T01:30:00.000+01:00"),
        ("monday 1:30", "2026-03-02T01:30", "2026-03-02T01:30:00.000+01:00"),
        ("3pm", "2026-03-01T15:00", "2026-03-01T15:00:00.000+01:00"),
    ])
    func itsTime(_ given: String, _ kept: String, _ next: String) throws {
        let reminder = try create(given)
        #expect(reminder["schedule"] == .object(["once": .string(kept)]))
        #expect(reminder["next_at"] == .string(next))
        #expect(reminder["when_idle"] == .string("show"))
        try bench.verify()
    }

    @Test(arguments: [
        #""once":"2026-03-01T08:59""#, #""once":"-5m""#, #""once":"0s""#, #""once":"soon""#,
        #""once":"2026-03-06""#, #""once":"2036-04-01T09:00""#,
    ])
    func aTimeThatIsRefused(_ members: String) throws {
        let refusal = try bench.refusal("reminder.create", "{\"name\":\"x\",\(members)}")
        #expect(refusal.field == "once")
    }

    @Test func wordsAreNamed() throws {
        for (method, params) in [
            ("reminder.create", #"{"name":"x","once":"soon"}"#),
            ("timer.start", #"{"until":"2026-03-06"}"#),
            ("do_not_disturb.set", #"{"until":"soon"}"#),
            ("report.get", #"{"period":"day","as_of":"2026-02-01"}"#),
        ] {
            #expect(try bench.refusal(method, params).message.contains("'monday "), "\(method)")
        }
    }

    @Test func otherMembersOfTheScheduleDoNotGoWithIt() throws {
        for (field, value) in [
            ("every", "\"1h\""), ("at", "\"10:00\""), ("between", "\"09:00-17:00\""),
            ("days", "\"daily\""), ("anchor", "\"clock\""),
        ] {
            let refusal = try bench.refusal(
                "reminder.create", "{\"name\":\"x\",\"once\":\"18:30\",\"\(field)\":\(value)}")
            #expect(refusal.field == field)
        }
    }

    @Test func itAsksAgainAndIsGoneOnceItIsDone() throws {
        try create("10:00")
        bench.advance(ms: 3_600_000)
        bench.advance(ms: 300_000)
        #expect(bench.types.suffix(2) == ["reminder.fired", "reminder.followed_up"])
        try bench.call("reminder.answer", #"{"reminder":"call mum","action":"snooze"}"#)
        #expect(try bench.call("reminder.list")["reminders"]?.list.count == 1)
        bench.advance(ms: 300_000)
        bench.forget()
        let answer = try bench.call(
            "reminder.answer", #"{"reminder":"call mum","action":"log"}"#)
        #expect(answer["state"] == .string("answered"))
        #expect(bench.types == ["reminder.answered", "reminder.deleted"])
        #expect(try bench.call("reminder.list")["reminders"]?.list == [])
        try bench.verify()
    }

    /// What waited with it waits again, however it went.
    @Test(arguments: [
        ("reminder.delete", "", "pending"), ("reminder.disable", "", "pending"),
        ("reminder.update", #","enabled":false"#, "pending"), ("reminder.delete", "", "snoozed"),
        ("reminder.disable", "", "snoozed"),
    ])
    func undoBringsItsQuestionBack(_ method: String, _ members: String, _ state: String) throws {
        let params = "{\"reminder\":\"call mum\"\(members)}"
        try create("10:00")
        bench.advance(ms: 3_600_000)
        if state == "snoozed" {
            try bench.call("reminder.answer", #"{"reminder":"call mum","action":"snooze"}"#)
        }
        try bench.call(method, params)
        let undone = try bench.call("journal.undo")
        #expect(undone["others"]?.list.map { $0["type"] } == [.string("reminder.expired")])
        func waits() throws -> JSONValue? {
            try bench.call("reminder.get", #"{"reminder":"call mum"}"#)["pending"]?["state"]
        }
        #expect(try waits() == .string(state))
        try bench.call("journal.redo")
        try bench.verify()
        try bench.call("journal.undo")
        #expect(try waits() == .string(state))
        try bench.call("reminder.answer", #"{"reminder":"call mum","action":"log"}"#)
        #expect(try bench.call("reminder.list")["reminders"]?.list == [])
        try bench.verify()
    }

    @Test func oneThatIsOverGivesItsNameAway() throws {
        let first = try create("10:00").id()
        let refusal = try bench.refusal("reminder.create", #"{"name":"Call Mum","once":"1h"}"#)
        #expect(refusal.field == "name")
        bench.advance(ms: 86_400_000)
        let over = try bench.call("reminder.get", #"{"reminder":"call mum"}"#)
        #expect(over["next_at"] == nil && over["pending"] == nil)
        let second = try create("20m", name: "Call Mum").id()
        #expect(second != first)
        #expect(try bench.call("reminder.list")["reminders"]?.list.count == 1)
        try bench.call("journal.undo")
        #expect(try bench.call("reminder.get", #"{"reminder":"call mum"}"#).id() == first)
        try bench.verify()
    }
}
