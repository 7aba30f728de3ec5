import TrackerCore

/// The installed notify-send, what it can do, and its arguments.
nonisolated struct NotifySend: Sendable {
    static let name = "notify-send"

    private let path: String
    /// Path of stdbuf, which makes older versions print the notification's id at once instead of when they
    /// end; `nil` for none.
    private let stdbuf: String?
    /// Path of busctl, systemd's tool for message buses; `nil` for none. It replaces versions that can
    /// neither print a notification's id nor replace a notification: with those, notifications couldn't be
    /// changed or closed.
    private let busctl: String?
    /// Whether this version prints the notification's id and can replace a notification.
    private let printsID: Bool
    /// Whether this version shows buttons and waits for one to be pressed.
    let offersActions: Bool
    /// Kinds of hints that this version passes on.
    private let hintKinds: [BubbleHint.Kind]

    /// - Parameter help: the output of `--help`.
    init(path: String, stdbuf: String?, busctl: String?, help: String) {
        self.path = path
        self.stdbuf = stdbuf
        self.busctl = busctl
        printsID = help.contains("--print-id") && help.contains("--replace-id")
        offersActions = printsID && help.contains("--action")
        let kinds: [BubbleHint.Kind] = help.contains("boolean") ? [.string, .boolean] : [.string]
        hintKinds = help.contains("--hint") ? kinds : []
    }

    /// Whether the id comes as soon as the notification is shown. Versions that print it only when they end
    /// need stdbuf for that.
    var tellsIDAtOnce: Bool { printsID && stdbuf != nil }

    /// The argument vector that shows an alert.
    ///
    /// - Parameters:
    ///   - id: the id of the notification to replace; `nil` if none is known.
    ///   - waits: whether to show buttons and wait for an answer; otherwise the body says how to answer.
    ///   - expireMs: the time in milliseconds after which the server closes the notification, 0 for never;
    ///     `nil` to let the server decide.
    ///   - sound: sound-theme name of the sound that the server should play; `nil` for none.
    ///   - server: the notification server's own name; `nil` if unknown.
    func arguments(
        for alert: Alert, replacing id: String?, waits: Bool, expireMs: Int64?, sound: String?,
        on server: String?
    ) -> [String] {
        // notify-send fails without a title.
        let title = alert.title.trimmingBlanks.isEmpty ? "trackerd" : alert.title
        let hint = waits ? HiddenButtons.hint(for: alert, on: server) : Self.hint(alert)
        let body = (hint.map(alert.saying) ?? alert).body
        let arguments: [String]
        if !printsID, let busctl {
            let body = Self.escape(body, backslash: "\\")
            arguments =
                [busctl, "--user", "--", "call"] + Self.object
                + ["Notify", "susssasa{sv}i", "trackerd", id ?? "0", BubbleHint.application]
                + [title, body, "0"] + Self.dictionary(for: alert, sound: sound)
                + [expireMs.map(String.init) ?? "-1"]
        } else {
            // notify-send interprets backslashes.
            arguments =
                options(for: alert, replacing: id, waits: waits)
                + (expireMs.map { ["--expire-time=\($0)"] } ?? [])
                + hints(for: alert, sound: sound)
                + ["--", title, Self.escape(body, backslash: "\\\\")]
        }
        return arguments.map(HookTemplate.withoutNUL)
    }

    private func hints(for alert: Alert, sound: String?) -> [String] {
        BubbleHint.all(of: alert, sound: sound).filter { hintKinds.contains($0.kind) }
            .map { "--hint=\($0.kind.rawValue):\($0.name):\($0.value)" }
    }

    /// The hints as busctl takes a dictionary: its count, then names, types and values.
    private static func dictionary(for alert: Alert, sound: String?) -> [String] {
        var entries = [
            ["urgency", "y", level(of: alert.urgency)],
            ["category", "s", BubbleHint.category(of: alert)],
        ]
        entries += BubbleHint.all(of: alert, sound: sound)
            .map { [$0.name, $0.kind.signature, $0.value] }
        return [String(entries.count)] + entries.joined()
    }

    private func options(for alert: Alert, replacing id: String?, waits: Bool) -> [String] {
        var options = [path, "--app-name=trackerd", "--urgency=\(alert.urgency.rawValue)"]
        options.append("--icon=\(BubbleHint.application)")
        options.append("--category=\(BubbleHint.category(of: alert))")
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

    /// The server's name, path and interface, in busctl's order.
    private static let object = [
        NotificationService.name, NotificationService.path, NotificationService.name,
    ]

    private static func level(of urgency: Alert.Urgency) -> String {
        switch urgency {
        case .low: "0"
        case .normal: "1"
        case .critical: "2"
        }
    }

    /// The notification's id and the chosen action, from the output. No choice means no answer; it doesn't
    /// mean that the person dismissed the notification.
    ///
    /// - Parameter isComplete: whether the program has ended; before that, the last line may be incomplete.
    func result(
        _ output: String, of alert: Alert, isComplete: Bool
    ) -> (id: String?, answer: Alert.Action?) {
        let end =
            isComplete
            ? output.endIndex : output.lastIndex(where: \.isNewline) ?? output.startIndex
        var lines = output[..<end].split(whereSeparator: \.isNewline).map(\.trimmingBlanks)
        var id: String?
        if let first = lines.first, let number = number(in: first) {
            // notify-send prints 0 if there is no notification.
            id = number > 0 ? String(number) : nil
            lines.removeFirst()
        }
        let answers = lines.lazy.compactMap { line in alert.actions.first { $0.key == line } }
        return (id, Array(answers).last)
    }

    /// The number in a line, after its type if busctl printed it; `nil` for any other line.
    private func number(in line: String) -> UInt32? {
        if printsID { return UInt32(line) }
        return busctl != nil && line.hasPrefix("u ") ? UInt32(line.dropFirst(2)) : nil
    }

    /// The text with escapes, since the body is markup.
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

    private static func hint(_ alert: Alert) -> String? {
        guard alert.isQuestion else { return nil }
        return "Answer with " + alert.actions.map(\.command).joined(separator: ", ")
    }
}
