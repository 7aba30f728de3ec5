import Rig
import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine
import TrackerStore

/// Reminders while the desktop tells that nobody is there, or is to be disturbed. The bench's clock shows
/// Sunday, 2026-03-01, 09:00 at first.
@Suite struct DesktopTests {
    private static let minuteMs: Int64 = 60_000
    private static let away: [(DesktopState, String)] = [
        (DesktopState(absence: .idle), "idle"), (DesktopState(absence: .locked), "locked"),
        (DesktopState(doNotDisturb: true), "desktop_do_not_disturb"),
        (DesktopState(absence: .locked, doNotDisturb: true), "desktop_do_not_disturb"),
    ]
    let bench: Bench

    init() throws {
        bench = try Bench()
        try bench.call(
            "reminder.create",
            #"{"name":"move","every":"30m","days":"daily","follow_up":["5m","10m"]}"#)
        bench.forget()
    }

    /// Has the desktop answer so, now and whenever the daemon wakes.
    private func tell(_ state: DesktopState) {
        bench.desktop = state
        bench.take(bench.engine.desktopAnswered(state, at: bench.clock))
    }

    private func pass(minutes: Int64) { bench.advance(ms: minutes * Self.minuteMs) }

    @Test(arguments: away)
    func anIntervalGoesOnWithoutBeingShown(_ state: DesktopState, _ reason: String) throws {
        tell(state)
        pass(minutes: 30)
        #expect(bench.types == ["reminder.suppressed"] && bench.alerts.isEmpty)
        let suppressed = try bench.data(of: "reminder.suppressed")
        #expect(suppressed["reason"] == .string(reason) && suppressed["fired_at"] == nil)
        // The next one comes an interval after that, and is shown to whoever is there by then.
        #expect(
            try bench.call("reminder.get", #"{"reminder":"move"}"#)["next_at"]
                == .string("2026-03-01T10:00:00.000+01:00"))
        tell(DesktopState())
        pass(minutes: 30)
        #expect(bench.types.last == "reminder.fired" && bench.alerts.count == 1)
        try bench.verify()
    }

    /// mako hides what was shown before its do-not-disturb, and lets its time run out meanwhile.
    @Test(arguments: [nil, DesktopState.Absence.idle])
    func whatWasShownBeforeDoNotDisturbIsShownAgainAfterIt(then absence: DesktopState.Absence?)
        throws
    {
        try bench.call(
            "reminder.create",
            #"{"name":"pills","at":"09:10","days":"daily","follow_up":false}"#)
        tell(DesktopState())
        pass(minutes: 10)
        bench.forget()
        tell(DesktopState(doNotDisturb: true))
        // Nobody is told of it while nobody would see it.
        if let absence { tell(DesktopState(absence: absence)) }
        #expect(bench.published.isEmpty)
        tell(DesktopState())
        #expect(bench.published.map(\.audience) == [.person])
        #expect(bench.alerts.first?.title == "pills" && bench.types.isEmpty)
        // Once, and not after an absence alone, in which nothing is hidden.
        tell(DesktopState(absence: .idle))
        tell(DesktopState())
        #expect(bench.published.count == 1)
    }

    @Test func aFixedTimeWaitsForThePersonButNotWhereNobodyIsToBeDisturbed() throws {
        try bench.call("reminder.create", #"{"name":"pills","at":"09:10","days":"daily"}"#)
        try bench.call("reminder.create", #"{"name":"drops","at":"09:20","days":"daily"}"#)
        bench.forget()
        tell(DesktopState(absence: .locked))
        pass(minutes: 10)
        #expect(bench.types == ["reminder.fired"])
        tell(DesktopState(doNotDisturb: true))
        pass(minutes: 10)
        #expect(bench.types == ["reminder.fired", "reminder.suppressed"])
        try bench.verify()
    }

    @Test func eachReminderMayBeSetOtherwise() throws {
        let shown = try bench.call(
            "reminder.update", #"{"reminder":"move","when_idle":"show"}"#)
        #expect(shown["when_idle"] == .string("show"))
        let skipped = try bench.call(
            "reminder.create",
            #"{"name":"pills","at":"09:10","days":"daily","when_idle":"skip"}"#)
        #expect(skipped["when_idle"] == .string("skip"))
        bench.forget()
        tell(DesktopState(absence: .idle))
        pass(minutes: 10)
        #expect(bench.types == ["reminder.suppressed"])
        pass(minutes: 20)
        #expect(bench.types == ["reminder.suppressed", "reminder.fired"])
        // Another schedule has another default only where nothing was said.
        let moved = try bench.call(
            "reminder.update", #"{"reminder":"pills","every":"1h"}"#)
        #expect(moved["when_idle"] == .string("skip"))
        let refusal = try bench.refusal(
            "reminder.update", #"{"reminder":"pills","when_idle":"later"}"#)
        #expect(refusal.kind == .invalidParams && refusal.field == "when_idle")
        try bench.verify()
    }

    @Test func theDefaultFollowsTheSchedule() throws {
        #expect(
            try bench.call("reminder.get", #"{"reminder":"move"}"#)["when_idle"] == .string("skip"))
        let fixed = try bench.call(
            "reminder.update", #"{"reminder":"move","at":"12:00","follow_up":false}"#)
        #expect(fixed["when_idle"] == .string("show"))
    }

    @Test(arguments: away)
    func followUpsWaitForTheReturnAndComeOnce(_ state: DesktopState, _ reason: String) throws {
        pass(minutes: 31)
        #expect(bench.types == ["reminder.fired"])
        tell(state)
        pass(minutes: 18)
        #expect(bench.types == ["reminder.fired"])
        tell(DesktopState())
        pass(minutes: 0)
        bench.wake()
        #expect(bench.types == ["reminder.fired", "reminder.followed_up"])
        pass(minutes: 5)
        #expect(bench.types == ["reminder.fired", "reminder.followed_up"])
        try bench.verify()
    }

    @Test func aSnoozeThatEndsMeanwhileWaits() throws {
        pass(minutes: 30)
        try bench.call(
            "reminder.answer", #"{"reminder":"move","action":"snooze","for":"5m"}"#)
        bench.forget()
        tell(DesktopState(absence: .locked))
        pass(minutes: 20)
        #expect(bench.types == [])
        tell(DesktopState())
        bench.wake()
        #expect(bench.types == ["reminder.fired"])
        try bench.verify()
    }

    /// Where nothing tells of the return, follow-ups are tried again after an hour: the desktop is asked then.
    @Test func aHeldFollowUpIsTriedAgainAfterAnHour() throws {
        try bench.call("reminder.create", #"{"name":"water","every":"4h","days":"daily"}"#)
        try bench.call("reminder.delete", #"{"reminder":"move"}"#)
        pass(minutes: 240)
        bench.forget()
        tell(DesktopState(absence: .idle))
        pass(minutes: 5)
        bench.desktop = nil
        let next = try #require(bench.engine.nextReminderDeadlines.bootNs)
        #expect(next == bench.clock.bootNs + 3_600_000 * 1_000_000)
        pass(minutes: 59)
        #expect(bench.types == [])
        // The answer comes shortly before.
        tell(DesktopState())
        bench.wake()
        #expect(bench.types == ["reminder.followed_up"])
        try bench.verify()
    }

    @Test func anAnswerHoldsForTwoSeconds() throws {
        bench.drift(ms: 30 * Self.minuteMs - 1999)
        tell(DesktopState(absence: .idle))
        bench.desktop = nil
        bench.drift(ms: 1999)
        bench.wake()
        #expect(bench.types == ["reminder.suppressed"])
        tell(DesktopState(absence: .idle))
        bench.desktop = nil
        pass(minutes: 30)
        #expect(bench.types == ["reminder.suppressed", "reminder.fired"])
    }

    // MARK: Without an answer

    /// The lid of a laptop was opened after the reminder's time: the answer comes after its alarm.
    @Test(arguments: [true, false])
    func whatIsDueWaitsForTheAnswer(_ isPresent: Bool) throws {
        bench.dependencies.asksDesktop = true
        try bench.call("timer.start", #"{"duration":"29m59s"}"#)
        bench.forget()
        bench.suspend(ms: 30 * Self.minuteMs)
        #expect(!bench.engine.awaitsDesktop)
        bench.wake()
        // What the person has asked for is told at once.
        #expect(bench.types == ["timer.finished"])
        #expect(bench.engine.awaitsDesktop && !bench.engine.nextDeadlines.isDue(at: bench.clock))
        bench.drift(ms: 300)
        bench.wake()
        #expect(bench.types == ["timer.finished"])
        tell(DesktopState(absence: isPresent ? nil : .locked))
        #expect(!bench.engine.awaitsDesktop && bench.engine.nextDeadlines.isDue(at: bench.clock))
        bench.wake()
        bench.wake()
        #expect(
            bench.types == [
                "timer.finished", isPresent ? "reminder.fired" : "reminder.suppressed",
            ])
        try bench.verify()
    }

    @Test func manyRemindersThatWaitDelayNoTimer() throws {
        bench.dependencies.asksDesktop = true
        try bench.callEach(
            "reminder.create",
            (1...300).map {
                #"{"name":"r\#($0)","every":"10m","days":"daily","follow_up":false}"#
            })
        try bench.call("timer.start", #"{"duration":"20m"}"#)
        bench.forget()
        bench.drift(ms: 25 * Self.minuteMs)
        bench.wake()
        #expect(bench.types == ["timer.finished"])
        tell(DesktopState())
        bench.wake()
        bench.wake()
        #expect(bench.types.count { $0 == "reminder.fired" } == 300)
    }

    @Test func aStartWaitsForTheAnswer() throws {
        bench.dependencies.asksDesktop = true
        bench.stop()
        bench.drift(ms: 31 * Self.minuteMs)
        bench.forget()
        try bench.start()
        #expect(bench.types == [] && bench.engine.awaitsDesktop)
        tell(DesktopState(absence: .locked))
        bench.wake()
        #expect(bench.types == ["reminder.suppressed"])
    }

    @Test func whereNothingIsAskedNothingWaits() throws {
        pass(minutes: 30)
        #expect(bench.types == ["reminder.fired"] && !bench.engine.awaitsDesktop)
    }

    /// The person's own do-not-disturb is the reason that is told, and its end is none to follow up anybody
    /// who isn't there.
    @Test func theOwnDoNotDisturbComesFirst() throws {
        pass(minutes: 30)
        try bench.call("do_not_disturb.set", #"{"for":"10m"}"#)
        tell(DesktopState(absence: .idle))
        bench.forget()
        pass(minutes: 12)
        #expect(bench.types == ["do_not_disturb.ended"])
        try bench.call("do_not_disturb.set", #"{"for":"1h"}"#)
        pass(minutes: 20)
        #expect(
            try bench.data(of: "reminder.suppressed")["reason"] == .string("do_not_disturb"))
        try bench.verify()
    }

    @Test func statusTellsOfTheDesktopsDoNotDisturb() throws {
        #expect(try bench.call("status")["desktop_do_not_disturb"] == nil)
        tell(DesktopState(doNotDisturb: true))
        bench.drift(ms: 60_000)
        #expect(try bench.call("status")["desktop_do_not_disturb"] == .bool(true))
        tell(DesktopState(absence: .idle))
        #expect(try bench.call("status")["desktop_do_not_disturb"] == nil)
    }

    @Test func timersAndRestsAreAlwaysTold() throws {
        tell(DesktopState(absence: .locked, doNotDisturb: true))
        try bench.call("timer.start", #"{"duration":"5m"}"#)
        try bench.call("rest.start", #"{"duration":"1m"}"#)
        pass(minutes: 6)
        #expect(bench.types.contains("timer.finished") && bench.types.contains("rest.finished"))
        #expect(bench.alerts.count >= 2)
    }

    // MARK: Another daemon, a full disk

    /// A new daemon knows nothing of the desktop, and follows up at once what was held back.
    @Test(arguments: [true, false])
    func aRestartFollowsUpWhatWasHeldBack(isSnoozed: Bool) throws {
        pass(minutes: 30)
        if isSnoozed {
            try bench.call(
                "reminder.answer", #"{"reminder":"move","action":"snooze","for":"5m"}"#)
        }
        tell(DesktopState(absence: .idle))
        pass(minutes: 6)
        bench.desktop = nil
        bench.forget()
        try bench.restart()
        #expect(bench.types == [isSnoozed ? "reminder.fired" : "reminder.followed_up"])
        try bench.verify()
    }

    @Test func aRestartWhileThePersonIsAwayHoldsItBackOn() throws {
        bench.dependencies.asksDesktop = true
        tell(DesktopState())
        pass(minutes: 30)
        tell(DesktopState(absence: .locked))
        pass(minutes: 6)
        bench.forget()
        try bench.restart()
        #expect(bench.types == [] && bench.engine.awaitsDesktop)
        bench.wake()
        pass(minutes: 10)
        #expect(bench.types == [])
        tell(DesktopState())
        bench.wake()
        #expect(bench.types == ["reminder.followed_up"])
        try bench.verify()
    }

    /// What comes back while nothing can be written has its effect once something can.
    @Test func aReturnDuringAFullDiskIsntLost() throws {
        let (bench, disk) = try Bench.onFaultyDisk()
        try bench.call(
            "reminder.create",
            #"{"name":"move","every":"30m","days":"daily","follow_up":["5m"]}"#)
        bench.advance(ms: 30 * Self.minuteMs)
        bench.desktop = DesktopState(absence: .locked)
        bench.advance(ms: 6 * Self.minuteMs)
        bench.desktop = nil
        disk.fillUp()
        _ = try bench.refusal("timer.start", #"{"duration":"1h"}"#)
        bench.take(bench.engine.desktopAnswered(DesktopState(), at: bench.clock))
        disk.heal()
        bench.drift(ms: 2000)
        bench.forget()
        bench.wake()
        #expect(
            bench.types == ["storage.degraded", "storage.recovered", "reminder.followed_up"])
        try bench.verify()
    }
}
