import TrackerView

/// Checks whether systemd keeps the daemon running.
enum ServiceChecks {
    static func run(isAnswering: Bool, into report: inout Report) throws {
        guard let state = ServiceState.ask() else {
            try report.warn(
                "service", "no systemd user manager here knows trackerd",
                todo: isAnswering ? nil : "start trackerd by hand")
            return
        }
        try check(state, isAnswering: isAnswering, into: &report)
        // With the socket alone, the daemon starts only at the first command, and no reminder comes before
        // that.
        if query("is-enabled", "trackerd.service")?.hasPrefix("enabled") == true {
            try report.ok("service", "trackerd.service starts when you log in")
        } else {
            try report.warn(
                "service", "after the next login, no reminder goes off before your first command",
                todo: "systemctl --user enable --now trackerd.service")
        }
    }

    private static func check(
        _ state: ServiceState, isAnswering: Bool, into report: inout Report
    ) throws {
        let active = state.service.active
        // Whoever has tried the socket checks its file.
        let finding = state.finding(isSocketThere: true)
        let isFaulty = state.service.hasFailed || state.service.isTryingAgain
        if isFaulty || state.socket.hasFailed, let fault = finding.fault {
            try report.fail("service", fault, todo: finding.remedy)
        } else if ["active", "reloading", "activating"].contains(active) {
            try report.ok("service", "trackerd.service is \(active)")
        } else {
            let text = "trackerd.service is \(active)"
            try report.warn(
                "service",
                isAnswering ? text + ", but a daemon started without it answers" : text,
                todo: "systemctl --user enable --now trackerd.socket trackerd.service")
        }
    }

    /// The first word of systemctl's output; `nil` if there is no user manager.
    private static func query(_ verb: String, _ unit: String) -> String? {
        guard let output = Helper.output(of: ["systemctl", "--user", verb, unit]) else {
            return nil
        }
        let word = output.split(separator: "\n").first.map(String.init) ?? ""
        // If systemctl prints nothing, it found no manager, or the manager doesn't know the unit.
        if word.isEmpty { return verb == "is-enabled" ? "not-found" : nil }
        return word
    }
}
