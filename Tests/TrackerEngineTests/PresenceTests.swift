import TestSupport
import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// Timers and runs that are paused while nobody is there, and the question on the return.
@Suite struct PresenceTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    /// Has the desktop answer so.
    private func tell(_ absence: DesktopState.Absence?, doNotDisturb: Bool = false) {
        let state = DesktopState(absence: absence, doNotDisturb: doNotDisturb)
        bench.take(bench.engine.desktopAnswered(state, at: bench.clock))
    }

    private func start(_ more: String = "") throws -> String {
        let id = try bench.call(
            "timer.start",
            "{\"duration\":\"25m\",\"name\":\"deep\",\"pause_when_away\":true\(more)}"
        ).id()
        bench.forget()
        return id
    }

    private func startRun() throws -> String {
        try bench.call(
            "program.create",
            """
            {"name":"Focus","intervals":[{"label":"Work","duration":"25m"},\
            {"label":"Break","duration":"5m","kind":"break"},{"label":"Work","duration":"25m"}]}
            """)
        let id = try bench.call("run.start", #"{"program":"focus","pause_when_away":true}"#).id()
        bench.forget()
        return id
    }

    private func timer() throws -> JSONValue {
        try bench.call("timer.get", #"{"timer":"deep"}"#)
    }

    /// Presses a button of the last alert, and returns the types of the events that follow.
    private func press(_ label: String) throws -> [String] {
        let alert = try #require(bench.published.compactMap(\.alert).last)
        let action = try #require(alert.actions.first { $0.label == label })
        let pressed = bench.engine.pressed(action.purpose, at: bench.clock)
        #expect(pressed.refusal == nil)
        bench.take(pressed.outcome)
        return pressed.outcome.published.map(\.event.type)
    }

    // MARK: Timers

    @Test(arguments: [DesktopState.Absence.idle, .locked])
    func aTimerIsPausedUntilThePersonResumesIt(_ absence: DesktopState.Absence) throws {
        let id = try start()
        #expect(bench.engine.followed == ["\(id) running"])
        bench.advance(ms: 60_000)
        tell(absence)
        #expect(bench.types == ["timer.paused"] && bench.alerts.isEmpty)
        let paused = try timer()
        #expect(paused["state"] == .string("paused") && paused["away"] == .bool(true))
        #expect(paused["pause_when_away"] == .bool(true))
        #expect(bench.engine.followed == ["\(id) away"])
        bench.advance(ms: 600_000)
        tell(absence)
        #expect(bench.types == ["timer.paused"])
        tell(nil)
        #expect(bench.types == ["timer.paused", "timer.resume_offered"])
        #expect(bench.engine.followed.isEmpty)
        let alert = try #require(bench.alerts.last)
        #expect(alert.title == "deep is paused" && alert.body == "You were away. 24m left")
        #expect(alert.actions.map(\.label) == ["Resume", "Stop"] && alert.isQuestion)
        #expect(
            alert.actions.map(\.command) == [
                "trackerctl timer resume deep", "trackerctl timer cancel deep",
            ])
        #expect(alert.thread == "timer:\(id)")
        // Once.
        tell(nil)
        #expect(bench.alerts.count == 1)
        #expect(try press("Resume") == ["timer.resumed"])
        #expect(bench.published.last?.endsThread == "timer:\(id)")
        let resumed = try timer()
        #expect(resumed["state"] == .string("running") && resumed["away"] == nil)
        #expect(resumed["elapsed_ms"] == .integer(60_000))
        #expect(try press("Stop") == [])
        try bench.verify()
    }

    @Test func itCanBeStopped() throws {
        let id = try start()
        try bench.call("stopwatch.start", #"{"name":"watch","pause_when_away":true}"#)
        bench.forget()
        tell(.locked)
        tell(nil)
        #expect(bench.alerts.map(\.title) == ["deep is paused", "watch is paused"])
        #expect(try press("Stop") == ["timer.finished"])
        let cancel = try #require(bench.alerts.first?.actions.last)
        bench.take(bench.engine.pressed(cancel.purpose, at: bench.clock).outcome)
        #expect(bench.types.last == "timer.cancelled")
        #expect(bench.published.last?.endsThread == "timer:\(id)")
        try bench.verify()
    }

    /// As a view that counts down shows it.
    @Test func theTimeLeftIsRoundedUp() throws {
        _ = try start()
        _ = try startRun()
        bench.advance(ms: 1_470_400)
        tell(.idle)
        tell(nil)
        #expect(
            bench.alerts.suffix(2).map(\.body) == [
                "You were away. 30s left", "You were away. Work: 30s left",
            ])
    }

    @Test func aRestartAsksAgain() throws {
        _ = try start()
        tell(.locked)
        try bench.restart()
        bench.forget()
        tell(nil)
        #expect(bench.types == ["timer.resume_offered"])
        bench.forget()
        try bench.restart()
        #expect(bench.published.compactMap(\.alert).map(\.title) == ["deep is paused"])
        #expect(try press("Resume") == ["timer.resumed"])
        bench.forget()
        try bench.restart()
        #expect(bench.published.compactMap(\.alert).isEmpty)
    }

    // MARK: Runs

    @Test func aBreakIsWhatPeopleLeaveFor() throws {
        let id = try startRun()
        bench.advance(ms: 1_500_000)
        bench.forget()
        #expect(bench.engine.followed.isEmpty)
        tell(.locked)
        #expect(bench.types.isEmpty)
        bench.advance(ms: 300_000)
        // The desktop is asked anew once the person's work would begin.
        #expect(bench.engine.followed == ["\(id) running 2"])
        bench.forget()
        tell(.locked)
        #expect(bench.types == ["run.paused"])
        #expect(try bench.call("run.get")["index"] == .integer(2))
        try bench.verify()
    }

    /// Otherwise the desktop would never tell that nobody is there.
    @Test func itDoesntKeepTheScreenOn() throws {
        try bench.call(
            "program.create", #"{"name":"Short","intervals":[{"label":"a","duration":"5m"}]}"#)
        try bench.call("run.start", #"{"program":"short","pause_when_away":true}"#)
        #expect(bench.engine.watchedMs(at: bench.clock) == nil)
        try bench.call("run.stop")
        try bench.call("run.start", #"{"program":"short"}"#)
        #expect(bench.engine.watchedMs(at: bench.clock) == 300_000)
    }
}
