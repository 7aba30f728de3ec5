/// The error for bytes that aren't UTF-8 text.
package struct NotUTF8: Error, Hashable {
    /// The first line with invalid bytes, from 1.
    package let line: Int
}

/// Limits of the texts that people give: names on one line, messages on several.
package enum Text {
    package static let maximumNameLength = 200
    package static let maximumMessageLength = 4000

    /// The word that stands for the newest entity of a kind, wherever one is asked for by id or name.
    package static let last = "last"

    /// A name as a person gives it, with blanks and invisible characters trimmed; a blank name is refused.
    package static func name(_ text: String, field: String) throws(Rejection) -> String {
        let name = trimmed(text)
        guard !isBlank(name) || name.unicodeScalars.contains(where: \.isControl) else {
            throw .invalid(
                field,
                """
                \(field: field) is blank: give 1 to \(maximumNameLength) characters, at least one of \
                them visible
                """)
        }
        try checkName(name, field: field)
        return name
    }

    /// A name of an entity that can also be asked for as `last`; that word is refused as a name.
    package static func nameBesideLast(
        _ text: String, field: String
    ) throws(Rejection) -> String {
        let name = try name(text, field: field)
        guard name.lowercased() != last else {
            throw .invalid(
                field,
                "\(field: field) can't be '\(last)', which means the newest one: choose another name"
            )
        }
        return name
    }

    /// Whether a text has no visible characters.
    package static func isBlank(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy(\.isInvisible)
    }

    /// The text without blanks and invisible characters at its ends; control characters stay.
    package static func trimmed(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.isPadding }),
            let last = scalars.lastIndex(where: { !$0.isPadding })
        else { return "" }
        return String(scalars[first...last])
    }

    /// Checks a name as it is kept: 1 to 200 characters, no control characters.
    package static func checkName(_ text: String, field: String) throws(Rejection) {
        guard !text.isEmpty else {
            throw .invalid(
                field, "\(field: field) is empty: give 1 to \(maximumNameLength) characters")
        }
        try checkLength(text, maximum: maximumNameLength, field: field)
        guard text.unicodeScalars.allSatisfy({ !$0.isControl }) else {
            throw .invalid(
                field, "\(field: field) has control characters or newlines: leave them out")
        }
    }

    /// Checks a message or note: up to 4,000 characters, of control characters only newlines and tabs.
    package static func checkMessage(_ text: String, field: String) throws(Rejection) {
        try checkLength(text, maximum: maximumMessageLength, field: field)
        let isClean = text.unicodeScalars.allSatisfy { scalar in
            scalar == "\n" || scalar == "\t" || !scalar.isControl
        }
        guard isClean else {
            throw .invalid(
                field, "\(field: field) has control characters: only newlines and tabs are allowed")
        }
    }

    /// Reads UTF-8. A NUL is refused, too, since C takes it for the end of a text.
    package static func read(_ bytes: [UInt8]) throws(NotUTF8) -> String {
        if !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) { return text }
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let index = lines.firstIndex { line in
            line.contains(0) || String(validating: line, as: UTF8.self) == nil
        }
        throw NotUTF8(line: (index ?? 0) + 1)
    }

    private static func checkLength(
        _ text: String, maximum: Int, field: String
    ) throws(Rejection) {
        // Both bounds are checked, since a character may have any number of bytes; the longest emoji has
        // 35.
        guard text.utf8.count <= maximum * 64, text.count <= maximum else {
            throw Rejection(
                .tooLarge, "\(field: field) is too long: at most \(maximum) characters",
                field: field)
        }
    }
}

extension Unicode.Scalar {
    /// Control characters, and the separators that break a line.
    var isControl: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    fileprivate var isInvisible: Bool {
        isControl || isPadding || properties.isDefaultIgnorableCodePoint
    }

    /// Blanks and format characters such as the zero-width space, except the tags that end some flags.
    fileprivate var isPadding: Bool {
        guard !isASCII else { return self == " " }
        switch properties.generalCategory {
        case .spaceSeparator: return true
        case .format: return !(0xe0000...0xe007f).contains(value)
        // The Braille blank and the Hangul filler count as a symbol and a letter.
        default: return value == 0x2800 || value == 0x3164
        }
    }
}
