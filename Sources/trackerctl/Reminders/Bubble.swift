/// Shows a command's result as a desktop notification, for keybindings, which have no terminal.
enum Bubble {
    static let option = "--notify"

    /// Shows a text with notify-send. If that fails, the text is still on the terminal.
    ///
    /// - Parameter text: lines without colours; the first one is the title.
    static func show(_ text: String) { _ = Helper.output(of: arguments(for: text)) }

    static func arguments(for text: String) -> [String] {
        var lines = text.split(separator: "\n").map(String.init)
        guard !lines.isEmpty else { return [] }
        let title = lines.removeFirst()
        return [
            "notify-send", "--app-name=trackerd", "--icon=trackerd", "--expire-time=5000",
            "--hint=string:desktop-entry:trackerd",
            // A later notification of this name replaces it.
            "--hint=string:x-canonical-private-synchronous:trackerctl", "--", title,
            escaped(lines.joined(separator: "\n")),
        ]
    }

    /// The body is markup, and notify-send interprets backslashes.
    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\\", with: "\\\\")
    }
}
