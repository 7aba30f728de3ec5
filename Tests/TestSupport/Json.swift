/// JSON with a reader and a writer of its own, so that the program's reader and writer aren't tested by
/// themselves.
package enum Json: Sendable, Hashable {
    case null
    case bool(Bool)
    case int(Int64)
    /// A number with a fraction or an exponent, as it is written.
    case number(String)
    case text(String)
    case list([Json])
    case object([String: Json])

    package subscript(_ name: String) -> Json? {
        guard case .object(let members) = self else { return nil }
        return members[name]
    }

    package var int: Int64? {
        guard case .int(let value) = self else { return nil }
        return value
    }

    /// The number, whole or not; `nil` for other values.
    package var double: Double? {
        switch self {
        case .int(let value): Double(value)
        case .number(let text): Double(text)
        default: nil
        }
    }

    package var text: String? {
        guard case .text(let value) = self else { return nil }
        return value
    }

    package var list: [Json] {
        guard case .list(let values) = self else { return [] }
        return values
    }

    /// A number in the form of the wire: without a fraction where it is whole.
    package static func plain(_ number: Double) -> Json {
        let text = "\(number)"
        guard text.hasSuffix(".0"), let whole = Int64(text.dropLast(2)) else {
            return .number(text)
        }
        return .int(whole)
    }

    /// An object of the members that have a value.
    package static func members(_ members: [String: Json?]) -> Json {
        .object(members.compactMapValues { $0 })
    }
}

extension Json: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(stringLiteral value: String) { self = .text(value) }
    package init(integerLiteral value: Int64) { self = .int(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(arrayLiteral elements: Json...) { self = .list(elements) }
    package init(dictionaryLiteral elements: (String, Json)...) {
        self = .object(Dictionary(elements) { $1 })
    }
}

extension Json: CustomStringConvertible {
    /// The JSON on one line, with sorted members.
    package var description: String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .int(let value): String(value)
        case .number(let value): value
        case .text(let value): Self.quoted(value)
        case .list(let values): "[\(values.map(\.description).joined(separator: ","))]"
        case .object(let members):
            "{"
                + members.sorted { $0.key < $1.key }
                .map { "\(Self.quoted($0.key)):\($0.value)" }.joined(separator: ",") + "}"
        }
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            case _ where scalar.value < 32:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}

extension Json {
    package struct Unreadable: Error, CustomStringConvertible {
        let text: String
        let at: Int
        package var description: String { "invalid JSON at byte \(at): \(text)" }
    }

    package init(reading text: String) throws {
        var reader = JsonReader(bytes: Array(text.utf8))
        guard let value = reader.value(), reader.isAtEnd else {
            throw Unreadable(text: text, at: reader.place)
        }
        self = value
    }
}

private struct JsonReader {
    let bytes: [UInt8]
    var place = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { place == bytes.count }

    private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

    private mutating func take(_ byte: Character) -> Bool {
        guard next == byte.asciiValue else { return false }
        place += 1
        return true
    }

    private mutating func take(word: String) -> Bool {
        let word = Array(word.utf8)
        guard bytes[place...].starts(with: word) else { return false }
        place += word.count
        return true
    }

    mutating func value() -> Json? {
        switch next {
        case UInt8(ascii: "{"): object()
        case UInt8(ascii: "["): list()
        case UInt8(ascii: "\""): string().map(Json.text)
        case UInt8(ascii: "t"): take(word: "true") ? .bool(true) : nil
        case UInt8(ascii: "f"): take(word: "false") ? .bool(false) : nil
        case UInt8(ascii: "n"): take(word: "null") ? .null : nil
        default: number()
        }
    }

    private mutating func object() -> Json? {
        guard take("{") else { return nil }
        var members: [String: Json] = [:]
        if take("}") { return .object(members) }
        repeat {
            guard let name = string(), take(":"), let value = value(),
                members.updateValue(value, forKey: name) == nil
            else { return nil }
        } while take(",")
        return take("}") ? .object(members) : nil
    }

    private mutating func list() -> Json? {
        guard take("[") else { return nil }
        var values: [Json] = []
        if take("]") { return .list(values) }
        repeat {
            guard let value = value() else { return nil }
            values.append(value)
        } while take(",")
        return take("]") ? .list(values) : nil
    }

    private mutating func number() -> Json? {
        let start = place
        while let byte = next, "+-.eE0123456789".utf8.contains(byte) { place += 1 }
        let text = String(decoding: bytes[start..<place], as: UTF8.self)
        if let value = Int64(text) { return .int(value) }
        return Double(text) == nil ? nil : .number(text)
    }

    private mutating func string() -> String? {
        guard take("\"") else { return nil }
        var text: [UInt8] = []
        while let byte = next {
            place += 1
            if byte == UInt8(ascii: "\"") { return String(validating: text, as: UTF8.self) }
            guard byte == UInt8(ascii: "\\") else {
                text.append(byte)
                continue
            }
            guard let escape = next else { return nil }
            place += 1
            switch escape {
            case UInt8(ascii: "n"): text.append(10)
            case UInt8(ascii: "t"): text.append(9)
            case UInt8(ascii: "r"): text.append(13)
            case UInt8(ascii: "b"): text.append(8)
            case UInt8(ascii: "f"): text.append(12)
            case UInt8(ascii: "u"):
                guard let scalar = escapedScalar() else { return nil }
                text += Array(String(Character(scalar)).utf8)
            default: text.append(escape)
            }
        }
        return nil
    }

    /// A character of four hexadecimal digits; the daemon writes no surrogate pairs.
    private mutating func escapedScalar() -> Unicode.Scalar? {
        guard place + 4 <= bytes.count else { return nil }
        let digits = String(decoding: bytes[place..<place + 4], as: UTF8.self)
        place += 4
        return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
    }
}
