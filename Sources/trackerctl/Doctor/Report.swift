import TrackerAPI
import TrackerView

/// Findings of `doctor`, printed one by one, since some checks take a while.
struct Report {
    let style: Style
    private(set) var hasFailed = false

    init(style: Style) { self.style = style }

    mutating func ok(_ subject: String, _ text: String) throws { try add(.ok(subject, text)) }

    mutating func warn(_ subject: String, _ text: String, todo: String? = nil) throws {
        try add(.warn(subject, text, advice: todo))
    }

    mutating func fail(_ subject: String, _ text: String, todo: String? = nil) throws {
        try add(.fail(subject, text, advice: todo))
    }

    mutating func add(_ check: Check) throws {
        if check.state == .fail { hasFailed = true }
        try Output.print(Self.text(of: check, in: style))
    }

    /// The line for a check, followed by a line of advice, if any.
    static func text(of check: Check, in style: Style) -> String {
        let word =
            switch check.state {
            case .ok: style.good("ok  ")
            case .warn: style.warning("warn")
            case .fail: style.bad("FAIL")
            }
        let line =
            "\(word)  \(check.part.forTerminal.padded(to: 13))  \(check.detail.forTerminal)\n"
        guard let advice = check.advice else { return line }
        return line + String(repeating: " ", count: 21) + "→ " + advice.forTerminal + "\n"
    }
}
