import Stage
import Systemd
import TestSupport
import Testing
import TrackerAPI
import TrackerCore
import TrackerStore

@testable import TrackerDaemon

/// Questions shortly before reminders fall due, and on the return of the person.
@MainActor @Suite(.serialized) struct DesktopWatchTests {
    private static let locked = DesktopState(absence: .locked)

    /// What a watch has told, in order.
    @MainActor private final class Told {
        var states: [DesktopState] = []
        /// Milliseconds without input at the last answer.
        var awayMs: Int64?
    }

    private func watch(_ stage: DesktopStage, _ told: Told) throws -> DesktopWatch {
        try DesktopWatch(
            stage.loop, stage.desktop,
            answered: {
                told.states.append($0)
                told.awayMs = stage.desktop.awayMs
            })
    }

    private func reading(_ clock: String, inMs ms: Int64) -> NextDeadlines {
        let now = Clock.now()
        return clock == "boot"
            ? NextDeadlines(bootNs: now.bootNs + ms * nanosecondsPerMs)
            : NextDeadlines(wallMs: now.wallMs + ms)
    }

    @Test(arguments: ["boot", "wall"])
    func theAnswerIsThereWhenTheReminderIsDue(_ clock: String) throws {
        try DesktopStage.with { stage in
            let logind = try stage.startLogind()
            try stage.hint(logind, "LockedHint", ["b", "true"])
            let told = Told()
            let watch = try watch(stage, told)
            let began = awakeSeconds()
            let next = reading(clock, inMs: 1500)
            watch.rearm(next)
            watch.rearm(next)
            #expect(try stage.turn { !told.states.isEmpty })
            #expect((0.9..<1.5).contains(awakeSeconds() - began))
            #expect(told.states == [Self.locked])
            // One deadline is asked about once.
            watch.rearm(next)
            try stage.turn(milliseconds: 1000)
            #expect(told.states == [Self.locked])
            // The return is told by a signal.
            try stage.hint(logind, "LockedHint", ["b", "false"])
            #expect(try stage.turn { told.states.count == 2 })
            #expect(told.states.last == DesktopState())
        }
    }

    /// Leaving and the return are both told, long before a reminder is due.
    @Test func leavingIsFollowedWhileThereAreReminders() throws {
        try DesktopStage.with { stage in
            let logind = try stage.startLogind()
            let told = Told()
            let watch = try watch(stage, told)
            watch.rearm(reading("boot", inMs: 3_600_000))
            try stage.turn(milliseconds: 500)
            #expect(told.states.isEmpty)
            try stage.hint(logind, "LockedHint", ["b", "true"])
            #expect(try stage.turn { told.states == [Self.locked] })
            try stage.turn(milliseconds: 500)
            try stage.hint(logind, "LockedHint", ["b", "false"])
            #expect(try stage.turn { told.states == [Self.locked, DesktopState()] })
            // Without reminders nobody is asked.
            watch.rearm(NextDeadlines())
            try stage.hint(logind, "LockedHint", ["b", "true"])
            try stage.turn(milliseconds: 500)
            #expect(told.states.count == 2)
        }
    }

    @Test func muttersIdleWatchTellsOfLeaving() throws {
        try DesktopStage.with { stage in
            let mutter = try stage.startMutter(idleMs: 0)
            try mutter.method("AddIdleWatch", "t", "u", "ret = 9")
            let told = Told()
            let watch = try watch(stage, told)
            watch.rearm(reading("boot", inMs: 3_600_000))
            #expect(try stage.turn { mutter.calls.contains("AddIdleWatch 180000") })
            try stage.turn(milliseconds: 300)
            try mutter.method("GetIdletime", "", "t", "ret = 200000")
            try mutter.emit("WatchFired", "u", ["u", "9"])
            #expect(try stage.turn { told.states == [DesktopState(absence: .idle)] })
            #expect(told.awayMs == 200_000)
        }
    }

    /// The clock may be set back after the answer.
    @Test func whenTheAlarmsAreForgottenADeadlineIsAskedAboutAgain() throws {
        try DesktopStage.with { stage in
            let told = Told()
            let watch = try watch(stage, told)
            let next = reading("wall", inMs: 700)
            watch.rearm(next)
            #expect(try stage.turn { told.states.count == 1 })
            watch.forgetAlarms()
            watch.rearm(next)
            #expect(try stage.turn { told.states.count == 2 })
        }
    }

    @Test func whatIsDueAlreadyIsAskedAboutAtOnce() throws {
        try DesktopStage.with { stage in
            let logind = try stage.startLogind()
            try stage.hint(logind, "LockedHint", ["b", "true"])
            let told = Told()
            let watch = try watch(stage, told)
            let next = reading("boot", inMs: 3_600_000)
            for _ in 1...3 { watch.rearm(next, isAwaited: true) }
            #expect(try stage.turn(2) { !told.states.isEmpty })
            try stage.turn(milliseconds: 700)
            #expect(told.states == [Self.locked])
        }
    }

    @Test func aDeadlineThatIsGoneIsNotAskedAbout() throws {
        try DesktopStage.with { stage in
            let told = Told()
            let watch = try watch(stage, told)
            watch.rearm(reading("boot", inMs: 700))
            watch.rearm(NextDeadlines())
            try stage.turn(milliseconds: 1000)
            #expect(told.states.isEmpty)
        }
    }

    @Test func whereNothingIsToBeAskedNobodyWakes() throws {
        var configuration = TrackerCore.Configuration.Desktop()
        (configuration.idleMs, configuration.doNotDisturb) = (nil, false)
        try DesktopStage.with(configuration) { stage in
            let told = Told()
            let watch = try watch(stage, told)
            watch.rearm(reading("boot", inMs: 500))
            try stage.turn(milliseconds: 700)
            #expect(told.states.isEmpty)
        }
    }

    /// What is switched off says that the person is back.
    @Test func whereNothingIsToBeAskedTheAnswerComesAtOnce() throws {
        try DesktopStage.with { stage in
            let logind = try stage.startLogind()
            try stage.hint(logind, "LockedHint", ["b", "true"])
            let told = Told()
            let watch = try watch(stage, told)
            watch.ask()
            #expect(try stage.turn { told.states == [Self.locked] })
            try stage.turn(milliseconds: 400)
            stage.desktop.configuration.idleMs = nil
            stage.desktop.configuration.doNotDisturb = false
            watch.ask()
            #expect(try stage.turn(1) { told.states == [Self.locked, DesktopState()] })
        }
    }

    // MARK: Following

    @Test func whatIsFollowedHearsOfAbsenceAndReturn() throws {
        try DesktopStage.with { stage in
            let logind = try stage.startLogind()
            let told = Told()
            let watch = try watch(stage, told)
            for _ in 1...2 { watch.rearm(NextDeadlines(), following: ["a"]) }
            #expect(try stage.turn { told.states == [DesktopState()] })
            try stage.turn(milliseconds: 500)
            try stage.hint(logind, "LockedHint", ["b", "true"])
            #expect(try stage.turn { told.states == [DesktopState(), Self.locked] })
            // Another one is asked about at once.
            watch.rearm(NextDeadlines(), following: ["a", "b"])
            #expect(try stage.turn { told.states.count == 3 })
            try stage.turn(milliseconds: 500)
            try stage.hint(logind, "LockedHint", ["b", "false"])
            #expect(try stage.turn { told.states.count == 4 })
            #expect(told.states.last == DesktopState())
            watch.rearm(NextDeadlines(), following: [])
            try stage.turn(milliseconds: 500)
            try stage.hint(logind, "LockedHint", ["b", "true"])
            try stage.turn(milliseconds: 700)
            #expect(told.states.count == 4)
        }
    }

    @Test func mutterTellsOfTheAbsence() throws {
        try DesktopStage.with { stage in
            let mutter = try stage.startMutter(idleMs: 0)
            try mutter.method("AddIdleWatch", "t", "u", "ret = 8")
            let told = Told()
            let watch = try watch(stage, told)
            watch.rearm(NextDeadlines(), following: ["a"])
            #expect(try stage.turn { told.states.count == 1 })
            #expect(try stage.turn { mutter.calls.contains("AddIdleWatch 180000") })
            try stage.turn(milliseconds: 500)
            try mutter.method("GetIdletime", "", "t", "ret = 180000")
            try mutter.emit("WatchFired", "u", ["u", "8"])
            #expect(try stage.turn { told.states.last == DesktopState(absence: .idle) })
        }
    }

    // MARK: The daemon as a whole

    private func start(_ stage: DesktopStage) throws -> TestedDaemon {
        let system = stage.system.variables["DBUS_SESSION_BUS_ADDRESS"] ?? ""
        return try stage.stage.start(
            environment: stage.session.variables.merging(["DBUS_SYSTEM_BUS_ADDRESS": system]) { $1 }
        )
    }

    /// Else follow-ups would wait for good for a server that is asked no more.
    @Test func whatIsSwitchedOffIsForgotten() throws {
        try DesktopStage.with { stage in
            let server = try stage.startServer("dunst")
            try server.property("org.dunstproject.cmd0", "paused", ["b", "true"])
            let client = try start(stage).connect()
            func isQuiet() throws -> Bool {
                try client.call("status")["desktop_do_not_disturb"] == .bool(true)
            }
            #expect(try !isQuiet())
            try stage.stage.configure("[desktop]\nidle = false\n")
            #expect(try stage.turn { try isQuiet() })
            try stage.stage.configure("[desktop]\nidle = false\ndo_not_disturb = false\n")
            #expect(try stage.turn { try !isQuiet() })
        }
    }
}
