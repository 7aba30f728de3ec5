import TrackerCore

/// The notify-send that is installed, what it can do, and how to speak with it.
nonisolated struct NotifySend: Sendable {
    static let name = "notify-send"

    private let path: String
    /// The path of stdbuf, by which older versions print the bubble's id at once through a pipe, too: by
    /// themselves they print it when they end.
    private let stdbuf: String?
    /// systemd's tool for message buses. It stands in for versions that can neither tell the bubble's id nor
    /// replace one: nobody could ever change or close what they show.
    private let busctl: String?
    /// Whether it tells the bubble's id, and replaces the bubble with a given one.
    private let printsID: Bool
    /// Whether it shows buttons and waits for one to be pressed.
    let offersActions: Bool

    /// - Parameter help: what it prints for `--help`.
    init(path: String, stdbuf: String?, busctl: String?, help: String) {
        self.path = path
        self.stdbuf = stdbuf
        self.busctl = busctl
        printsID = help.contains("--print-id") && help.contains("--replace-id")
        offersActions = printsID && help.contains("--action")
    }

    /// Whether the id comes when the bubble is shown, also from versions that would keep it back.
    var tellsIDAtOnce: Bool { printsID && stdbuf != nil }

    /// The argument vector that shows an alert.
    ///
    /// - Parameters:
    ///   - id: the bubble to replace, where it's known.
    ///   - waits: whether to show buttons and wait for an answer; without, the body says how to
    ///     answer.
    func arguments(for alert: Alert, replacing id: String?, waits: Bool) -> [String] {
        // It fails without a title.
        let title = alert.title.trimmingBlanks.isEmpty ? "trackerd" : alert.title
        let body = alert.body + (waits ? "" : Self.hint(alert))
        let arguments: [String]
        if !printsID, let busctl {
            let body = Self.escape(body, backslash: "\\")
            arguments =
                [busctl, "--user", "--", "call"] + Self.object
                + ["Notify", "susssasa{sv}i", "trackerd", id ?? "0", "", title, body, "0"]
                + ["1", "urgency", "y", Self.level(of: alert.urgency), "-1"]
        } else {
            // It interprets backslashes.
            arguments =
                options(for: alert, replacing: id, waits: waits)
                + ["--", title, Self.escape(body, backslash: "\\\\")]
        }
        return arguments.map(HookTemplate.withoutNUL)
    }

    private func options(for alert: Alert, replacing id: String?, waits: Bool) -> [String] {
        var options = [path, "--app-name=trackerd", "--urgency=\(alert.urgency.rawValue)"]
        if waits, let stdbuf { options = [stdbuf, "-oL"] + options }
        if printsID { options.append("--print-id") }
        if printsID, let id { options.append("--replace-id=\(id)") }
        if waits {
            options += alert.actions.map { action in
                "--action=\(action.key)=\(action.label.isEmpty ? action.key : action.label)"
            }
        }
        return options
    }

    /// The server, as busctl calls it.
    private static let object = [
        "org.freedesktop.Notifications", "/org/freedesktop/Notifications",
        "org.freedesktop.Notifications",
    ]

    private static func level(of urgency: Alert.Urgency) -> String {
        switch urgency {
        case .low: "0"
        case .normal: "1"
        case .critical: "2"
        }
    }

    /// Its output: the bubble's id, and the key of the action chosen. Nothing chosen is no
    /// answer; it doesn't mean that the person has dismissed anything.
    ///
    /// - Parameter isComplete: whether it has ended; a last line without its end may be half of one
    ///   before.
    func result(
        _ output: String, of alert: Alert, isComplete: Bool
    ) -> (id: String?, answer: String?) {
        let end =
            isComplete
            ? output.endIndex : output.lastIndex(where: \.isNewline) ?? output.startIndex
        var lines = output[..<end].split(whereSeparator: \.isNewline).map(\.trimmingBlanks)
        var id: String?
        if let first = lines.first, let number = number(in: first) {
            // 0 is what it prints when there is no bubble.
            id = number > 0 ? String(number) : nil
            lines.removeFirst()
        }
        let answer = lines.last { line in alert.actions.contains { $0.key == line } }
        return (id, answer)
    }

    /// busctl prints the type before it.
    private func number(in line: String) -> UInt32? {
        if printsID { return UInt32(line) }
        return busctl != nil && line.hasPrefix("u ") ? UInt32(line.dropFirst(2)) : nil
    }

    /// The body is markup.
    private static func escape(_ text: String, backslash: String) -> String {
        var escaped = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\\": escaped += backslash
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }

    private static func hint(_ alert: Alert) -> String {
        guard !alert.actions.isEmpty else { return "" }
        return "\(alert.body.isEmpty ? "" : "\n")Answer with "
            + alert.actions.map(\.command).joined(separator: ", ")
    }
}
