import TrackerCore

/// The notify-send that is installed, what it can do, and how to speak with it.
nonisolated struct NotifySend: Sendable {
    static let name = "notify-send"

    let path: String
    /// Where output goes through a pipe, older versions print the bubble's id only when they end.
    /// This program makes them print it at once.
    let stdbuf: String?
    /// Whether it shows buttons and waits for one to be pressed.
    let offersActions: Bool
    /// Whether it tells the bubble's id, and replaces the bubble with a given one.
    let printsID: Bool

    /// - Parameter help: what it prints for `--help`.
    init(path: String, stdbuf: String?, help: String) {
        self.path = path
        self.stdbuf = stdbuf
        offersActions = help.contains("--action")
        printsID = help.contains("--print-id") && help.contains("--replace-id")
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
        var arguments = [path, "--app-name=trackerd", "--urgency=\(alert.urgency.rawValue)"]
        if waits, let stdbuf { arguments = [stdbuf, "-oL"] + arguments }
        if printsID { arguments.append("--print-id") }
        if printsID, let id { arguments.append("--replace-id=\(id)") }
        if waits {
            arguments += alert.actions.map { action in
                "--action=\(action.key)=\(action.label.isEmpty ? action.key : action.label)"
            }
        }
        // It fails without a title.
        let title = alert.title.trimmingBlanks.isEmpty ? "trackerd" : alert.title
        let hint = waits ? "" : Self.hint(alert)
        arguments += ["--", title, Self.escape(alert.body + hint)]
        return arguments.map(HookTemplate.withoutNUL)
    }

    /// What it has printed: the bubble's id, and the key of the action chosen. Nothing chosen is no
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
        if printsID, let first = lines.first, let number = UInt32(first) {
            // 0 is what it prints when there is no bubble.
            id = number > 0 ? first : nil
            lines.removeFirst()
        }
        let answer = lines.last { line in alert.actions.contains { $0.key == line } }
        return (id, answer)
    }

    /// The body is markup, and notify-send interprets backslashes in it.
    private static func escape(_ text: String) -> String {
        var escaped = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\\": escaped += "\\\\"
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }

    private static func hint(_ alert: Alert) -> String {
        guard !alert.actions.isEmpty else { return "" }
        let labels = alert.actions.map { $0.label.isEmpty ? $0.key : $0.label }
        return "\(alert.body.isEmpty ? "" : "\n")Answer with trackerctl: "
            + labels.joined(separator: ", ")
    }
}
