/// A case of an enumeration, or a word that only another version of the program knows. Enumerations on the
/// wire are read as this type, so that old and new programs understand each other.
package struct OpenEnum<Known>: Hashable, Sendable, Codable
where Known: RawRepresentable<String> & Sendable {
    /// The word on the wire.
    package let text: String

    package init(_ known: Known) { text = known.rawValue }

    package init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    /// The case; `nil` for a word of another version.
    package var known: Known? { Known(rawValue: text) }

    package static func == (lhs: Self, rhs: Known) -> Bool { lhs.text == rhs.rawValue }
    package static func != (lhs: Self, rhs: Known) -> Bool { lhs.text != rhs.rawValue }
}

extension Optional {
    package static func == <Known>(lhs: Self, rhs: Known) -> Bool
    where Wrapped == OpenEnum<Known> {
        lhs?.text == rhs.rawValue
    }
}
