/// The reason why a request was refused. A call that throws a rejection has changed nothing.
package struct Rejection: Error, Sendable, Hashable {
    /// A kind of rejection. The set is open, so that a client may meet a kind that it doesn't know.
    package struct Kind: Sendable, Hashable, RawRepresentable {
        package let rawValue: String

        package init(rawValue: String) { self.rawValue = rawValue }

        package static let parseError = Kind(rawValue: "parse_error")
        package static let invalidRequest = Kind(rawValue: "invalid_request")
        package static let unknownMethod = Kind(rawValue: "unknown_method")
        package static let invalidParams = Kind(rawValue: "invalid_params")
        package static let internalError = Kind(rawValue: "internal")
        package static let notFound = Kind(rawValue: "not_found")
        package static let conflict = Kind(rawValue: "conflict")
        package static let ambiguous = Kind(rawValue: "ambiguous")
        package static let confirmationRequired = Kind(rawValue: "confirmation_required")
        package static let storage = Kind(rawValue: "storage")
        package static let unknown = Kind(rawValue: "unknown")
        package static let tooLarge = Kind(rawValue: "too_large")
        package static let busy = Kind(rawValue: "busy")
    }

    package var kind: Kind
    /// The message for the person, with slots for members: the problem and the way out.
    package var text: RefusalText
    /// The member of the request that is wrong; `nil` where none is.
    package var field: String?
    /// State of the thing, where that state is why the request is refused; otherwise `nil`.
    package var state: String?
    /// Ids that the given text may stand for; `nil` where the text isn't ambiguous.
    package var matches: [String]?
    /// Index of the refused call within an `atomic` call.
    package var index: Int?
    /// Line of the configuration or of a program's text that is wrong, from 1.
    package var line: Int?
    /// The occurrence that the refusal is about, as JSON, with the texts of its reminder; `nil` for none.
    package var occurrence: String?

    package init(
        _ kind: Kind, _ text: RefusalText, field: String? = nil, state: String? = nil,
        matches: [String]? = nil, line: Int? = nil
    ) {
        self.kind = kind
        self.text = text
        self.field = field
        self.state = state
        self.matches = matches
        self.line = line
    }

    // Literals become texts with slots. Only what is a string already is taken as it is.
    @_disfavoredOverload
    package init(
        _ kind: Kind, _ message: String, field: String? = nil, state: String? = nil,
        matches: [String]? = nil, line: Int? = nil
    ) {
        self.init(
            kind, RefusalText(message), field: field, state: state, matches: matches, line: line)
    }

    /// The message with the names of members, as it is on the wire.
    package var message: String { text.description }

    /// A rejection because a member of the request is missing, of the wrong kind or out of its range.
    package static func invalid(_ field: String, _ text: RefusalText) -> Rejection {
        Rejection(.invalidParams, text, field: field)
    }

    @_disfavoredOverload
    package static func invalid(_ field: String, _ message: String) -> Rejection {
        Rejection(.invalidParams, message, field: field)
    }

    /// A rejection because the thing's state doesn't allow the request.
    package static func conflict(_ text: RefusalText, state: String? = nil) -> Rejection {
        Rejection(.conflict, text, state: state)
    }

    @_disfavoredOverload
    package static func conflict(_ message: String, state: String? = nil) -> Rejection {
        Rejection(.conflict, message, state: state)
    }
}
