import TrackerCore

extension String {
    /// Lines of a person's text, indented and safe for a terminal.
    var indentedLines: [String] {
        split(separator: "\n", omittingEmptySubsequences: false).map {
            "  " + String($0).forTerminal
        }
    }

    /// The text made safe for a terminal: characters that could move the cursor, change colours or change the
    /// direction of writing are written out, newlines as `\n`, the escape character as `\u{1b}`.
    package var forTerminal: String {
        guard unicodeScalars.contains(where: \.isHarmful) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "\n": text += "\\n"
            case "\t": text += "\\t"
            case _ where scalar.isHarmful: text += "\\u{\(String(scalar.value, radix: 16))}"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}

extension OpenEnum {
    /// The word made safe for a terminal.
    package var forTerminal: String { text.forTerminal }
}

extension Unicode.Scalar {
    /// Whether this is a control character or a mark that changes the direction of writing.
    var isHarmful: Bool {
        switch value {
        case 0x00...0x1f, 0x7f...0x9f: true
        // Line and paragraph separators; marks, embeddings, overrides and isolates of direction.
        case 0x2028, 0x2029, 0x200e, 0x200f, 0x202a...0x202e, 0x2066...0x2069, 0x061c: true
        default: false
        }
    }
}

/// JSON made safe for a terminal.
package enum SafeJSON {
    /// JSON of the same value, with control characters escaped that JSON allows unescaped. Terminals take
    /// U+009B for the beginning of a command.
    package static func escaped(_ json: String) -> String {
        // These characters occur only inside strings, and begin with one of these bytes.
        guard json.utf8.contains(where: { $0 == 0x7f || $0 == 0xc2 }) else { return json }
        return json.unicodeScalars.reduce(into: "") { text, scalar in
            if (0x7f...0x9f).contains(scalar.value) {
                text += "\\u00\(String(scalar.value, radix: 16))"
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
    }
}
