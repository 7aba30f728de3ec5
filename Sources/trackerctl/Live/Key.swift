import TrackerView

/// A key as reported by a terminal.
enum Key: Hashable, Sendable {
    case character(Character)
    case enter, escape, backspace, tab, backTab, up, down
    /// Ctrl-C, Ctrl-Z, Ctrl-L, Ctrl-R and Ctrl-U.
    case interrupt, suspend, redraw, redo, clear
    /// Any other key.
    case unknown

    var isDigit: Bool {
        guard case .character(let character) = self else { return false }
        return character.isASCII && character.isNumber
    }

    var name: String {
        switch self {
        case .character(" "): "Space"
        case .character(let character): String(character)
        case .enter: "Enter"
        case .escape: "Esc"
        case .backspace: "Backspace"
        case .tab: "Tab"
        case .backTab: "Shift-Tab"
        case .up: "Up"
        case .down: "Down"
        case .interrupt: "Ctrl-C"
        case .suspend: "Ctrl-Z"
        case .redraw: "Ctrl-L"
        case .redo: "Ctrl-R"
        case .clear: "Ctrl-U"
        case .unknown: ""
        }
    }
}

/// Reads keys from a terminal's bytes, which may arrive in pieces.
struct KeyReader {
    /// Bytes that may become a key together with the next ones.
    private var rest: [UInt8] = []
    private var sinceMs: Int64 = 0
    private static let escape: UInt8 = 0x1b
    /// Milliseconds after which incomplete bytes are dropped; a terminal sends a key's bytes all at once.
    private static let patienceMs: Int64 = 50

    /// Time when incomplete bytes are to be dropped; `nil` if there are none.
    var dueMs: Int64? { rest.isEmpty ? nil : sinceMs + Self.patienceMs }

    mutating func giveUp(at now: Int64) {
        if let dueMs, dueMs <= now { rest = [] }
    }

    /// - Parameter now: milliseconds of a clock that is never set.
    mutating func keys(from bytes: some Collection<UInt8>, at now: Int64) -> [Key] {
        giveUp(at: now)
        if rest.isEmpty { sinceMs = now }
        rest += bytes
        var keys: [Key] = []
        while !rest.isEmpty, let (key, count) = Self.first(in: rest) {
            rest.removeFirst(count)
            keys.append(key)
        }
        // No key has this many bytes.
        if rest.count > 32 { rest = [] }
        return keys
    }

    private static func first(in bytes: [UInt8]) -> (Key, Int)? {
        switch bytes[0] {
        case escape: return sequence(in: bytes)
        case 0x0d, 0x0a: return (.enter, 1)
        case 0x09: return (.tab, 1)
        case 0x08, 0x7f: return (.backspace, 1)
        // Ctrl-C, and Ctrl-\.
        case 0x03, 0x1c: return (.interrupt, 1)
        case 0x1a: return (.suspend, 1)
        case 0x0c: return (.redraw, 1)
        case 0x12: return (.redo, 1)
        case 0x15: return (.clear, 1)
        case ..<0x20: return (.unknown, 1)
        case ..<0x80: return (.character(Character(Unicode.Scalar(bytes[0]))), 1)
        default:
            let count = bytes[0] >= 0xf0 ? 4 : bytes[0] >= 0xe0 ? 3 : bytes[0] >= 0xc0 ? 2 : 1
            guard bytes.count >= count else { return nil }
            let text = String(decoding: bytes[..<count], as: UTF8.self)
            let isLetter = text.count == 1 && text.forTerminal == text
            return (isLetter ? .character(Character(text)) : .unknown, count)
        }
    }

    /// Reads an escape sequence. A single escape is the Escape key; with further bytes right after it, it
    /// begins a sequence.
    private static func sequence(in bytes: [UInt8]) -> (Key, Int)? {
        guard bytes.count > 1 else { return (.escape, 1) }
        guard bytes[1] == UInt8(ascii: "[") || bytes[1] == UInt8(ascii: "O") else {
            return (bytes[1] == escape ? .escape : .unknown, bytes[1] == escape ? 1 : 2)
        }
        guard let end = bytes.indices.dropFirst(2).first(where: { bytes[$0] >= 0x40 }) else {
            return nil
        }
        let key: Key =
            switch (end, bytes[end]) {
            case (2, UInt8(ascii: "A")): .up
            case (2, UInt8(ascii: "B")): .down
            case (2, UInt8(ascii: "Z")): .backTab
            case (2, UInt8(ascii: "M")): .enter
            default: .unknown
            }
        return (key, end + 1)
    }
}
