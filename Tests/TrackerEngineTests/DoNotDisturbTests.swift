import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine

/// Reminders during do-not-disturb. The bench's clock shows Sunday, 2026-03-01, 09:00 at first.
@Suite struct DoNotDisturbTests {
    let bench: Bench

    init() throws {
        bench = try Bench()
        try bench.call(
            "reminder.create",
            #"{"name":"move","every":"30m","days":"daily","follow_up":["5m","10m","15m"]}"#)
        bench.forget()
    }

    @discardableResult
    private func set(_ params: String) throws -> JSONValue {
        try bench.call("do_not_disturb.set", params)
    }

    private func until(_ text: String) -> JSONValue {
        .object(["until": .string(text), "until_ms": .integer(Zone.ms(ofText: text) ?? 0)])
    }

    @Test func forASpanUntilATimeAndOff() throws {
        let span = try set(#"{"for":"1h"}"#)
        #expect(span == until("2026-03-01T10:00:00.000+01:00"))
        #expect(try bench.call("status")["do_not_disturb"] == span)
        #expect(bench.types == ["do_not_disturb.set"])
        let time = try set(#"{"until":"17:30"}"#)
        #expect(time == until("2026-03-01T17:30:00.000+01:00"))
        // Seven in the morning is over today, so it means tomorrow.
        #expect(
            try set(#"{"until":"07:00"}"#)
                == until("2026-03-02T07:00:00.000+01:00"))
        #expect(
            try set(#"{"until":"2026-03-03T00:00:00+01:00"}"#)
                == until("2026-03-03T00:00:00.000+01:00"))
        #expect(try set(#"{"off":true}"#) == .object([:]))
        #expect(try bench.call("status")["do_not_disturb"] == nil)
        #expect(bench.types.last == "do_not_disturb.ended")
        // Switching it off again does nothing.
        let count = bench.types.count
        #expect(try set(#"{"off":true}"#) == .object([:]))
        #expect(bench.types.count == count)
        try bench.verify()
    }

    @Test func badInput() throws {
        for (params, field) in [
            ("{}", "until"), (#"{"for":"1h","until":"10:00"}"#, "until"),
            (#"{"for":"1h","off":true}"#, "off"), (#"{"for":"367d"}"#, "for"),
            (#"{"until":"-10m"}"#, "until"), (#"{"until":"2028-01-01T00:00:00Z"}"#, "until"),
        ] {
            let refusal = try bench.refusal("do_not_disturb.set", params)
            #expect(refusal.kind == .invalidParams)
            #expect(refusal.field == field)
            #expect(try bench.call("status")["do_not_disturb"] == nil)
        }
    }

    @Test func whatFallsDueIsSuppressed() throws {
        try set(#"{"for":"45m"}"#)
        bench.advance(ms: 1_800_000)
        #expect(bench.types == ["do_not_disturb.set", "reminder.suppressed"])
        #expect(bench.alerts.isEmpty)
        let suppressed = try bench.data(of: "reminder.suppressed")
        #expect(suppressed["state"] == .string("suppressed"))
        #expect(suppressed["reason"] == .string("do_not_disturb"))
        #expect(suppressed["fired_at"] == nil)
        let refusal = try bench.refusal(
            "reminder.answer", "{\"occurrence\":\"\(suppressed.id())\",\"action\":\"log\"}")
        #expect(refusal.state == "suppressed")
        // Do-not-disturb ends, and the next reminder is shown.
        bench.advance(ms: 1_800_000)
        #expect(bench.types.suffix(2) == ["do_not_disturb.ended", "reminder.fired"])
        try bench.verify()
    }

    @Test func followUpsAreHeldBackAndComeOnceAfterIt() throws {
        bench.advance(ms: 1_800_000)
        bench.forget()
        try set(#"{"for":"12m"}"#)
        bench.advance(ms: 719_999)
        #expect(bench.types == ["do_not_disturb.set"])
        bench.advance(ms: 1)
        // Two follow-ups fell due, and come as one.
        #expect(
            bench.types == [
                "do_not_disturb.set", "do_not_disturb.ended", "reminder.followed_up",
            ])
        bench.advance(ms: 180_000)
        #expect(bench.types.last == "reminder.followed_up")
        #expect(try bench.data(of: "reminder.followed_up")["follow_ups"]?.list.count == 2)
        try bench.verify()
    }

    @Test func switchedOffEarlyTheyComeAtTheirTime() throws {
        bench.advance(ms: 1_800_000)
        try set(#"{"for":"4h"}"#)
        bench.advance(ms: 600_000)
        bench.forget()
        try set(#"{"off":true}"#)
        bench.advance(ms: 1)
        #expect(bench.types == ["do_not_disturb.ended", "reminder.followed_up"])
        bench.advance(ms: 299_999)
        #expect(bench.types.last == "reminder.followed_up")
        #expect(bench.types.count == 3)
    }

    @Test func whatIsPendingStillExpires() throws {
        bench.advance(ms: 1_800_000)
        bench.forget()
        try set(#"{"for":"4h"}"#)
        bench.advance(ms: 1_800_000)
        #expect(
            bench.types == ["do_not_disturb.set", "reminder.expired", "reminder.suppressed"])
        try bench.verify()
    }

    @Test func aSnoozeIsHeldBackToo() throws {
        bench.advance(ms: 1_800_000)
        try bench.call("reminder.answer", #"{"reminder":"move","action":"snooze"}"#)
        try set(#"{"for":"10m"}"#)
        bench.forget()
        bench.advance(ms: 599_999)
        #expect(bench.types.isEmpty)
        bench.advance(ms: 1)
        #expect(bench.types == ["do_not_disturb.ended", "reminder.fired"])
        try bench.verify()
    }

    @Test func aSpanGoesOnWhenTheClockIsSetAndATimeMoves() throws {
        try set(#"{"for":"1h"}"#)
        bench.stepWall(ms: 7_200_000)
        bench.take(bench.engine.clockStepped(byMs: 7_200_000, at: bench.clock))
        #expect(
            try bench.call("status")["do_not_disturb"]?["until"]
                == .string("2026-03-01T12:00:00.000+01:00"))
        try set(#"{"until":"12:00"}"#)
        bench.stepWall(ms: 3_600_000)
        bench.take(bench.engine.clockStepped(byMs: 3_600_000, at: bench.clock))
        bench.wake()
        #expect(bench.types.contains("do_not_disturb.ended"))
        try bench.verify()
    }

    @Test func itOutlivesACrashAndAReboot() throws {
        try set(#"{"for":"2h"}"#)
        try bench.crash()
        bench.reboot(offMs: 3_600_000)
        try bench.start()
        #expect(
            try bench.call("status")["do_not_disturb"]?["until"]
                == .string("2026-03-01T11:00:00.000+01:00"))
        #expect(bench.alerts.isEmpty)
        bench.advance(ms: 3_600_000)
        #expect(try bench.call("status")["do_not_disturb"] == nil)
        try bench.verify()
    }

    @Test func itCanBeUndone() throws {
        try set(#"{"for":"2h"}"#)
        try bench.call("journal.undo")
        #expect(try bench.call("status")["do_not_disturb"] == nil)
        try bench.verify()
    }
}
