import Glibc
import Stage
import Systemd
import TestSupport
import Testing
import TrackerCore

@testable import TrackerDaemon

/// The questions to the desktop, on buses with the services of one.
@MainActor @Suite(.serialized) struct DesktopTests {
    private static let away: Int64 = 200_000
    private static let present: Int64 = 100_000

    // MARK: Whoever says nothing

    @Test func withoutADesktopSomebodyIsThere() throws {
        let loop = try EventLoop()
        let environment = ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent/bus"]
        let desktop = try TrackerDaemon.Desktop(
            loop, DesktopBuses(loop, environment), environment: environment, .init())
        var answers: [DesktopState] = []
        desktop.ask { answers.append($0) }
        #expect(answers.isEmpty)
        while answers.isEmpty { try loop.turn(waitingMicroseconds: 1_000_000) }
        #expect(answers == [DesktopState()])
    }

    @Test func withoutServicesSomebodyIsThere() throws {
        try DesktopStage.with { stage in
            var answers: [DesktopState] = []
            stage.desktop.ask { answers.append($0) }
            stage.desktop.ask { answers.append($0) }
            #expect(try stage.turn { answers.count == 2 })
            #expect(answers == [DesktopState(), DesktopState()])
            try stage.turn(milliseconds: 400)
            #expect(answers.count == 2)
        }
    }

    /// What the others say counts all the same, and the late answer doesn't.
    @Test func whoeverIsSlowIsNotWaitedFor() throws {
        try DesktopStage.with { stage in
            let logind = try stage.startLogind()
            try stage.hint(logind, "LockedHint", ["b", "true"])
            try logind.method("GetUser", "u", "o", "__import__('time').sleep(2)\nret = '/'")
            let server = try stage.startServer("dunst")
            try server.property("org.dunstproject.cmd0", "paused", ["b", "true"])
            #expect(try stage.turn { try stage.ask().doNotDisturb })
            let began = awakeSeconds()
            let answer = try stage.ask(withinMs: TrackerDaemon.Desktop.patienceMs)
            #expect(answer == DesktopState(doNotDisturb: true))
            #expect((0.25..<1.5).contains(awakeSeconds() - began))
        }
    }

    // MARK: logind

    @Test func behindALockedScreenNobodyIsThere() throws {
        try DesktopStage.with { stage in
            let logind = try stage.startLogind()
            #expect(try stage.ask() == DesktopState())
            try stage.hint(logind, "LockedHint", ["b", "true"])
            #expect(try stage.says(DesktopState(absence: .locked)))
            // Input at a locked screen is a password.
            let mutter = try stage.startMutter(idleMs: 0)
            let returns = try stage.awaitReturn()
            try mutter.emit("WatchFired", "u", ["u", "7"])
            try stage.hint(logind, "IdleHint", ["b", "false"])
            try stage.turn(milliseconds: 300)
            #expect(returns.count == 0)
            try stage.hint(logind, "LockedHint", ["b", "false"])
            #expect(try stage.turn { returns.count == 1 })
            #expect(try stage.ask() == DesktopState())
            try stage.hint(logind, "LockedHint", ["b", "true"])
            try stage.hint(logind, "LockedHint", ["b", "false"])
            try stage.turn(milliseconds: 300)
            #expect(returns.count == 1)
        }
    }

    @Test func theIdleHintCountsFromItsOwnTime() throws {
        try DesktopStage.with { stage in
            let logind = try stage.startLogind()
            try stage.setIdle(logind, sinceMs: Self.present)
            #expect(try stage.ask() == DesktopState())
            try stage.setIdle(logind, sinceMs: Self.away)
            #expect(try stage.says(DesktopState(absence: .idle)))
            let returns = try stage.awaitReturn()
            try stage.hint(logind, "IdleHint", ["b", "false"])
            #expect(try stage.turn { returns.count == 1 })
            #expect(try stage.ask() == DesktopState())
        }
    }

    @Test func withoutASessionSomebodyIsThere() throws {
        try DesktopStage.with { stage in
            let logind = try stage.startLogind(hasSession: false)
            try stage.hint(logind, "LockedHint", ["b", "true"])
            #expect(try stage.ask() == DesktopState())
        }
    }

    @Test func theConfigurationDecidesWhatCounts() throws {
        try DesktopStage.with { stage in
            let logind = try stage.startLogind()
            try stage.hint(logind, "LockedHint", ["b", "true"])
            let server = try stage.startServer("dunst")
            try server.property("org.dunstproject.cmd0", "paused", ["b", "true"])
            #expect(try stage.says(DesktopState(absence: .locked, doNotDisturb: true)))
            stage.desktop.configuration.doNotDisturb = false
            #expect(try stage.says(DesktopState(absence: .locked)))
            stage.desktop.configuration.idleMs = nil
            #expect(try stage.ask() == DesktopState())
            stage.desktop.configuration.doNotDisturb = true
            #expect(try stage.says(DesktopState(doNotDisturb: true)))
            stage.desktop.configuration.idleMs = 60_000
            #expect(try stage.says(DesktopState(absence: .locked, doNotDisturb: true)))
        }
    }

    /// The one of a bus that went away.
    @Test func aLostBusIsUsedAgain() throws {
        try DesktopStage.with { stage in
            let server = try stage.startServer("dunst")
            try server.property("org.dunstproject.cmd0", "paused", ["b", "true"])
            #expect(try stage.ask().doNotDisturb)
            stage.session.end()
            try stage.turn(milliseconds: 100)
            #expect(try stage.ask() == DesktopState())
            try stage.session.begin()
            let again = try stage.startServer("dunst")
            try again.property("org.dunstproject.cmd0", "paused", ["b", "true"])
            #expect(try stage.turn { try stage.ask().doNotDisturb })
        }
    }

    // MARK: Mutter

    @Test func mutterCountsTheTimeWithoutInput() throws {
        try DesktopStage.with { stage in
            let mutter = try stage.startMutter(idleMs: Self.present)
            #expect(try stage.ask() == DesktopState())
            // A hint that some program has left behind.
            let logind = try stage.startLogind()
            try stage.setIdle(logind, sinceMs: Self.away)
            #expect(try stage.ask() == DesktopState())
            try mutter.method("GetIdletime", "", "t", "ret = \(Self.away)")
            #expect(try stage.says(DesktopState(absence: .idle)))

            let returns = try stage.awaitReturn()
            try mutter.emit("WatchFired", "u", ["u", "6"])
            try stage.turn(milliseconds: 200)
            #expect(returns.count == 0)
            try mutter.emit("WatchFired", "u", ["u", "7"])
            #expect(try stage.turn { returns.count == 1 })

            _ = try stage.awaitReturn()
            stage.desktop.stopAwaiting()
            try stage.turn(milliseconds: 200)
            #expect(mutter.calls.filter { $0 == "RemoveWatch 7" }.count == 2)
            try mutter.emit("WatchFired", "u", ["u", "7"])
            try stage.turn(milliseconds: 200)
            #expect(returns.count == 1)
        }
    }

    /// A return between the answer and the wait for it.
    @Test func aReturnIsNeverMissed() throws {
        try DesktopStage.with { stage in
            _ = try stage.startMutter(idleMs: Self.present)
            var returns = 0
            stage.desktop.awaitReturn(from: DesktopState(absence: .idle)) { returns += 1 }
            #expect(try stage.turn { returns == 1 })
            stage.desktop.awaitReturn(from: DesktopState(absence: .idle)) { returns += 1 }
            stage.desktop.stopAwaiting()
            try stage.turn(milliseconds: 500)
            #expect(returns == 1)
        }
    }
}
