import Glibc
import Stage
import Systemd
import TestSupport
import Testing

@testable import TrackerDaemon

/// The screen that is kept on, by services that record what they are asked for.
@MainActor @Suite(.serialized) struct AwakeTests {
    private func startScreenSaver(
        _ stage: DesktopStage, _ name: String = "org.freedesktop.ScreenSaver",
        _ interface: String? = nil, code: String = "ret = 41"
    ) throws -> MockService {
        let interface = interface ?? name
        let path = "/" + interface.replacing(".", with: "/")
        let service = try MockService(stage.session, name, path, interface)
        try service.method("Inhibit", "ss", "u", code)
        try service.method("UnInhibit", "u")
        return service
    }

    private func startPowerManager(_ stage: DesktopStage) throws -> MockService {
        let name = "org.freedesktop.PowerManagement"
        return try startScreenSaver(stage, name, name + ".Inhibit")
    }

    private let inhibit = "Inhibit \"trackerd\" \"A training session or run is in progress\""

    private func locks(_ stage: DesktopStage) throws -> Int {
        let result = try stage.system.run([
            "busctl", "--user", "call", "org.freedesktop.login1", "/org/freedesktop/login1",
            "org.freedesktop.login1.Manager", "ListInhibitors",
        ])
        try #require(result.ending == .exited(0), "\(result.complaints)")
        return result.output.components(of: "\"idle\" \"trackerd\"")
    }

    @Test func bothInterfacesAreAskedAndReleased() throws {
        try DesktopStage.with { stage in
            _ = try stage.startLogind()
            let saver = try startScreenSaver(stage)
            let manager = try startPowerManager(stage)
            let awake = try Awake(stage.loop, stage.buses, gapMs: 300)
            awake.keepOn(forMs: nil)
            try stage.turn(milliseconds: 200)
            #expect(!awake.isOn && saver.calls == [])
            awake.keepOn(forMs: 60_000)
            #expect(try stage.turn { saver.calls == [inhibit] })
            #expect(try stage.turn { try locks(stage) == 1 })
            // Again, and over a gap that is shorter than it takes to end.
            awake.keepOn(forMs: 30_000)
            awake.keepOn(forMs: nil)
            try stage.turn(milliseconds: 100)
            awake.keepOn(forMs: 60_000)
            try stage.turn(milliseconds: 500)
            #expect(saver.calls == [inhibit] && manager.calls == [])
            let began = awakeSeconds()
            awake.keepOn(forMs: nil)
            try stage.turn(milliseconds: 200)
            // Being told again doesn't put the end off.
            awake.keepOn(forMs: nil)
            #expect(try stage.turn { !awake.isOn })
            #expect((0.29..<0.45).contains(awakeSeconds() - began))
            #expect(try stage.turn { saver.calls == [inhibit, "UnInhibit 41"] })
            #expect(try stage.turn { try locks(stage) == 0 })
            awake.keepOn(forMs: 60_000)
            #expect(try stage.turn { saver.calls.count == 3 })
        }
    }

    @Test func whatNobodyEndsEndsByItself() throws {
        try DesktopStage.with { stage in
            let saver = try startScreenSaver(stage)
            let awake = try Awake(stage.loop, stage.buses, gapMs: 100)
            awake.keepOn(forMs: 400)
            try stage.turn(milliseconds: 300)
            #expect(awake.isOn)
            #expect(try stage.turn { saver.calls == [inhibit, "UnInhibit 41"] })
            #expect(!awake.isOn)
        }
    }

    @Test func aScreenSaverThatComesIsAskedThen() throws {
        try DesktopStage.with { stage in
            let awake = try Awake(stage.loop, stage.buses, gapMs: 100)
            awake.keepOn(forMs: 60_000)
            try stage.turn(milliseconds: 100)
            // With its name it has its methods.
            let template = """
                BUS_NAME = 'org.freedesktop.ScreenSaver'
                MAIN_OBJ = '/org/freedesktop/ScreenSaver'
                MAIN_IFACE = BUS_NAME
                SYSTEM_BUS = False

                def load(mock, parameters):
                    mock.AddMethods(MAIN_IFACE, [
                        ('Inhibit', 'ss', 'u', 'ret = 5'), ('UnInhibit', 'u', '', '')])

                """
            let name = "org.freedesktop.ScreenSaver"
            let late = try MockService(
                stage.session, name, "/org/freedesktop/ScreenSaver", name, template: template)
            #expect(try stage.turn { late.calls == [inhibit] })
            awake.keepOn(forMs: nil)
            #expect(try stage.turn { late.calls == [inhibit, "UnInhibit 5"] })
        }
    }

    /// Such as GNOME's power manager beside a screen saver that knows no such request.
    @Test func withoutAScreenSaverThePowerManagerIsAsked() throws {
        try DesktopStage.with { stage in
            let manager = try startPowerManager(stage)
            let awake = try Awake(stage.loop, stage.buses, gapMs: 100)
            awake.keepOn(forMs: 60_000)
            #expect(try stage.turn { manager.calls == [inhibit] })
            awake.keepOn(forMs: nil)
            #expect(try stage.turn { manager.calls == [inhibit, "UnInhibit 41"] })
            let saver = try startScreenSaver(
                stage, code: "raise dbus.exceptions.DBusException('no', name='org.test.No')")
            awake.keepOn(forMs: 60_000)
            #expect(try stage.turn { manager.calls.count == 3 })
            #expect(saver.calls.first == inhibit)
        }
    }

    @Test func anAnswerAfterTheEndIsGivenBack() throws {
        try DesktopStage.with { stage in
            let saver = try startScreenSaver(
                stage, code: "__import__('time').sleep(1)\nret = 41")
            let awake = try Awake(stage.loop, stage.buses, gapMs: 0)
            awake.keepOn(forMs: 60_000)
            #expect(try stage.turn { saver.calls == [inhibit] })
            awake.keepOn(forMs: nil)
            #expect(try stage.turn { saver.calls == [inhibit, "UnInhibit 41"] })
        }
    }

    @Test func logindIsAskedAgainWhereItDoesntAnswer() throws {
        try DesktopStage.with { stage in
            let name = "org.freedesktop.login1"
            let logind = try MockService(
                stage.system, name, "/org/freedesktop/login1", name + ".Manager")
            try logind.method(
                "Inhibit", "ssss", "u", "__import__('time').sleep(0.4)\nret = 1")
            let awake = try Awake(stage.loop, stage.buses, patienceMs: 200)
            awake.keepOn(forMs: 60_000)
            #expect(try stage.turn { logind.calls.count >= 3 })
        }
    }

    /// A daemon that is killed leaves nothing behind.
    @Test func theScreenStaysOnDuringAHoldAndNotAfterACrash() throws {
        try DesktopStage.with { stage in
            let logind = try stage.startLogind()
            let variables = stage.session.variables.merging(
                [
                    "DBUS_SYSTEM_BUS_ADDRESS": stage.system.variables["DBUS_SESSION_BUS_ADDRESS"]
                        ?? ""
                ]
            ) { $1 }
            let daemon = try stage.stage.start(environment: variables)
            let client = try daemon.connect()
            _ = try client.call("training.start", #"{"mode":"time","target":60}"#)
            try wait(for: "the lock: \(logind.calls)") { try locks(stage) == 1 }
            try daemon.crash()
            try wait(for: "its end") { try locks(stage) == 0 }
            // The hold goes on.
            let again = try stage.stage.start(environment: variables)
            try wait(for: "another lock") { try locks(stage) == 1 }
            try again.stop()
            try wait(for: "its end") { try locks(stage) == 0 }
        }
    }
}

extension String {
    /// How often a text occurs.
    fileprivate func components(of text: String) -> Int {
        ranges(of: text).count
    }
}
