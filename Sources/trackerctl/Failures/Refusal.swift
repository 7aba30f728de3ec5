import TrackerClient
import TrackerCore

/// Error for a call whose outcome is unknown, with a hint for finding it out.
struct OpenOutcome: Error {
    let cause: ClientError
    let hint: String
}

/// A command line that makes no sense.
struct UsageError: Error {
    let message: String
    let hint: String
}

/// A refusal by this program itself.
struct Refusal: Error {
    let text: RefusalText
    var hint: String?

    init(_ text: RefusalText, hint: String? = nil) {
        self.text = text
        self.hint = hint
    }

    init(message: String, hint: String? = nil) { self.init(RefusalText(message), hint: hint) }

    /// The message with the names of members, as it is on the wire.
    var message: String { text.description }
}
