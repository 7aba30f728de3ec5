import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine

/// People's changes to reminders. The bench's clock shows Sunday, 2026-03-01, 09:00 at first.
@Suite struct ReminderMethodTests {
    let bench: Bench

    init() throws { bench = try Bench() }

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
