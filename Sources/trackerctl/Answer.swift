import TrackerAPI
import TrackerView

/// The answer of a command, for whoever shows it: a terminal, a notification, a menu or the live view.
struct Answer {
    /// Text for people.
    let text: (Style) throws -> AnswerText
    /// Output of `--json`, with its last newline. Called only if it is wanted.
    let json: () throws -> String
    /// Output of `--quiet`, with its last newline; empty for none.
    let quiet: String
    /// Consequences of the change, for people; `nil` for none.
    let after: After?
    /// Remark for standard error, so that it stays out of lists; `nil` for none.
    var remark: String?
    /// Failure that the result stands for, though it isn't a refusal; `nil` for none.
    var failure: (any Error)?

    init(
        json: @escaping @autoclosure () throws -> String = "", quiet: String = "",
        after: After? = nil, text: @escaping (Style) throws -> AnswerText
    ) {
        self.text = text
        self.json = json
        self.quiet = quiet
        self.after = after
    }

    /// All of it, with the commands to type next.
    func printed(in style: Style) throws -> String {
        try text(style).whole + (after?.text(in: style) ?? "")
    }

    /// All of it for a notification, in which nobody types.
    func notified(in style: Style) throws -> String {
        try text(style).whole + (after?.news(in: style) ?? "")
    }

    /// The sentence and the news, for the live view: it shows the scene itself, and has no room for details.
    func told(in style: Style) throws -> String {
        try text(style).sentence + (after?.news(in: style) ?? "")
    }
}
