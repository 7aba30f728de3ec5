import TrackerCore

/// Writes comma-separated values (RFC 4180): rows end with CRLF, and values with special characters are
/// quoted.
package enum CSVText {
    /// One row. An empty cell becomes an empty value, an empty text becomes `""`.
    package static func row(_ cells: [Cell]) -> String {
        cells.map(value).joined(separator: ",") + "\r\n"
    }

    private static func value(_ cell: Cell) -> String {
        switch cell {
        case .null: ""
        case .integer(let value): "\(value)"
        case .number(let value): plain(value)
        case .text(let text), .json(let text): value(harmless(text))
        }
    }

    /// The text in a form that spreadsheets display and don't run: a text that looks like a formula gets an
    /// apostrophe in front (OWASP, "CSV Injection").
    private static func harmless(_ text: String) -> String {
        guard let first = text.utf8.first, formulaBeginnings.contains(first) else { return text }
        return "'" + text
    }

    private static let formulaBeginnings = Array("=+-@\t\r".utf8)

    private static func value(_ text: String) -> String {
        // Blanks at the ends belong to the value (section 2.4). Not every reader knows that, so such a value
        // is quoted.
        let isPlain =
            !text.isEmpty && text.utf8.first != 0x20 && text.utf8.last != 0x20
            && !text.utf8.contains { [quote, comma, newline, carriageReturn].contains($0) }
        guard !isPlain else { return text }
        // The text is searched by bytes, since a quote with a combining mark is a different character.
        var bytes = [quote]
        for byte in text.utf8 {
            if byte == quote { bytes.append(quote) }
            bytes.append(byte)
        }
        return String(decoding: bytes + [quote], as: UTF8.self)
    }

    private static let comma = UInt8(ascii: ",")
}
