/// The message of a refusal, with slots for members of the request and for moments.
///
/// A client puts its own names into these slots, such as an option of its command line, and leaves all other
/// text as it is, whatever a person has written there:
///
///     "\(field: "every") is out of range"
///     "no timer '\(text)'"
package struct RefusalText: Sendable {
    package enum Piece: Sendable, Hashable {
        case plain(String)
        /// A member of the request, or the path to one: `started_at`, `exercises[0].sets`.
        case field(String)
        /// A moment as the wire gives it: `2026-03-01T09:30:00.000+01:00`.
        case moment(String)
    }

    /// The pieces in their order. No two plain ones follow each other, and none is empty.
    package private(set) var pieces: [Piece] = []

    package init(_ text: String) { append(text) }

    /// Whether the text has a slot.
    package var hasSlots: Bool {
        pieces.contains { piece in
            if case .plain = piece { false } else { true }
        }
    }

    package mutating func append(_ text: String) {
        guard !text.isEmpty else { return }
        if case .plain(let former)? = pieces.last {
            pieces[pieces.count - 1] = .plain(former + text)
        } else {
            pieces.append(.plain(text))
        }
    }

    package mutating func append(_ other: RefusalText) {
        for piece in other.pieces { append(piece) }
    }

    fileprivate mutating func append(_ piece: Piece) {
        if case .plain(let text) = piece { append(text) } else { pieces.append(piece) }
    }

    /// The text with the words that `word` gives for the slots.
    package func rendered(_ word: (Piece) -> String) -> String {
        pieces.reduce(into: "") { text, piece in
            if case .plain(let plain) = piece { text += plain } else { text += word(piece) }
        }
    }
}

extension RefusalText: CustomStringConvertible {
    /// The text with the names of members, as it is on the wire.
    package var description: String { rendered(\.text) }
}

extension RefusalText.Piece {
    fileprivate var text: String {
        switch self {
        case .plain(let text), .field(let text), .moment(let text): text
        }
    }
}

/// Two texts are equal if they read the same on the wire.
extension RefusalText: Hashable {
    package static func == (one: RefusalText, other: RefusalText) -> Bool {
        one.description == other.description
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

extension RefusalText: ExpressibleByStringInterpolation {
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = RefusalText("")

        package init(literalCapacity: Int, interpolationCount: Int) {}

        package mutating func appendLiteral(_ literal: String) { text.append(literal) }

        package mutating func appendInterpolation<Value>(_ value: Value) {
            text.append(String(describing: value))
        }

        /// Appends a slot for a member of the request.
        package mutating func appendInterpolation(field: String) { text.append(.field(field)) }

        /// Appends a slot for a moment.
        ///
        /// - Parameter moment: the moment as the wire gives it.
        package mutating func appendInterpolation(moment: String) { text.append(.moment(moment)) }

        /// Appends a text with its slots.
        package mutating func appendInterpolation(text other: RefusalText) { text.append(other) }
    }

    package init(stringLiteral value: String) { self.init(value) }

    package init(stringInterpolation: StringInterpolation) { self = stringInterpolation.text }
}

extension RefusalText: Codable {
    package init(from decoder: any Decoder) throws {
        for piece in try [Piece](from: decoder) { append(piece) }
    }

    package func encode(to encoder: any Encoder) throws { try pieces.encode(to: encoder) }
}

/// A plain piece is a string, a slot an object with one member.
extension RefusalText.Piece: Codable {
    private enum CodingKeys: CodingKey { case field, moment }

    package init(from decoder: any Decoder) throws {
        if let text = try? decoder.singleValueContainer().decode(String.self) {
            self = .plain(text)
            return
        }
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let moment = try container.decodeIfPresent(String.self, forKey: .moment) {
            self = .moment(moment)
        } else {
            self = .field(try container.decode(String.self, forKey: .field))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .plain(let text):
            var container = encoder.singleValueContainer()
            try container.encode(text)
        case .field(let name):
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(name, forKey: .field)
        case .moment(let text):
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(text, forKey: .moment)
        }
    }
}
