import Systemd
import TrackerAPI
import TrackerCore

/// Checks whether notifications reach the screen: whether notify-send is installed, and a server shows
/// notifications.
@MainActor struct NotificationCheck {
    /// Longest time for all questions together, since nothing else is served meanwhile.
    private static let patienceNs: Int64 = 300_000_000
    private static let part = "notifications"
    private static let server = "org.freedesktop.Notifications"
    private static let path = "/org/freedesktop/Notifications"

    private let configuration: Configuration
    private let environment: HookEnvironment

    init(_ configuration: Configuration, _ environment: HookEnvironment) {
        self.configuration = configuration
        self.environment = environment
    }

    func run() -> [Check] {
        guard configuration.notifications.enabled else { return [withoutNotifications()] }
        let end = Clocks.read().awakeNs + Self.patienceNs
        return [checkProgram(until: end), checkServer(until: end)]
    }

    private func withoutNotifications() -> Check {
        let isTold = configuration.hooks.contains { Glob.anyMatches($0.on, "reminder.fired") }
        return isTold
            ? .ok(Self.part, "off in the configuration; a hook tells of reminders")
            : .warn(
                Self.part, "off in the configuration, and no hook tells of reminders",
                advice: "set enabled = true under [notifications], or add a hook for reminder.*")
    }

    private func checkProgram(until end: Int64) -> Check {
        let name = NotifySend.name
        guard let path = environment.program(name) else {
            return .fail(
                name, "isn't in the daemon's PATH, \(environment.searchPath)",
                advice:
                    "install libnotify's notify-send, or set enabled = false under [notifications]")
        }
        let help = BriefProgram.output(
            of: [path, "--help"], environment: environment.adding([:]), untilAwakeNs: end)
        guard let help else { return .warn(name, "\(path) doesn't say what it can") }
        guard NotifySend(path: path, stdbuf: nil, busctl: nil, help: help).offersActions else {
            return .warn(
                name, "\(path) is too old for buttons: alerts come without them",
                advice: "libnotify 0.7.10 or newer has them")
        }
        return .ok(name, "\(path) shows alerts with buttons")
    }

    // MARK: The server

    private func checkServer(until end: Int64) -> Check {
        let advice =
            "alerts are shown as soon as there is one; start trackerd in the desktop session"
        guard let address = environment.busAddress else {
            return .fail(Self.part, "the daemon knows no session bus", advice: advice)
        }
        let inquiry: BusInquiry
        do throws(SystemError) {
            inquiry = try BusInquiry(address, untilAwakeNs: end)
        } catch {
            return .fail(Self.part, "no session bus is at \(address)", advice: advice)
        }
        var question = BusCall(Self.server, Self.path, Self.server, "GetServerInformation")
        question.startsService = true
        switch inquiry.ask(question) {
        case .success(let values) where values.count >= 3 && values.allSatisfy { $0.text != nil }:
            let texts = values.compactMap(\.text)
            let name = "\(texts[0]) \(texts[2])"
            let advice = texts[0] == "gnome-shell" ? gnomePause(until: end) : nil
            guard let advice = advice ?? Self.pauses[texts[0]]?.advice(inquiry) else {
                return .ok(Self.part, "shown by \(name)")
            }
            return .warn(
                Self.part, "\(name) holds notifications back: its do-not-disturb is on",
                advice: advice)
        case .failure(.timedOut):
            return .fail(
                Self.part, "no notification server answers on the session bus within 300 ms",
                advice: "start one, such as dunst or mako")
        default:
            return .fail(
                Self.part, "no notification server is on the session bus",
                advice: "start one, such as dunst or mako")
        }
    }

    /// A question by which a server tells whether it holds notifications back.
    private nonisolated struct Pause: Sendable {
        let ask: BusCall
        let advice: String

        /// The advice where the server holds notifications back; `nil` where it doesn't.
        @MainActor func advice(_ inquiry: BusInquiry) -> String? {
            let value = inquiry.ask(ask).value
            // Either a truth, or the names of the modes that are on; these two are the customary ones.
            let modes: [BusValue] = ["do-not-disturb", "dnd"]
            let isOn = value?.bool ?? value?.list?.contains { modes.contains($0) } ?? false
            return isOn ? advice : nil
        }
    }

    /// The advice where GNOME holds notifications back, which no bus tells; `nil` where it doesn't.
    private func gnomePause(until end: Int64) -> String? {
        let key = ["org.gnome.desktop.notifications", "show-banners"]
        let program = environment.program("gsettings")
        let value = program.flatMap {
            BriefProgram.output(
                of: [$0, "get"] + key, environment: environment.adding([:]), untilAwakeNs: end)
        }
        guard value?.trimmingBlanks == "false" else { return nil }
        return "gsettings set \(key.joined(separator: " ")) true"
    }

    /// Xfce's settings are kept by a service that ends while nobody asks.
    private static let xfconf = {
        var question = BusCall(
            "org.xfce.Xfconf", "/org/xfce/Xfconf", "org.xfce.Xfconf", "GetProperty",
            ["xfce4-notifyd", "/do-not-disturb"])
        question.startsService = true
        return question
    }()

    /// Questions by the names that servers give themselves.
    private static let pauses: [String: Pause] = [
        "dunst": Pause(
            ask: .property("paused", of: "org.dunstproject.cmd0", server, path),
            advice: "dunstctl set-paused false"),
        "mako": Pause(
            ask: BusCall(server, "/fr/emersion/Mako", "fr.emersion.Mako", "ListModes"),
            advice: "makoctl mode -r do-not-disturb"),
        "SwayNotificationCenter": Pause(
            ask: BusCall(
                "org.erikreider.swaync.cc", "/org/erikreider/swaync/cc",
                "org.erikreider.swaync.cc", "GetDnd"),
            advice: "swaync-client --dnd-off"),
        "Plasma": Pause(
            ask: .property("Inhibited", of: server, server, path),
            advice: "turn do-not-disturb off in Plasma's notifications"),
        "Xfce Notify Daemon": Pause(
            ask: xfconf,
            advice: "xfconf-query -c xfce4-notifyd -p /do-not-disturb -s false"),
    ]
}
