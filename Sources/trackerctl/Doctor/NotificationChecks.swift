import TrackerClient

/// Whether notifications reach a screen.
enum NotificationChecks {
    static func run(areWanted: Bool, into report: inout Report) throws {
        guard areWanted else {
            try report.ok("notify-send", "not used: notifications are off in the configuration")
            return
        }
        try checkProgram(into: &report)
        try checkServer(into: &report)
    }

    private static func checkProgram(into report: inout Report) throws {
        guard let help = Helper.run(["notify-send", "--help"]) else {
            try report.fail(
                "notify-send", "isn't installed, so that alerts aren't shown",
                todo: "install libnotify-bin, or set notifications.enabled = false")
            return
        }
        if help.output.contains("--action") {
            try report.ok("notify-send", "shows alerts with buttons")
        } else {
            try report.warn(
                "notify-send", "is too old for buttons: alerts come without them",
                todo: "libnotify 0.7.10 or newer has them")
        }
    }

    private static let name = "org.freedesktop.Notifications"
    private static let path = "/org/freedesktop/Notifications"

    /// The same question by whichever of the usual programs is there.
    private static let questions: [[String]] = [
        ["busctl", "--user", "call", name, path, name, "GetServerInformation"],
        [
            "gdbus", "call", "--session", "--dest", name, "--object-path", path,
            "--method", "\(name).GetServerInformation",
        ],
        [
            "dbus-send", "--session", "--print-reply", "--dest=\(name)", path,
            "\(name).GetServerInformation",
        ],
    ]

    private static func checkServer(into report: inout Report) throws {
        guard SocketPath.environment("DBUS_SESSION_BUS_ADDRESS") != nil || hasBusSocket else {
            try report.warn(
                "notifications", "there is no session bus here, so nothing can be shown",
                todo: "run this inside of the desktop session")
            return
        }
        let question = questions.first { $0.first.flatMap(Helper.find) != nil }
        guard let question else {
            try report.warn(
                "notifications", "can't look for a server: no busctl, gdbus or dbus-send")
            return
        }
        if let answer = Helper.run(question), answer.status == 0 {
            try report.ok("notifications", "shown by \(server(in: answer.output))")
        } else {
            try report.fail(
                "notifications", "no notification server answers on the session bus",
                todo: "start one, such as dunst or mako")
        }
    }

    private static var hasBusSocket: Bool {
        SocketPath.environment("XDG_RUNTIME_DIR").map { Helper.exists($0 + "/bus") } ?? false
    }

    /// The first quoted text of the answer is the server's name.
    private static func server(in answer: String) -> String {
        let parts = answer.split(omittingEmptySubsequences: false) { $0 == "\"" || $0 == "'" }
        return parts.count > 1 ? String(parts[1]) : "a server"
    }
}
