/// The findings of `doctor`, printed as they come since some checks take a while.
struct Report {
    enum Verdict: String { case ok, warn, fail = "FAIL" }

    let style: Style
    private(set) var hasFailed = false

    init(style: Style) { self.style = style }

    mutating func ok(_ subject: String, _ text: String) throws {
        try add(.ok, subject, text, nil)
    }

    mutating func warn(_ subject: String, _ text: String, todo: String? = nil) throws {
        try add(.warn, subject, text, todo)
    }

    mutating func fail(_ subject: String, _ text: String, todo: String? = nil) throws {
        hasFailed = true
        try add(.fail, subject, text, todo)
    }

    private func add(_ verdict: Verdict, _ subject: String, _ text: String, _ todo: String?) throws
    {
        let word = verdict.rawValue.padded(to: 4)
        let painted =
            switch verdict {
            case .ok: style.good(word)
            case .warn: style.warning(word)
            case .fail: style.bad(word)
            }
        let head = "\(painted)  \(subject.padded(to: 13))  "
        try Output.print(head + text.forTerminal + "\n")
        guard let todo else { return }
        try Output.print(String(repeating: " ", count: 21) + "→ " + todo.forTerminal + "\n")
    }
}
