/// Walks over the bytes of a TOML document and counts lines.
struct TOMLScanner {
    private let bytes: [UInt8]
    private var position = 0
    /// The line of the present byte, from 1.
    private(set) var line = 1

    init(_ text: String) {
        bytes = Array(text.utf8)
        // A byte-order mark is skipped, so that it isn't taken for a part of a key.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    /// The present byte; `nil` at the end.
    var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Moves on by one byte.
    mutating func skip() {
        if byte == UInt8(ascii: "\n") { line += 1 }
        if position < bytes.count { position += 1 }
    }

    /// Skips the given byte and blanks around it, if the byte comes next.
    @discardableResult
    mutating func skip(if expected: UInt8) -> Bool {
        skipBlanks()
        guard byte == expected else { return false }
        skip()
        return true
    }

    mutating func skipBlanks() {
        while byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") { skip() }
    }

    mutating func skipLine() {
        while let byte, byte != UInt8(ascii: "\n") { skip() }
    }

    /// Skips to the end of the document.
    mutating func giveUp() { position = bytes.count }

    /// Skips blanks, line ends and comments; returns the byte after them, or `nil` at the end.
    mutating func nextInDocument() -> UInt8? {
        while let byte {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"):
                skip()
            case UInt8(ascii: "#"): skipLine()
            default: return byte
            }
        }
        return nil
    }

    /// Whether a bare or quoted key begins here.
    var isAtKey: Bool {
        guard let byte else { return false }
        return Self.isBare(byte) || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
    }

    /// The parts of a dotted key, bare or quoted. Escapes in them stay as they are written.
    mutating func keys() -> [String] {
        var keys: [String] = []
        repeat {
            skipBlanks()
            let start = position
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                skipString()
                keys.append(text(start + 1, position - 1))
            } else {
                while let byte, Self.isBare(byte) { skip() }
                keys.append(text(start, position))
            }
        } while skip(if: UInt8(ascii: "."))
        return keys
    }

    /// Skips a string of any of the four kinds.
    mutating func skipString() {
        guard let quote = byte else { return }
        let isLong = bytes[position...].starts(with: [quote, quote, quote])
        let end = Array(repeating: quote, count: isLong ? 3 : 1)
        for _ in end { skip() }
        while let byte, !bytes[position...].starts(with: end) {
            if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") { skip() }
            skip()
        }
        for _ in end { skip() }
        // A long string may end with quotes of its own: `""""` is one quote and then the end.
        while isLong, byte == quote { skip() }
    }

    /// Skips a number, a boolean or a date, at least one byte, so that reading always advances.
    mutating func skipPlainValue() {
        let ends = Array(",]}#\n".utf8)
        skip()
        while let byte, !ends.contains(byte) { skip() }
    }

    private func text(_ start: Int, _ end: Int) -> String {
        start < end ? String(decoding: bytes[start..<end], as: UTF8.self) : ""
    }

    private static func isBare(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
