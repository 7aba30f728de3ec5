import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine

/// Reminders that are off, for a while or for good. The bench's clock shows Sunday, 2026-03-01, 09:00 at first.
@Suite struct ReminderOffTests {
    let bench: Bench

    init() throws {
        bench = try Bench()
        try bench.call("reminder.create", #"{"name":"move","every":"30m","days":"daily"}"#)
    }

    private func move() throws -> JSONValue {
        try bench.call("reminder.get", #"{"reminder":"move"}"#)
    }

    @Test func itComesBackOnByItself() throws {
        let off = try bench.call("reminder.disable", #"{"reminder":"move","until":"12:00"}"#)
        #expect(off["enabled"] == .bool(false))
        #expect(off["off_until"] == .string("2026-03-01T12:00:00.000+01:00"))
        #expect(off["next_at"] == nil)
        bench.advance(ms: 10_800_000 - 1)
        #expect(try move()["enabled"] == .bool(false))
        bench.advance(ms: 1)
        let on = try move()
        #expect(on["enabled"] == .bool(true) && on["off_until"] == nil)
        #expect(on["next_at"] == .string("2026-03-01T12:30:00.000+01:00"))
        #expect(bench.types == ["reminder.created", "reminder.disabled", "reminder.enabled"])
        #expect(bench.alerts.isEmpty)
        try bench.verify()
    }

    @Test(arguments: ["2026-03-01T08:59", "-5m", "2027-03-03T09:00"])
    func aTimeThatIsRefused(_ until: String) throws {
        let refusal = try bench.refusal(
            "reminder.disable", "{\"reminder\":\"move\",\"until\":\"\(until)\"}")
        #expect(refusal.field == "until")
    }

    @Test func statusNamesWhatIsOff() throws {
        #expect(try bench.call("status")["reminders_off"] == nil)
        for number in 1...6 {
            try bench.call(
                "reminder.create", "{\"name\":\"r\(number)\",\"every\":\"1h\",\"enabled\":false}")
        }
        try bench.call("reminder.disable", #"{"reminder":"move","until":"12:00"}"#)
        let off = try bench.call("status")["reminders_off"]
        #expect(off?["count"] == .integer(7))
        let named = off?["reminders"]?.list ?? []
        #expect(named.map { $0["name"]?.string } == ["move", "r1", "r2", "r3", "r4"])
        #expect(named.first?["off_until"] == .string("2026-03-01T12:00:00.000+01:00"))
    }

    /// What is due in a pause isn't shown, so it isn't coming. One for once waits for the end.
    @Test func whatComesLeavesThePauseOut() throws {
        try bench.call("reminder.create", #"{"name":"post","once":"09:20"}"#)
        try bench.call("do_not_disturb.set", #"{"until":"10:10"}"#)
        func coming(_ params: String = #"{"limit":3}"#) throws -> [String?] {
            try bench.call("reminder.upcoming", params)["upcoming"]?.list.map {
                ($0["at"]?.string).map { String($0.dropFirst(11).prefix(5)) }
            } ?? []
        }
        #expect(try coming() == ["09:20", "10:30", "11:00"])
        #expect(try coming(#"{"limit":2,"from":"2026-03-01T10:45"}"#) == ["11:00", "11:30"])
        #expect(try coming(#"{"limit":2,"from":"2026-03-01T09:00"}"#) == ["09:20", "10:30"])
        try bench.call("do_not_disturb.set", #"{"off":true}"#)
        #expect(try coming() == ["09:20", "09:30", "10:00"])
    }
}
