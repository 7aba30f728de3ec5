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
}
