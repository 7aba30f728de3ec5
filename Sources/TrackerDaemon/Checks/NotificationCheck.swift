import Systemd
import TrackerAPI
import TrackerCore

/// Checks whether notifications reach the screen: whether notify-send is installed, and a server displays
/// notifications.
@MainActor struct NotificationCheck {
    private static let part = "notifications"

    private let configuration: Configuration
    private let environment: HookEnvironment

    init(_ configuration: Configuration, _ environment: HookEnvironment) {
        self.configuration = configuration
        self.environment = environment
    }

    /// How a reminder reaches the person.
    enum Way {
        case shown, byHook
        /// Not at all, with the reason.
        case none(String)
    }

    /// - Parameter end: deadline for the answers, in nanoseconds of the awake clock.
    /// - Returns: the checks, and the way that they found.
    func run(until end: Int64) -> (checks: [Check], way: Way) {
        guard configuration.notifications.enabled else {
            let way = isToldByHook ? Way.byHook : .none("notifications are off")
            return ([withoutNotifications()], way)
        }
        let checks = [checkProgram(until: end), checkServer(until: end)]
        guard let failed = checks.first(where: { $0.state == .fail }) else {
            return (checks, .shown)
        }
        return (checks, isToldByHook ? .byHook : .none(failed.detail))
    }

    private var isToldByHook: Bool {
        configuration.hooks.contains { Glob.anyMatches($0.on, "reminder.fired") }
    }

    private func withoutNotifications() -> Check {
        isToldByHook
            ? .ok(Self.part, "off in the configuration; a hook announces reminders")
            : .warn(
                Self.part, "off in the configuration, and no hook announces reminders",
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
        guard let help else { return .warn(name, "\(path) doesn't list its options") }
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
            return .fail(Self.part, "the daemon has no session bus", advice: advice)
        }
        let inquiry: BusInquiry
        do throws(SystemError) {
            inquiry = try BusInquiry(address, untilAwakeNs: end)
        } catch {
            return .fail(Self.part, "no session bus is at \(address)", advice: advice)
        }
        var question = BusCall(
            NotificationService.name, NotificationService.path, NotificationService.name,
            "GetServerInformation")
        question.startsService = true
        switch inquiry.ask(question) {
        case .success(let values) where values.count >= 3 && values.allSatisfy { $0.text != nil }:
            let texts = values.compactMap(\.text)
            return .ok(Self.part, "shown by \(texts[0]) \(texts[2])")
        case .failure(.timedOut):
            return .fail(
                Self.part, "no notification server answered on the session bus in time",
                advice: "start one, such as dunst or mako")
        default:
            return .fail(
                Self.part, "no notification server is on the session bus",
                advice: "start one, such as dunst or mako")
        }
    }
}
