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

    @Test func aRestartKeepsTheTime() throws {
        try bench.call("reminder.disable", #"{"reminder":"move","until":"12:00"}"#)
        try bench.restart()
        bench.advance(ms: 10_800_000)
        #expect(try move()["enabled"] == .bool(true))
        try bench.call("reminder.disable", #"{"reminder":"move","until":"2026-03-02T09:00"}"#)
        bench.reboot(offMs: 172_800_000)
        bench.advance(ms: 1)
        #expect(try move()["enabled"] == .bool(true))
        try bench.verify()
    }

    @Test func theTimeIsChangedAndDropped() throws {
        try bench.call("reminder.disable", #"{"reminder":"move","until":"12:00"}"#)
        // A time of day that is over today is tomorrow's.
        let later = try bench.call("reminder.disable", #"{"reminder":"move","until":"08:00"}"#)
        #expect(later["off_until"] == .string("2026-03-02T08:00:00.000+01:00"))
        let off = try bench.call("reminder.disable", #"{"reminder":"move"}"#)
        #expect(off["off_until"] == nil)
        bench.advance(ms: 172_800_000)
        #expect(try move()["enabled"] == .bool(false))
        #expect(try bench.call("reminder.disable", #"{"reminder":"move"}"#) == off)
        try bench.call("reminder.disable", #"{"reminder":"move","until":"12:00"}"#)
        try bench.call("reminder.enable", #"{"reminder":"move"}"#)
        bench.forget()
        bench.advance(ms: 86_400_000)
        #expect(!bench.types.contains("reminder.enabled"))
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

    /// What is next takes the pause into account: what is due within it isn't shown.
    @Test func whatIsNextComesAfterThePause() throws {
        try bench.call("reminder.create", #"{"name":"pills","at":["10:20"],"days":"daily"}"#)
        try bench.call("do_not_disturb.set", #"{"until":"10:00"}"#)
        // Every half hour from 09:30 on; the one at the end of the pause is shown.
        #expect(try move()["next_after_pause_at"] == .string("2026-03-01T10:00:00.000+01:00"))
        let pills = try bench.call("reminder.get", #"{"reminder":"pills"}"#)
        #expect(pills["paused_until"] == nil && pills["next_after_pause_at"] == nil)
        try bench.call("do_not_disturb.set", #"{"until":"10:10"}"#)
        #expect(try move()["next_after_pause_at"] == .string("2026-03-01T10:30:00.000+01:00"))
    }
}
