import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine

/// People's changes to reminders. The bench's clock shows Sunday, 2026-03-01, 09:00 at first.
@Suite struct ReminderMethodTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    /// The defaults of the configuration, where a new reminder is to have them.
    @Test(
        arguments: [
            ("", #""every":2700000,"between":"08:00-18:00","days":"daily""#, "any"),
            (
                #","exercise":"","days":"mon""#,
                #""every":2700000,"between":"08:00-18:00","days":"mon""#, nil
            ),
            // An interval of one's own asks for nothing that was to be done.
            (#","every":"1h""#, #""every":"1h","between":"08:00-18:00","days":"daily""#, nil),
            (
                #","every":"1h","between":"00:00-24:00""#,
                #""every":"1h","between":"00:00-24:00","days":"daily""#, nil
            ),
            (
                #","every":"1h","between":{"mon":"09:00-17:00"}"#,
                #""every":"1h","between":{"mon":"09:00-17:00"}"#, nil
            ),
            (#","at":"08:00""#, #""at":"08:00","days":"daily""#, nil),
            // An interval that doesn't fit into the usual windows goes round the clock.
            (#","every":"12h""#, #""every":"12h","days":"daily""#, nil),
        ] as [(String, String, String?)])
    func theUsualSchedule(_ members: String, _ schedule: String, _ exercise: String?) throws {
        bench.dependencies.configuration.reminders.everyMs = 2_700_000
        bench.dependencies.configuration.reminders.between = "08:00-18:00"
        bench.dependencies.configuration.reminders.days = "daily"
        try bench.call("reminder.create", "{\"name\":\"usual\",\"usual\":true\(members)}")
        try bench.call("reminder.create", "{\"name\":\"whole\",\(schedule)}")
        let usual = try bench.call("reminder.get", #"{"reminder":"usual"}"#)
        let whole = try bench.call("reminder.get", #"{"reminder":"whole"}"#)
        #expect(usual["schedule"] == whole["schedule"])
        #expect(usual["exercise"]?.string == exercise)
    }

    @Test func aReminderWithEverything() throws {
        let reminder = try bench.call(
            "reminder.create",
            """
            {"name":"move","message":"Up!","every":"30m","between":"09:00-17:00","days":"daily",
             "anchor":"clock","follow_up":["5m","10m"],"snooze":"10m","missed":"skip","grace":"1h"}
            """)
        #expect(reminder["next_at"] == .string("2026-03-01T09:30:00.000+01:00"))
        #expect(reminder["pending"] == nil)
        #expect(bench.types == ["reminder.created"])
        #expect(try bench.data(of: "reminder.created") == reminder)
        #expect(try bench.call("reminder.get", #"{"reminder":"move"}"#) == reminder)
        #expect(try bench.call("reminder.list")["reminders"]?.list == [reminder])
        #expect(try bench.call("status")["reminders"]?.list == [reminder])
        try bench.verify()
    }

    /// A reminder that is due within the person's pause says until when it is paused, in each view of it.
    @Test func aPauseIsToldWithTheNextTime() throws {
        _ = try bench.call("reminder.create", #"{"name":"move","every":"30m","days":"daily"}"#)
        _ = try bench.call("reminder.create", #"{"name":"pills","at":["10:00"],"days":"daily"}"#)
        func paused() throws -> [String?] {
            let list = try bench.call("reminder.list")["reminders"]?.list ?? []
            let status = try bench.call("status")["reminders"]?.list ?? []
            #expect(Set(status) == Set(list))
            return ["move", "pills"].map { name in
                list.first { $0["name"] == .string(name) }?["paused_until"]?.string
            }
        }
        #expect(try paused() == [nil, nil])
        // The end itself isn't within the pause.
        _ = try bench.call("do_not_disturb.set", #"{"until":"10:00"}"#)
        #expect(try paused() == ["2026-03-01T10:00:00.000+01:00", nil])
        _ = try bench.call("do_not_disturb.set", #"{"for":"61m"}"#)
        let end = "2026-03-01T10:01:00.000+01:00"
        #expect(try paused() == [end, end])
        let one = try bench.call("reminder.get", #"{"reminder":"pills"}"#)
        #expect(one["paused_until"] == .string(end))
        _ = try bench.call("do_not_disturb.set", #"{"off":true}"#)
        #expect(try paused() == [nil, nil])
    }

    @Test func whatIsByDefault() throws {
        let reminder = try bench.call("reminder.create", #"{"name":"pills","at":["08:00"]}"#)
        #expect(
            reminder["follow_up"]
                == .object(["enabled": .bool(true), "after_ms": .array([.integer(300_000)])]))
        #expect(reminder["snooze_ms"] == .integer(300_000))
        #expect(reminder["missed"] == .string("once"))
        // Sunday isn't an active day.
        #expect(reminder["next_at"] == .string("2026-03-02T08:00:00.000+01:00"))
    }

    @Test func aFollowUpNotShorterThanTheIntervalIsOffByDefaultAndRefusedIfAskedFor() throws {
        let often = try bench.call("reminder.create", #"{"name":"often","every":"5m"}"#)
        let off = JSONValue.object(["enabled": .bool(false), "after_ms": .array([])])
        #expect(often["follow_up"] == off)
        let refusal = try bench.refusal(
            "reminder.create", #"{"name":"x","every":"5m","follow_up":"5m"}"#)
        #expect(refusal.field == "follow_up")
        // With a longer interval the default follow-up is back.
        let longer = try bench.call(
            "reminder.update", #"{"reminder":"often","every":"6m"}"#)
        #expect(longer["follow_up"]?["enabled"] == .bool(true))
        let switched = try bench.call(
            "reminder.update", #"{"reminder":"often","follow_up":false}"#)
        #expect(switched["follow_up"] == off)
        try bench.call("reminder.update", #"{"reminder":"often","follow_up":"4m"}"#)
        let shorter = try bench.refusal("reminder.update", #"{"reminder":"often","every":"4m"}"#)
        #expect(shorter.field == "follow_up")
    }

    @Test(arguments: [
        (#"{"name":"x"}"#, "every"), (#"{"name":"","every":"30m"}"#, "name"),
        (#"{"name":"x","every":"9h","between":"09:00-17:00"}"#, "every"),
        (#"{"name":"x","every":"30m","snooze":"59s"}"#, "snooze"),
        (#"{"name":"x","every":"3h","follow_up":"61m"}"#, "follow_up"),
    ])
    func badInputIsRefusedByItsField(_ params: String, _ field: String) throws {
        #expect(try bench.refusal("reminder.create", params).field == field)
        #expect(bench.types.isEmpty)
        #expect(try bench.call("reminder.list")["reminders"]?.list == [])
    }

    @Test func addressedLikeATimer() throws {
        let first = try bench.call("reminder.create", #"{"name":"move","every":"30m"}"#)
        let second = try bench.call("reminder.create", #"{"name":"sit","every":"40m"}"#)
        func found(_ text: String) throws -> JSONValue {
            try bench.call("reminder.get", "{\"reminder\":\"\(text)\"}")
        }
        #expect(try found(first.id()) == first)
        #expect(try found(String(first.id().prefix(8))) == first)
        #expect(try found("move") == first && found("MOVE") == first)
        #expect(try found("last") == second)
        #expect(try bench.refusal("reminder.get", #"{"reminder":"walk"}"#).kind == .notFound)
        #expect(try bench.refusal("reminder.get", #"{"reminder":""}"#).field == "reminder")
    }

    @Test func anUpdateChangesOnlyWhatIsGiven() throws {
        let before = try bench.call(
            "reminder.create",
            #"{"name":"move","every":"30m","days":"daily","message":"Up!","grace":"1h"}"#)
        let renamed = try bench.call("reminder.update", #"{"reminder":"move","name":"walk"}"#)
        #expect(renamed["name"] == .string("walk"))
        for member in before.members where member != "name" {
            #expect(renamed[member] == before[member])
        }
        let cleared = try bench.call(
            "reminder.update", #"{"reminder":"walk","message":"","grace":false}"#)
        #expect(cleared["message"] == nil)
        #expect(cleared["grace_ms"] == nil)
        // Ten minutes on, the new interval counts from the same moment as the old one.
        bench.advance(ms: 600_000)
        let sooner = try bench.call("reminder.update", #"{"reminder":"walk","every":"20m"}"#)
        #expect(sooner["next_at"] == .string("2026-03-01T09:20:00.000+01:00"))
        let fixed = try bench.call("reminder.update", #"{"reminder":"walk","at":"10:00,11:00"}"#)
        #expect(fixed["schedule"]?.members == ["at", "days"])
        #expect(fixed["next_at"] == .string("2026-03-01T10:00:00.000+01:00"))
        #expect(bench.types.suffix(4).allSatisfy { $0 == "reminder.updated" })
        try bench.verify()
    }

    @Test func enablingTwiceChangesNothing() throws {
        try bench.call("reminder.create", #"{"name":"move","every":"30m","days":"daily"}"#)
        let disabled = try bench.call("reminder.disable", #"{"reminder":"move"}"#)
        #expect(disabled["enabled"] == .bool(false))
        #expect(disabled["next_at"] == nil)
        #expect(try bench.call("reminder.disable", #"{"reminder":"move"}"#) == disabled)
        bench.advance(ms: 7_200_000)
        #expect(bench.alerts.isEmpty)
        // The interval counts from now.
        let enabled = try bench.call("reminder.enable", #"{"reminder":"move"}"#)
        #expect(enabled["next_at"] == .string("2026-03-01T11:30:00.000+01:00"))
        #expect(bench.types == ["reminder.created", "reminder.disabled", "reminder.enabled"])
        try bench.verify()
    }

    @Test func oneThatIsCreatedDisabledWaitsForNothing() throws {
        let reminder = try bench.call(
            "reminder.create", #"{"name":"move","every":"30m","days":"daily","enabled":false}"#)
        #expect(reminder["next_at"] == nil)
        bench.advance(ms: 86_400_000)
        #expect(bench.alerts.isEmpty)
        let enabled = try bench.call(
            "reminder.update", #"{"reminder":"move","enabled":true}"#)
        #expect(enabled["next_at"] == .string("2026-03-02T09:30:00.000+01:00"))
    }

    @Test func deletingTakesItAwayAndKeepsItsHistory() throws {
        let id = try bench.call(
            "reminder.create", #"{"name":"move","every":"30m","days":"daily"}"#
        ).id()
        bench.advance(ms: 1_800_000)
        bench.forget()
        let deleted = try bench.call("reminder.delete", #"{"reminder":"move"}"#)
        #expect(deleted["pending"] == nil)
        #expect(bench.types == ["reminder.expired", "reminder.deleted"])
        #expect(try bench.data(of: "reminder.expired")["reason"] == .string("deleted"))
        #expect(try bench.call("reminder.list")["reminders"]?.list == [])
        #expect(try bench.refusal("reminder.get", #"{"reminder":"move"}"#).kind == .notFound)
        let history = try bench.call("occurrence.list", "{\"reminder\":\"\(id)\"}")
        #expect(history["occurrences"]?.list.map { $0["state"] } == [.string("expired")])
        bench.advance(ms: 7_200_000)
        #expect(bench.alerts.isEmpty)
        try bench.verify()
    }

    @Test func severalAreDeletedOrNone() throws {
        for name in ["drink water", "move", "pills"] {
            try bench.call("reminder.create", "{\"name\":\"\(name)\",\"at\":\"12:00\"}")
        }
        bench.forget()
        let unknown = try bench.refusal(
            "reminder.each", #"{"action":"delete","reminders":["move","tea"]}"#)
        #expect(unknown.kind == .notFound && unknown.field == "reminders")
        #expect(bench.published.isEmpty)
        let deleted = try bench.call(
            "reminder.each", #"{"action":"delete","reminders":["drink","water","move","move"]}"#)
        #expect(
            deleted["reminders"]?.list.map { $0["name"]?.string } == ["drink water", "move"])
        #expect(bench.types == ["reminder.deleted", "reminder.deleted"])
        #expect(try bench.call("reminder.list")["reminders"]?.list.count == 1)
        try bench.call("journal.undo")
        #expect(try bench.call("reminder.list")["reminders"]?.list.count == 3)
        try bench.verify()
    }

    @Test func undoing() throws {
        try bench.call("reminder.create", #"{"name":"move","every":"30m","days":"daily"}"#)
        bench.advance(ms: 1_800_000)
        try bench.call("reminder.update", #"{"reminder":"move","every":"2h"}"#)
        try bench.call("journal.undo")
        // A firing in between doesn't keep the edit from being undone: the course of time is no edit.
        var reminder = try bench.call("reminder.get", #"{"reminder":"move"}"#)
        #expect(reminder["schedule"]?["every"] == .string("30m"))
        #expect(reminder["next_at"] == .string("2026-03-01T10:00:00.000+01:00"))
        try bench.call("reminder.delete", #"{"reminder":"move"}"#)
        try bench.call("journal.undo")
        reminder = try bench.call("reminder.get", #"{"reminder":"move"}"#)
        #expect(reminder["next_at"] == .string("2026-03-01T10:00:00.000+01:00"))
        bench.advance(ms: 1_800_000)
        bench.forget()
        try bench.call("journal.undo")
        #expect(try bench.call("reminder.list")["reminders"]?.list == [])
        #expect(bench.types == ["reminder.expired", "journal.undone"])
        #expect(bench.published.first?.endsThread != nil)
        bench.advance(ms: 7_200_000)
        #expect(bench.alerts.isEmpty)
        #expect(try bench.refusal("journal.undo").kind == .conflict)
        try bench.verify()
    }

    // MARK: Edges

    @Test func theSameDaysWithOtherWindows() throws {
        try bench.call(
            "reminder.create",
            #"{"name":"move","every":"30m","between":{"sun":"10:00-12:00","sat":"09:00-12:00"}}"#)
        let changed = try bench.call(
            "reminder.update", #"{"reminder":"move","between":"14:00-16:00"}"#)
        #expect(
            changed["schedule"]
                == .object([
                    "every": .string("30m"), "between": .string("14:00-16:00"),
                    "days": .array([.string("sat"), .string("sun")]),
                ]))
    }

    @Test func whatIsKeptAsItWasGivenIsShort() throws {
        let text = "\"" + String(repeating: " ", count: 4001) + "\""
        let many = Array(repeating: "\"mon\"", count: 1001).joined(separator: ",")
        for (field, value) in [
            ("every", text), ("at", text), ("between", text), ("days", text), ("days", "[\(many)]"),
        ] {
            let every = field == "days" ? ",\"every\":\"1h\"" : ""
            let refusal = try bench.refusal(
                "reminder.create", "{\"name\":\"move\",\"\(field)\":\(value)\(every)}")
            #expect(refusal.kind == .tooLarge && refusal.field == field)
        }
    }

    @Test func aTestOfOneThatIsDisabledGoesOnWhenItIsRenamed() throws {
        try bench.call("reminder.create", #"{"name":"move","every":"30m","enabled":false}"#)
        try bench.call("reminder.fire", #"{"reminder":"move"}"#)
        let renamed = try bench.call("reminder.update", #"{"reminder":"move","name":"walk"}"#)
        #expect(renamed["pending"]?["state"] == .string("pending"))
        #expect(bench.types.last == "reminder.updated")
        try bench.verify()
    }

    @Test func statusShowsAllThatIsPendingAndWhatIsNext() throws {
        for number in 1...12 {
            try bench.call("reminder.create", "{\"name\":\"p\(number)\",\"every\":\"30m\"}")
            try bench.call("reminder.fire", "{\"reminder\":\"p\(number)\"}")
            try bench.call("reminder.create", "{\"name\":\"n\(number)\",\"every\":\"30m\"}")
        }
        let shown = try bench.call("status")["reminders"]?.list ?? []
        #expect(shown.filter { $0["pending"] != nil }.count == 12)
        #expect(shown.first?["name"] == .string("p12"))
        #expect(shown.count == 17)
    }
}
