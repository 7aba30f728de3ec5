/// Why a request was refused. Whoever throws one has changed nothing.
package struct Rejection: Error, Sendable, Hashable {
    /// An open set of names, so that a client may meet one that it doesn't know.
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
    /// For a person: what is wrong and what to do.
    package var message: String
    /// The member of the request that is wrong.
    package var field: String?
    /// The present state of what can't be moved.
    package var state: String?
    /// Ids that the given text may mean.
    package var matches: [String]?
    /// The place of the refused call in an `atomic` one.
    package var index: Int?
    /// The line of the configuration that is wrong, from 1.
    package var line: Int?

    package init(
        _ kind: Kind, _ message: String, field: String? = nil, state: String? = nil,
        matches: [String]? = nil, line: Int? = nil
    ) {
        self.kind = kind
        self.message = message
        self.field = field
        self.state = state
        self.matches = matches
        self.line = line
    }

    /// A member of the request is missing, of the wrong kind or out of its range.
    package static func invalid(_ field: String, _ message: String) -> Rejection {
        Rejection(.invalidParams, message, field: field)
    }

    /// The thing isn't in a state that allows this.
    package static func conflict(_ message: String, state: String? = nil) -> Rejection {
        Rejection(.conflict, message, state: state)
    }
}
