/// A JSON text whose structure has been read: where its values begin and end. The values themselves are
/// read on demand, since most requests are small and most members simple.
package final class JSONDocument {
    /// A violation of the JSON syntax.
    package struct SyntaxError: Error, Hashable, CustomStringConvertible {
        /// Position of the violation in bytes, from 0.
        package let offset: Int
        package var description: String { "invalid JSON at byte \(offset)" }
    }

    enum Kind: UInt8 { case null, `true`, `false`, number, string, array, object }

    /// One value or one member name; the tokens of an object are names and values in turn.
    struct Token {
        let kind: Kind
        /// Range in `bytes`; for a string, the text between the quotes.
        var start: Int32
        var end: Int32
        /// Index of the token after this one and everything inside it.
        var next: Int32
        /// Whether a string has anything but plain characters: escapes, or unescaped control characters.
        var isIntricate = false
    }

    /// Deepest nesting of lists and objects that is accepted.
    package static let maximumDepth = 256

    let bytes: [UInt8]
    let tokens: [Token]

    /// - Parameter bytes: UTF-8, less than 2 GiB.
    package init(_ bytes: [UInt8]) throws(SyntaxError) {
        self.bytes = bytes
        var parser = Parser(bytes: bytes)
        tokens = try parser.parse()
    }

    /// Whether the whole document is a list.
    package var isList: Bool { tokens.first?.kind == .array }
}

/// The reading of a text's structure, from its beginning to its end.
private struct Parser {
    typealias Kind = JSONDocument.Kind
    typealias SyntaxError = JSONDocument.SyntaxError
    typealias Token = JSONDocument.Token

    let bytes: [UInt8]
    private var tokens: [Token] = []
    private var offset = 0

    init(bytes: [UInt8]) {
        self.bytes = bytes
        tokens.reserveCapacity(24)
    }

    mutating func parse() throws(SyntaxError) -> [Token] {
        skipBlanks()
        try readValue(depth: 0)
        skipBlanks()
        guard offset == bytes.count else { throw SyntaxError(offset: offset) }
        return tokens
    }

    private func peek() -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func skipBlanks() {
        while offset < bytes.count {
            switch bytes[offset] {
            case 0x20, 0x09, 0x0a, 0x0d: offset += 1
            default: return
            }
        }
    }

    private mutating func readValue(depth: Int) throws(SyntaxError) {
        switch peek() {
        case UInt8(ascii: "{"): try readMany(.object, until: UInt8(ascii: "}"), depth: depth)
        case UInt8(ascii: "["): try readMany(.array, until: UInt8(ascii: "]"), depth: depth)
        case UInt8(ascii: "\""): try readString()
        case UInt8(ascii: "t"): try readWord("true", .true)
        case UInt8(ascii: "f"): try readWord("false", .false)
        case UInt8(ascii: "n"): try readWord("null", .null)
        default: try readNumber()
        }
    }

    private mutating func add(_ kind: Kind, from start: Int, to end: Int, isIntricate: Bool = false)
    {
        tokens.append(
            Token(
                kind: kind, start: Int32(start), end: Int32(end), next: Int32(tokens.count + 1),
                isIntricate: isIntricate))
    }

    private mutating func readMany(_ kind: Kind, until close: UInt8, depth: Int) throws(SyntaxError)
    {
        guard depth < JSONDocument.maximumDepth else { throw SyntaxError(offset: offset) }
        let token = tokens.count
        add(kind, from: offset, to: offset)
        offset += 1
        skipBlanks()
        if peek() == close {
            offset += 1
        } else {
            try readElements(kind, until: close, depth: depth)
        }
        tokens[token].end = Int32(offset)
        tokens[token].next = Int32(tokens.count)
    }

    private mutating func readElements(_ kind: Kind, until close: UInt8, depth: Int)
        throws(SyntaxError)
    {
        while true {
            skipBlanks()
            if kind == .object {
                try readString()
                skipBlanks()
                try expect(UInt8(ascii: ":"))
                skipBlanks()
            }
            try readValue(depth: depth + 1)
            skipBlanks()
            if peek() == close {
                offset += 1
                return
            }
            try expect(UInt8(ascii: ","))
        }
    }

    private mutating func expect(_ byte: UInt8) throws(SyntaxError) {
        guard peek() == byte else { throw SyntaxError(offset: offset) }
        offset += 1
    }

    private mutating func readString() throws(SyntaxError) {
        try expect(UInt8(ascii: "\""))
        let start = offset
        var isIntricate = false
        while let byte = peek() {
            if byte == UInt8(ascii: "\"") {
                add(.string, from: start, to: offset, isIntricate: isIntricate)
                offset += 1
                return
            }
            if byte == UInt8(ascii: "\\") {
                isIntricate = true
                offset += 1
                try checkEscape()
            } else if byte < 0x20 {
                isIntricate = true
            }
            offset += 1
        }
        throw SyntaxError(offset: min(offset, bytes.count))
    }

    /// Checks the characters after a backslash; the last byte of the escape is left for the caller to pass
    /// over.
    private mutating func checkEscape() throws(SyntaxError) {
        switch peek() {
        case UInt8(ascii: "u"):
            for _ in 0..<4 {
                offset += 1
                guard let byte = peek(), Character(Unicode.Scalar(byte)).isHexDigit else {
                    throw SyntaxError(offset: offset)
                }
            }
        case .some(let byte) where "\"\\/bfnrt".utf8.contains(byte): break
        default: throw SyntaxError(offset: offset)
        }
    }

    private mutating func readWord(_ word: StaticString, _ kind: Kind) throws(SyntaxError) {
        let end = offset + word.utf8CodeUnitCount
        let isThere =
            end <= bytes.count && word.withUTF8Buffer { $0.elementsEqual(bytes[offset..<end]) }
        guard isThere else { throw SyntaxError(offset: offset) }
        add(kind, from: offset, to: end)
        offset = end
    }

    /// Reads a number: `-`, digits without leading zeros, a fraction, an exponent (RFC 8259, section 6).
    private mutating func readNumber() throws(SyntaxError) {
        let start = offset
        if peek() == UInt8(ascii: "-") { offset += 1 }
        if peek() == UInt8(ascii: "0") { offset += 1 } else { try readDigits() }
        if peek() == UInt8(ascii: ".") {
            offset += 1
            try readDigits()
        }
        if peek() == UInt8(ascii: "e") || peek() == UInt8(ascii: "E") {
            offset += 1
            if peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-") { offset += 1 }
            try readDigits()
        }
        add(.number, from: start, to: offset)
    }

    private mutating func readDigits() throws(SyntaxError) {
        let start = offset
        while let byte = peek(), (48...57).contains(byte) { offset += 1 }
        guard offset > start else { throw SyntaxError(offset: offset) }
    }
}

// MARK: Values

extension JSONDocument {
    func text(_ token: Token) -> ArraySlice<UInt8> { bytes[Int(token.start)..<Int(token.end)] }

    /// The string's value; `nil` where an escape is broken or a control character isn't escaped.
    func string(_ token: Token) -> String? {
        let raw = text(token)
        return token.isIntricate ? Unescaping(raw).string() : String(decoding: raw, as: UTF8.self)
    }

    /// A whole number that fits into 64 bits, also one written as `2.0` or `1e3`; `nil` for any other
    /// number.
    func integer(_ token: Token) -> Int64? {
        let raw = text(token)
        let isNegative = raw.first == UInt8(ascii: "-")
        var value: Int64 = 0
        for byte in isNegative ? raw.dropFirst() : raw {
            guard (48...57).contains(byte) else {
                return Double(String(decoding: raw, as: UTF8.self)).flatMap(Int64.init(exactly:))
            }
            let (tens, tooLarge) = value.multipliedReportingOverflow(by: 10)
            let (sum, tooMuch) = tens.subtractingReportingOverflow(Int64(byte - 48))
            guard !tooLarge, !tooMuch else { return nil }
            value = sum
        }
        guard isNegative || value != .min else { return nil }
        return isNegative ? value : -value
    }

    func double(_ token: Token) -> Double? {
        Double(String(decoding: text(token), as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil }
    }

    /// The whole number at a place; `nil` where there isn't a whole number of 64 bits.
    package func integer(at offset: Int) -> Int64? {
        tokens[offset].kind == .number ? integer(tokens[offset]) : nil
    }

    /// Place of a member's value, the last one where a name occurs several times; `nil` where the member is
    /// missing or `object` isn't an object.
    package func member(_ name: String, of object: Int = 0) -> Int? {
        guard tokens[object].kind == .object else { return nil }
        var found: Int?
        var offset = object + 1
        let end = Int(tokens[object].next)
        while offset < end {
            if isNamed(tokens[offset], name) { found = offset + 1 }
            offset = Int(tokens[offset + 1].next)
        }
        return found
    }

    func isNamed(_ token: Token, _ name: String) -> Bool {
        if token.isIntricate { return string(token) == name }
        let count = Int(token.end - token.start)
        guard name.utf8.count == count else { return false }
        var offset = Int(token.start)
        for byte in name.utf8 {
            guard bytes[offset] == byte else { return false }
            offset += 1
        }
        return true
    }
}

/// Replaces the escapes of a string with the characters they stand for.
private struct Unescaping {
    private var rest: ArraySlice<UInt8>
    private var result: [UInt8] = []

    init(_ raw: ArraySlice<UInt8>) { rest = raw }

    consuming func string() -> String? {
        while let byte = rest.popFirst() {
            if byte < 0x20 { return nil }
            guard byte == UInt8(ascii: "\\") else {
                result.append(byte)
                continue
            }
            guard readEscape() else { return nil }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private mutating func readEscape() -> Bool {
        switch rest.popFirst() {
        case UInt8(ascii: "\""): result.append(0x22)
        case UInt8(ascii: "\\"): result.append(0x5c)
        case UInt8(ascii: "/"): result.append(0x2f)
        case UInt8(ascii: "b"): result.append(0x08)
        case UInt8(ascii: "f"): result.append(0x0c)
        case UInt8(ascii: "n"): result.append(0x0a)
        case UInt8(ascii: "r"): result.append(0x0d)
        case UInt8(ascii: "t"): result.append(0x09)
        case UInt8(ascii: "u"):
            guard let scalar = readScalar() else { return false }
            result.append(contentsOf: String(Character(scalar)).utf8)
        default: return false
        }
        return true
    }

    /// Takes the four digits of an escape, or two escapes of four digits for a surrogate pair.
    private mutating func readScalar() -> Unicode.Scalar? {
        guard let unit = readUnit() else { return nil }
        guard (0xd800...0xdbff).contains(unit) else { return Unicode.Scalar(unit) }
        guard rest.popFirst() == UInt8(ascii: "\\"), rest.popFirst() == UInt8(ascii: "u"),
            let low = readUnit(), (0xdc00...0xdfff).contains(low)
        else { return nil }
        return Unicode.Scalar(0x10000 + (unit - 0xd800) << 10 + (low - 0xdc00))
    }

    private mutating func readUnit() -> UInt32? {
        guard rest.count >= 4 else { return nil }
        let digits = rest.prefix(4)
        rest = rest.dropFirst(4)
        var unit: UInt32 = 0
        for digit in digits {
            guard let value = Character(Unicode.Scalar(digit)).hexDigitValue else { return nil }
            unit = unit << 4 + UInt32(value)
        }
        return unit
    }
}
