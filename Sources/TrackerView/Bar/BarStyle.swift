import TrackerCore

/// Format that a status bar reads: one line, with names escaped by that bar's rules.
package enum BarStyle: String, CaseIterable, Sendable {
    /// Only the text.
    case plain
    /// waybar's custom module with `return-type: json`.
    case waybar
    /// polybar's `custom/script` with `tail`.
    case polybar
    /// i3blocks with `format=json`.
    case i3blocks
    /// i3status-rust's custom block with `json = true`.
    case i3statusRust = "i3status-rust"
    /// A command in tmux's status line.
    case tmux
    /// The panel plugin xfce4-genmon, which runs the command again and again.
    case genmon
    /// All fields of the face, for programs.
    case json

    /// The line without its newline; for genmon, several lines.
    ///
    /// - Parameter template: template of the text; `nil` for the face's default text.
    package func line(_ face: BarFace, _ template: BarTemplate? = nil) throws -> String {
        let text = template?.text(of: face) ?? face.text
        return switch self {
        case .plain: text
        case .waybar:
            try JSONText.of(
                WaybarLine(
                    text: text.escapedForPango, alt: face.kind,
                    tooltip: face.tooltip.map(\.escapedForPango).joined(separator: "\n"),
                    class: face.classes, percentage: face.percentage))
        case .polybar: text.escapedForPolybar
        case .i3blocks:
            try JSONText.of(
                I3Line(
                    fullText: text.escapedForI3blocks,
                    shortText: (face.figure.isEmpty ? face.name : face.figure).escapedForI3blocks,
                    urgent: face.isAsking))
        case .i3statusRust:
            try JSONText.of(
                RustLine(
                    state: face.rustState, text: text,
                    shortText: face.figure.isEmpty ? face.name : face.figure))
        case .tmux: text.escapedForTmux
        case .genmon: face.genmon(text)
        case .json: try JSONText.of(FullLine(face, text: text))
        }
    }
}

/// An object of waybar's custom module.
private struct WaybarLine: Encodable {
    let text: String
    /// Word that selects an icon of `format-icons`.
    let alt: String
    let tooltip: String
    let `class`: [String]
    let percentage: Int?
}

/// A block of the i3bar protocol.
private struct I3Line: Encodable {
    let fullText: String
    let shortText: String
    let urgent: Bool
}

/// An object of i3status-rust's custom block.
private struct RustLine: Encodable {
    let state: String
    let text: String
    let shortText: String
}

/// All fields of a face.
private struct FullLine: Encodable {
    let text: String
    let kind: String
    let state: String
    let name: String
    let time: String
    let more: Int
    let percentage: Int?
    let classes: [String]
    let tooltip: [String]

    init(_ face: BarFace, text: String) {
        self.text = text
        (kind, state, name, time) = (face.kind, face.state, face.name, face.figure)
        (more, percentage) = (face.more, face.percentage)
        (classes, tooltip) = (face.classes, face.tooltip)
    }
}

extension BarFace {
    /// Whether the thing waits for the person.
    fileprivate var isAsking: Bool { kind == "reminder" || state == "waiting" }

    /// One of the states that i3status-rust colours.
    fileprivate var rustState: String {
        switch kind {
        case "offline": "Critical"
        case _ where isAsking: "Warning"
        case "idle", "next": "Idle"
        case "training": state == "hold" || state == "effort" ? "Good" : "Info"
        default: "Info"
        }
    }

    /// Tags for genmon; without text, the label is hidden.
    fileprivate func genmon(_ text: String) -> String {
        var lines: [String] = []
        if !text.isEmpty { lines.append("<txt>\(text.escapedForPango)</txt>") }
        let tool = tooltip.map(\.escapedForPango).joined(separator: "\n")
        if !tool.isEmpty { lines.append("<tool>\(tool)</tool>") }
        if let percentage { lines.append("<bar>\(percentage)</bar>") }
        return lines.joined(separator: "\n")
    }
}

extension String {
    /// Zero-width space that keeps two characters from being read together.
    private static let gap = "\u{200b}"

    var escapedForPango: String {
        replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    /// The text with polybar's tags broken up, because polybar has no escape for them.
    var escapedForPolybar: String { replacing("%{", with: "%\(Self.gap){") }

    /// The text with look-alikes for two characters that i3blocks 1.4 can't pass on.
    var escapedForI3blocks: String {
        replacing("\"", with: "\u{201d}").replacing("\\", with: "\u{2216}")
    }

    /// The text escaped so that tmux shows it literally: tmux reads two signs as one, and a sign before a
    /// bracket as a style.
    var escapedForTmux: String { replacing("#", with: "##").replacing("#[", with: "#\(Self.gap)[") }
}
