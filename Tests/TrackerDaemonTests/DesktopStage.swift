import Glibc
import Stage
import Systemd
import TestSupport
import Testing
import TrackerCore

@testable import TrackerDaemon

/// A session's and a system's bus of their own, and the desktop that is asked on them.
@MainActor final class DesktopStage {
    let stage: Stage
    let session: SessionBus
    let system: SessionBus
    let loop: EventLoop
    let desktop: TrackerDaemon.Desktop
    let buses: DesktopBuses

    private init(
        _ stage: Stage, _ configuration: TrackerCore.Configuration.Desktop,
        _ more: [String: String]
    ) throws {
        self.stage = stage
        session = try SessionBus(stage)
        system = try SessionBus(stage, folder: "system")
        loop = try EventLoop()
        let variables = [
            "PATH": "\(stage.folder.path):/usr/bin:/bin", "HOME": stage.folder.path,
            "DBUS_SYSTEM_BUS_ADDRESS": system.variables["DBUS_SESSION_BUS_ADDRESS"] ?? "",
        ]
        let environment = variables.merging(session.variables) { $1 }.merging(more) { $1 }
        buses = DesktopBuses(loop, environment)
        desktop = try TrackerDaemon.Desktop(loop, buses, environment: environment, configuration)
    }

    static func with(
        _ configuration: TrackerCore.Configuration.Desktop = .init(),
        environment: [String: String] = [:], _ body: (DesktopStage) throws -> Void
    ) throws {
        try Stage.with { try body(try DesktopStage($0, configuration, environment)) }
    }

    /// Turns the loop until a condition holds, and returns whether it does.
    func turn(_ seconds: Double = 20, until condition: () throws -> Bool) throws -> Bool {
        let end = awakeSeconds() + seconds
        while try !condition() {
            guard awakeSeconds() < end else { return false }
            try loop.turn(waitingMicroseconds: 5000)
        }
        return true
    }

    func turn(milliseconds: Int) throws {
        _ = try turn(Double(milliseconds) / 1000) { false }
    }

    /// The desktop's answer. On a busy machine the three questions that logind is asked in turn may take longer
    /// than a person would wait.
    func ask(withinMs patienceMs: Int64 = 5000) throws -> DesktopState {
        var state: DesktopState?
        desktop.ask(withinMs: patienceMs) { state = $0 }
        _ = try turn { state != nil }
        return try #require(state)
    }

    /// Whether the desktop gives an answer. What isn't answered within 300 ms counts as nothing found, which a busy
    /// machine may need, so it is asked again.
    func says(_ state: DesktopState) throws -> Bool { try turn { try ask() == state } }

    /// Waits for the return from the present state, and counts what is told of it.
    func awaitReturn() throws -> Returns {
        let returns = Returns()
        let state = try ask()
        #expect(state != DesktopState())
        desktop.awaitReturn(from: state) { returns.count += 1 }
        try turn(milliseconds: 400)
        #expect(returns.count == 0)
        return returns
    }

    final class Returns { var count = 0 }

    // MARK: Services

    static let sessionPath = "/org/freedesktop/login1/session/c1"
    static let sessionInterface = "org.freedesktop.login1.Session"

    /// logind, with a graphical session of this person.
    func startLogind(hasSession: Bool = true) throws -> MockService {
        let display =
            hasSession
            ? "('c1', dbus.ObjectPath('\(Self.sessionPath)'))" : "('', dbus.ObjectPath('/'))"
        return try MockService(
            system, "org.freedesktop.login1", "/org/freedesktop/login1",
            "org.freedesktop.login1.Manager",
            template: """
                from dbusmock.templates.logind import *
                from dbusmock.templates import logind
                SYSTEM_BUS = False

                def load(mock, parameters):
                    logind.load(mock, parameters)
                    mock.AddMethod(MAIN_IFACE, 'GetUser', 'u', 'o',
                        'ret = dbus.ObjectPath("/org/freedesktop/login1/user/%d" % args[0])')
                    mock.AddSession('c1', 'seat0', \(getuid()), 'me', True)
                    user = mockobject.objects['/org/freedesktop/login1/user/\(getuid())']
                    user.props['org.freedesktop.login1.User']['Display'] = dbus.Struct(
                        \(display), signature='so')

                """)
    }

    /// Sets a hint of the session.
    func hint(_ logind: MockService, _ name: String, _ value: [String]) throws {
        try logind.change(Self.sessionInterface, name, value, of: Self.sessionPath)
    }

    /// Sets the idle hint, as it was set so long ago.
    func setIdle(_ logind: MockService, sinceMs ms: Int64) throws {
        let since = Clocks.read().awakeNs / 1000 - ms * 1000
        try hint(logind, "IdleSinceHintMonotonic", ["t", String(max(0, since))])
        try hint(logind, "IdleHint", ["b", "true"])
    }

    func startMutter(idleMs: Int64) throws -> MockService {
        let name = "org.gnome.Mutter.IdleMonitor"
        let mutter = try MockService(session, name, "/org/gnome/Mutter/IdleMonitor/Core", name)
        try mutter.method("GetIdletime", "", "t", "ret = \(idleMs)")
        try mutter.method("AddUserActiveWatch", "", "u", "ret = 7")
        try mutter.method("RemoveWatch", "u")
        return mutter
    }

    /// A notification server that does nothing but give its name.
    func startServer(_ name: String) throws -> MockService {
        let own = "org.freedesktop.Notifications"
        let server = try MockService(session, own, "/org/freedesktop/Notifications", own)
        try server.method(
            "GetServerInformation", "", "ssss", "ret = ('\(name)', 'test', '1.0', '1.2')")
        return server
    }
}
