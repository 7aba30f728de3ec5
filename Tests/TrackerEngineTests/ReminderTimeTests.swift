import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine

/// Reminders through sleep, downtime, clock changes and journeys. The bench's clock shows Sunday,
/// 2026-03-01, 09:00 at first.
@Suite struct ReminderTimeTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    private static let halfHourMs: Int64 = 1_800_000
    private static let hourMs: Int64 = 3_600_000

    private func create(_ more: String = "", every: String = "30m") throws {
        try bench.call(
            "reminder.create",
            """
            {"name":"move","every":"\(every)","between":"09:00-17:00","days":"daily",
             "follow_up":false\(more)}
            """)
        bench.forget()
    }

    private func createFixed(_ times: String, _ more: String = "") throws {
        try bench.call(
            "reminder.create",
            "{\"name\":\"move\",\"at\":\"\(times)\",\"days\":\"daily\",\"follow_up\":false\(more)}")
        bench.forget()
    }

    /// It is a Sunday.
    @Test(arguments: [
        ("sunday", "2026-03-01T10"), ("monday", "2026-03-02T10"), ("monday noon", "2026-03-03T10"),
        ("tomorrow", "2026-03-02T10"),
    ])
    func whatComesFromAWeekday(_ from: String, _ first: String) throws {
        try createFixed("10:00")
        let list = try bench.call("reminder.upcoming", "{\"limit\":1,\"from\":\"\(from)\"}")
        let at = list["upcoming"]?.list.first?["at"]?.string
        #expect(at?.hasPrefix(first) == true, "\(at ?? "")")
    }

    private func next() throws -> String? {
        let reminder = try bench.call("reminder.get", #"{"reminder":"move"}"#)
        return reminder["next_at"]?.string.map { String($0.dropFirst(8).prefix(8)) }
    }

    private func states() throws -> [String] {
        try bench.call("occurrence.list")["occurrences"]?.list.map {
            ($0["state"]?.string ?? "") + ($0["reason"]?.string.map { " " + $0 } ?? "")
        } ?? []
    }

    // MARK: Sleep and downtime

    @Test func afterSleepTheLatestComesOnceAndLate() throws {
        try createFixed("10:00,11:00,12:00")
        bench.suspend(ms: 4 * Self.hourMs)
        bench.wake()
        #expect(
            bench.types == ["reminder.suppressed", "reminder.suppressed", "reminder.fired"])
        let fired = try bench.data(of: "reminder.fired")
        #expect(fired["due_at"] == .string("2026-03-01T12:00:00.000+01:00"))
        #expect(fired["late_by_ms"] == .integer(Self.hourMs))
        #expect(bench.alerts.map(\.body) == ["(1h late)"])
        #expect(try states() == ["pending", "suppressed missed", "suppressed missed"])
        #expect(try next() == "02T10:00")
        try bench.verify()
    }

    @Test func allOfThemAndTheLastStaysPending() throws {
        try createFixed("10:00,11:00,12:00", #","missed":"all""#)
        bench.suspend(ms: 4 * Self.hourMs)
        bench.wake()
        #expect(
            bench.types == [
                "reminder.fired", "reminder.expired", "reminder.fired", "reminder.expired",
                "reminder.fired",
            ])
        // One alert is enough.
        #expect(bench.alerts.count == 1)
        #expect(try states() == ["pending", "expired", "expired"])
        try bench.verify()
    }

    @Test func whatIsNoticedWithinHalfAMinuteWasNotMissed() throws {
        try createFixed("10:00", #","missed":"skip""#)
        bench.drift(ms: Self.hourMs + 29_999)
        bench.wake()
        #expect(bench.types == ["reminder.fired"])
        #expect(try bench.data(of: "reminder.fired")["late_by_ms"] == .integer(29_999))
        bench.drift(ms: 24 * Self.hourMs + 1)
        bench.wake()
        #expect(bench.types.last == "reminder.suppressed")
    }

    /// Real alarms are a little late: the last occurrence of the window fires nevertheless.
    @Test func eachNoticedALittleLate() throws {
        try create()
        bench.drift(ms: 2)
        for _ in 0..<16 {
            bench.drift(ms: Self.halfHourMs)
            bench.wake()
        }
        #expect(bench.types.filter { $0 == "reminder.fired" }.count == 16)
        #expect(try next() == "02T09:30")
    }

    @Test func whatAClockThatWasAheadMadeMissedComesAllTheSame() throws {
        try create(#","anchor":"clock""#)
        bench.suspend(ms: 2 * Self.hourMs + 60_000)
        bench.wake()
        #expect(bench.types.filter { $0 == "reminder.suppressed" }.count == 3)
        bench.stepWall(ms: -2 * Self.hourMs)
        bench.take(bench.engine.clockStepped(byMs: -2 * Self.hourMs, at: bench.clock))
        #expect(try next() == "01T09:30")
        bench.advance(to: 9, 31)
        // The occurrence that was shown by the wrong clock isn't shown twice.
        bench.forget()
        bench.advance(to: 10, 1)
        #expect(!bench.types.contains("reminder.fired"))
        #expect(try next() == "01T11:30")
        try bench.verify()
    }

    /// The snooze ended while the machine slept, and was missed; but the person had seen the occurrence.
    @Test func whatWasShownAndThenMissedIsNotShownTwice() throws {
        try create(#","anchor":"clock""#)
        bench.advance(to: 9, 31)
        try bench.call("reminder.answer", #"{"reminder":"last","action":"snooze"}"#)
        bench.suspend(ms: 3 * Self.hourMs)
        bench.wake()
        #expect(try bench.data(of: "reminder.expired")["reason"] == .string("missed"))
        bench.stepWall(ms: -4 * Self.hourMs)
        bench.take(bench.engine.clockStepped(byMs: -4 * Self.hourMs, at: bench.clock))
        // It is half past nine again; the occurrences of ten and half past ten were shown.
        #expect(try next() == "01T11:00")
        bench.forget()
        bench.advance(ms: 88 * 60_000)
        #expect(!bench.types.contains("reminder.fired"))
        bench.advance(ms: 120_000)
        #expect(bench.types.contains("reminder.fired"))
        try bench.verify()
    }

    /// The alarm on the wall clock may go off before the daemon is told that the clock was set.
    @Test func anAlarmQuickerThanTheNewsOfAClockThatWasSet() throws {
        try create()
        bench.advance(ms: 600_000)
        bench.stepWall(ms: Self.hourMs)
        bench.wake()
        #expect(bench.types == ["clock.stepped", "clock.rescheduled"])
        #expect(try next() == "01T10:30")
        bench.advance(ms: 1_200_000)
        #expect(bench.types.last == "reminder.fired")
        try bench.verify()
    }

    @Test func overDowntimeARebootAndACrash() throws {
        try createFixed("10:00,11:00,20:00")
        try bench.crash()
        bench.reboot(offMs: 3 * Self.hourMs)
        try bench.start()
        #expect(bench.types == ["clock.rebooted", "reminder.suppressed", "reminder.fired"])
        #expect(bench.alerts.count == 1)
        bench.forget()
        // The occurrence is still pending, and its alert is shown again.
        try bench.crash()
        try bench.start()
        #expect(bench.types.isEmpty)
        #expect(bench.alerts.count == 1)
        #expect(bench.published.map(\.audience) == [.hooks])
        try bench.verify()
    }

    @Test func thousandsThatWereMissedAreBounded() throws {
        try create(#","anchor":"clock","missed":"all""#, every: "1m")
        bench.suspend(ms: 30 * 24 * Self.hourMs)
        bench.wake()
        let fired = bench.types.filter { $0 == "reminder.fired" }.count
        let suppressed = bench.types.filter { $0 == "reminder.suppressed" }.count
        // It is nine o'clock, and all windows have closed.
        #expect(fired == 0)
        #expect(suppressed == Reminder.maximumMissed)
        #expect(try next() == "31T09:01")
        try bench.verify()
    }

    @Test func followUpsAndTheEndOfWhatIsPendingDuringSleep() throws {
        try bench.call(
            "reminder.create",
            #"{"name":"move","every":"1h","days":"daily","follow_up":["5m","10m","15m"]}"#)
        bench.advance(ms: Self.hourMs)
        bench.forget()
        bench.suspend(ms: 1_200_000)
        bench.wake()
        // Three follow-ups fell due, and one alert is enough.
        #expect(bench.types == ["reminder.followed_up"])
        bench.suspend(ms: Self.hourMs)
        bench.wake()
        #expect(
            bench.types == ["reminder.followed_up", "reminder.expired", "reminder.fired"])
        try bench.verify()
    }

    // MARK: Snoozes

    @Test func aSnoozeCountsOnThroughSleepAndRebootAndNeverTwelveHoursTooLong() throws {
        try create()
        bench.advance(ms: Self.halfHourMs)
        try bench.call("reminder.answer", #"{"reminder":"move","action":"snooze","for":"10m"}"#)
        bench.forget()
        bench.suspend(ms: 300_000)
        try bench.crash()
        bench.reboot(offMs: 240_000)
        try bench.start()
        #expect(bench.types == ["clock.rebooted"])
        bench.advance(ms: 59_999)
        #expect(bench.types.count == 1)
        bench.advance(ms: 1)
        #expect(bench.types.last == "reminder.fired")
        try bench.verify()
    }

    @Test(arguments: [-12, 1] as [Int64])
    func settingTheClockNeitherDelaysNorHastensASnoozeOrAFollowUp(_ hours: Int64) throws {
        try bench.call(
            "reminder.create",
            #"{"name":"move","every":"30m","days":"daily","between":"00:00-24:00"}"#)
        bench.advance(ms: Self.halfHourMs)
        bench.forget()
        bench.stepWall(ms: hours * Self.hourMs)
        bench.take(bench.engine.clockStepped(byMs: hours * Self.hourMs, at: bench.clock))
        bench.advance(ms: 299_999)
        #expect(!bench.types.contains("reminder.followed_up"))
        bench.advance(ms: 1)
        #expect(bench.types.last == "reminder.followed_up")
        try bench.call("reminder.answer", #"{"reminder":"move","action":"snooze"}"#)
        bench.stepWall(ms: -hours * Self.hourMs)
        bench.take(bench.engine.clockStepped(byMs: -hours * Self.hourMs, at: bench.clock))
        bench.forget()
        bench.advance(ms: 299_999)
        #expect(bench.types.isEmpty)
        bench.advance(ms: 1)
        #expect(bench.types == ["reminder.fired"])
        try bench.verify()
    }

    // MARK: Clocks and zones

    @Test func anIntervalCountsElapsedTimeWhenTheClockIsSet() throws {
        try create()
        bench.advance(ms: 600_000)
        bench.stepWall(ms: 2 * Self.hourMs)
        bench.take(bench.engine.clockStepped(byMs: 2 * Self.hourMs, at: bench.clock))
        #expect(bench.types == ["clock.stepped", "clock.rescheduled"])
        // It is 11:10 now, and twenty minutes are left.
        #expect(try next() == "01T11:30")
        bench.advance(ms: 1_200_000)
        #expect(bench.types.last == "reminder.fired")
        try bench.verify()
    }

    @Test func aGridFollowsTheClockAndNothingFiresTwice() throws {
        try create(#","anchor":"clock""#)
        bench.advance(ms: Self.hourMs)
        #expect(bench.types.filter { $0 == "reminder.fired" }.count == 2)
        bench.stepWall(ms: -2_400_000)
        bench.take(bench.engine.clockStepped(byMs: -2_400_000, at: bench.clock))
        // It is 09:20 again, but the occurrences of 09:30 and 10:00 have been shown.
        #expect(try next() == "01T10:30")
        bench.stepWall(ms: 4 * Self.hourMs)
        bench.take(bench.engine.clockStepped(byMs: 4 * Self.hourMs, at: bench.clock))
        bench.forget()
        bench.wake()
        // 13:20: the occurrences that the clock leapt over come once.
        #expect(bench.types.filter { $0 == "reminder.fired" }.count == 1)
        #expect(try next() == "01T13:30")
        try bench.verify()
    }

    @Test func aJourneyRecomputesTheScheduleAtOnce() throws {
        try createFixed("10:00")
        #expect(try next() == "01T10:00")
        // The zone is an hour ahead now, and ten o'clock has just passed.
        bench.place.become { _ in 7200 }
        bench.drift(ms: 300_000)
        bench.take(bench.engine.calendarChanged(at: bench.clock))
        #expect(try next() == "02T10:00")
        #expect(bench.types == ["clock.rescheduled"])
        // And back again.
        bench.place.become { _ in 3600 }
        bench.take(bench.engine.calendarChanged(at: bench.clock))
        #expect(try next() == "01T10:00")
        let status = try bench.call("status")["reminders"]?.list.first
        #expect(status?["next_at"] == .string("2026-03-01T10:00:00.000+01:00"))
        bench.forget()
        bench.take(bench.engine.calendarChanged(at: bench.clock))
        #expect(bench.types.isEmpty)
        try bench.verify()
    }

    @Test func aJourneyWhileTheDaemonWasDown() throws {
        try createFixed("10:00")
        bench.stop()
        bench.place.become { _ in 7200 }
        try bench.start()
        #expect(try next() == "02T10:00")
        try bench.verify()
    }

    @Test func theEndOfTheDayMovesWithTheZone() throws {
        try createFixed("10:00")
        bench.advance(ms: Self.hourMs)
        bench.place.become { _ in 14 * 3600 }
        bench.forget()
        bench.take(bench.engine.calendarChanged(at: bench.clock))
        // 23:00 in the new zone.
        bench.advance(ms: Self.hourMs - 1)
        #expect(!bench.types.contains("reminder.expired"))
        bench.advance(ms: 1)
        #expect(bench.types.last == "reminder.expired")
    }

    @Test func summerTimeSkipsAndDoublesNothing() throws {
        // Berlin: from 02:00 to 03:00 on 2026-03-29 at 01:00 UTC.
        bench.place.become { $0 < 1_774_746_000 ? 3600 : 7200 }
        try createFixed("02:30,03:30")
        bench.advance(ms: 1_774_742_400_000 - bench.clock.wallMs)
        bench.forget()
        bench.advance(ms: 26 * Self.hourMs)
        // Half past two becomes half past three, the same moment as the other occurrence.
        let fired = bench.published.filter { $0.event.type == "reminder.fired" }
        #expect(
            fired.map(\.event.atMs) == [
                1_774_747_800_000, 1_774_830_600_000, 1_774_834_200_000,
            ])
        try bench.verify()
    }
}
