import Systemd
import TrackerAPI
import TrackerCore

/// Checks whether anything can tell that somebody would see a reminder, and what would happen to one now.
struct DesktopCheck {
    private let configuration: TrackerCore.Configuration.Desktop
    private let environment: [String: String]
    /// The sources' answers; `nil` if they can't be asked.
    private let findings: DesktopFindings?
    private let way: NotificationCheck.Way
    /// Names, as people know them, of the services that would keep the screen on.
    private let keepers: [String]

    /// Asks the desktop, and waits for it.
    ///
    /// - Parameters:
    ///   - display: the answer of a compositor that the daemon is connected to. A new connection would learn
    ///     that nobody is there only after minutes.
    ///   - way: how a reminder would reach the person.
    ///   - patienceMs: longest time for all questions.
    init(
        _ configuration: TrackerCore.Configuration.Desktop, _ environment: [String: String],
        display: DisplayIdle.State?, way: NotificationCheck.Way, withinMs patienceMs: Int64
    ) {
        self.configuration = configuration
        self.way = way
        self.environment = environment
        let answer = try? Self.ask(configuration, environment, display, withinMs: patienceMs)
        findings = answer?.findings
        keepers = answer?.keepers ?? []
    }

    private static func ask(
        _ configuration: TrackerCore.Configuration.Desktop, _ environment: [String: String],
        _ display: DisplayIdle.State?, withinMs patienceMs: Int64
    ) throws(SystemError) -> (findings: DesktopFindings, keepers: [String]) {
        // The daemon's own loop can't be run from within its own turn.
        let loop = try EventLoop()
        let buses = DesktopBuses(loop, environment, awaitsSession: false)
        var asked = configuration
        asked.doNotDisturb = true
        let desktop = try Desktop(loop, buses, environment: environment, asked, told: display)
        let names = [
            (ScreenInhibitor.screenSaver, buses.session),
            (ScreenInhibitor.powerManager, buses.session), (LoginService.name, buses.system),
        ]
        let owners = names.map { name, bus in (name: name, bus: bus.map { BusName($0, name) {} }) }
        var isAnswered = false
        desktop.ask(withinMs: patienceMs) { _ in isAnswered = true }
        while !isAnswered { try loop.turn(waitingMicroseconds: nil) }
        return (desktop.findings, owners.filter { $0.bus?.owner != nil }.map(\.name))
    }

    func run() -> [Check] {
        guard let findings else { return [] }
        let absence = configuration.idleMs.map { [idle(findings, $0), lock(findings)] }
        return (absence ?? [.ok("idle", "off in the configuration: you always count as present")])
            + [doNotDisturb(findings), outcome(findings), awake()]
    }

    private func idle(_ findings: DesktopFindings, _ idleMs: Int64) -> Check {
        let part = "idle"
        let away = "away after \(DurationText.text(ms: idleMs)) without input"
        if findings.mutterMs != nil { return .ok(part, "\(away), according to Mutter") }
        switch findings.display {
        case .wayland: return .ok(part, "\(away), according to the Wayland compositor")
        case .x: return .ok(part, "\(away), according to the X server")
        case .waylandCannotTell:
            return .warn(
                part, "the Wayland compositor can't tell whether you are there",
                advice: "let logind know, for example with swayidle's idlehint 180")
        case nil: break
        }
        if findings.login?.idleMs != nil { return .ok(part, "\(away), according to logind") }
        return .warn(
            part, "nothing can tell whether you are there: reminders go off anyway",
            advice: "in the desktop's autostart: systemctl --user import-environment DISPLAY "
                + "XAUTHORITY WAYLAND_DISPLAY; or idle = false under [desktop]")
    }

    private func lock(_ findings: DesktopFindings) -> Check {
        let part = "lock"
        guard let login = findings.login else {
            return .warn(
                part, "logind has no session of yours: a locked screen goes unnoticed",
                advice: "loginctl list-sessions shows the ones it has")
        }
        return .ok(
            part,
            login.isLocked
                ? "logind says that the screen is locked"
                : "logind knows if the screen locker tells it (swaylock and i3lock don't)")
    }

    private func doNotDisturb(_ findings: DesktopFindings) -> Check {
        let part = "quiet"
        guard let server = findings.server else {
            return .ok(part, "no notification server says that do-not-disturb is on")
        }
        guard let remedy = server.remedy else {
            return .ok(part, "\(server.name) doesn't say whether do-not-disturb is on")
        }
        guard server.isQuiet else {
            return .ok(part, "\(server.name) says that do-not-disturb is off")
        }
        return .warn(
            part, "\(server.name) holds notifications back: its do-not-disturb is on",
            advice: remedy)
    }

    private func awake() -> Check {
        let part = "awake"
        guard !configuration.keepAwake.isEmpty else {
            return .ok(part, "off in the configuration: the screen may go dark during training")
        }
        // The power manager is asked only if there is no screen saver.
        let hasSaver = keepers.contains(ScreenInhibitor.screenSaver)
        let asked = keepers.filter { !hasSaver || $0 != ScreenInhibitor.powerManager }
        return asked.isEmpty
            ? .ok(part, "nothing here can keep the screen on during training")
            : .ok(part, "during training the screen is kept on by " + asked.joined(separator: ", "))
    }

    private func outcome(_ findings: DesktopFindings) -> Check {
        let part = "desktop"
        let state = findings.state(configuration)
        var reasons: [String] = []
        switch state.absence {
        case .locked: reasons.append("the screen is locked")
        case .idle: reasons.append("there is no input")
        case nil: break
        }
        if state.doNotDisturb { reasons.append("do-not-disturb is on") }
        guard reasons.isEmpty else {
            return .ok(part, "a reminder would be held back: " + reasons.joined(separator: ", "))
        }
        return switch way {
        case .shown: .ok(part, "a reminder would be shown now")
        case .byHook: .ok(part, "a hook would announce a reminder now")
        case .none(let reason): .warn(part, "a reminder wouldn't be shown now: \(reason)")
        }
    }
}
