import Glibc
import TrackerClient

/// What the user's service manager knows about trackerd's units.
struct ServiceState {
    struct Unit {
        let values: [String: String]

        var active: String { values["ActiveState"] ?? "" }
        var isKnown: Bool { values["LoadState"] == "loaded" }
        var hasFailed: Bool { active == "failed" }
        /// Whether the unit is waiting to start again after a failed start.
        var isTryingAgain: Bool { active == "activating" && values["SubState"] == "auto-restart" }
        /// Number of automatic restarts.
        var restarts: Int { values["NRestarts"].flatMap { Int($0) } ?? 0 }

        /// How the unit ended, for a person; `nil` if the manager doesn't say.
        var ending: String? {
            let status = values["ExecMainStatus"] ?? ""
            switch values["Result"] ?? "" {
            case "signal", "core-dump": return "ended by signal \(status)"
            case "watchdog": return "hung, and was ended by the watchdog"
            case "timeout": return "took too long"
            case "exit-code", "start-limit-hit", "service-start-limit-hit":
                return status.isEmpty || status == "0" ? nil : "exit status \(status)"
            case let other: return ["", "success"].contains(other) ? nil : other
            }
        }
    }

    static let service = "trackerd.service"
    static let socket = "trackerd.socket"
    private static let timeoutMs: Int64 = 2000
    private static let properties = [
        "LoadState", "ActiveState", "SubState", "Result", "ExecMainStatus", "NRestarts",
    ]

    let service: Unit
    let socket: Unit

    /// - Returns: `nil` if there is no service manager, or it doesn't know trackerd.
    static func ask() -> ServiceState? {
        let names = properties.joined(separator: ",")
        let command = ["systemctl", "--user", "show", service, socket, "-p", names]
        var state: ServiceState?
        for _ in 1...10 {
            state = Helper.output(of: command, withinMs: timeoutMs)
                .flatMap(ServiceState.init(output:))
            // During a new attempt the manager no longer knows how the last one ended.
            guard let service = state?.service, service.active == "activating",
                service.restarts > 0, !service.isTryingAgain
            else { return state }
            usleep(50_000)
        }
        return state
    }

    /// - Parameter output: properties of the service, a blank line, and properties of the socket.
    init?(output: String) {
        let units = output.split(separator: "\n\n").map { block in
            let pairs = block.split(separator: "\n").compactMap { line -> (String, String)? in
                let parts = line.split(
                    separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
            }
            return Unit(values: Dictionary(pairs) { _, last in last })
        }
        guard units.count == 2, units[0].isKnown else { return nil }
        (service, socket) = (units[0], units[1])
    }

    /// A fault and its remedy, for a person.
    struct Finding: Equatable {
        /// The fault, to report besides the client's own error; `nil` for none.
        var fault: String?
        var remedy: String
    }

    static let see = "journalctl --user -u trackerd"
    static let reset =
        "systemctl --user reset-failed trackerd.service trackerd.socket; systemctl --user start trackerd"

    /// - Parameter isSocketThere: whether the socket's file exists.
    func finding(isSocketThere: Bool) -> Finding {
        let why = service.ending.map { " (\($0))" } ?? ""
        if service.hasFailed {
            return Finding(
                fault: "trackerd.service has failed\(why)",
                remedy: "see why: \(Self.see); then: \(Self.reset)")
        }
        if service.isTryingAgain {
            let tries = service.restarts > 0 ? ", tried \(service.restarts + 1) times" : ""
            return Finding(
                fault: "trackerd.service can't start\(why)\(tries)", remedy: "see why: \(Self.see)")
        }
        if service.active == "activating" {
            return Finding(
                fault: "trackerd.service is still starting",
                remedy:
                    "after an upgrade, a large history may take minutes: to wait for it, add"
                    + " --timeout 5m")
        }
        if socket.hasFailed {
            return Finding(
                fault: "trackerd.socket has failed", remedy: "start it again: \(Self.reset)")
        }
        let isRunning = ["active", "reloading"].contains(service.active)
        if socket.active == "active", !isSocketThere {
            return Finding(
                fault: "the socket's file was removed",
                remedy: "to create it again: systemctl --user restart trackerd.socket")
        }
        return Finding(
            fault: isRunning ? "trackerd.service is running" : nil,
            remedy: isRunning
                ? "restart it: systemctl --user restart trackerd"
                : "start it with: systemctl --user start trackerd")
    }
}
