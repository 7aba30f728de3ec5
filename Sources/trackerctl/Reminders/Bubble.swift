import TrackerView

/// Shows a command's result as a desktop notification, for keybindings, which have no terminal.
enum Bubble {
    static let option = "--notify"

    /// Shows a text with notify-send. If that fails, the text is still on the terminal.
    ///
    /// - Parameter text: lines without colours; the first one is the title.
    static func show(_ text: String) {
        _ = Helper.output(of: arguments(for: text))
    }

    static func arguments(for text: String) -> [String] {
        var lines = text.split(separator: "\n").map { line in
            withoutID(String(line))
        }
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

    /// A line without the id at its end, which is useful only on a terminal.
    static func withoutID(_ line: String) -> String {
        guard line.hasSuffix("]"), let open = line.lastIndex(of: "[") else { return line }
        let id = line[line.index(after: open)...].dropLast()
        let isID = id.count == 12 && id.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber) }
        return isID ? String(line[..<open]).trimmingBlanks : line
    }

    /// The body is markup, and notify-send interprets backslashes.
    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\\", with: "\\\\")
    }
}
