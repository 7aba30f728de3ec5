/// An X client that asks one question: the time since the last input, from the extension MIT-SCREEN-SAVER
/// (X11 protocol, appendix B; saver.txt). Numbers are little-endian, as the first byte says.
package nonisolated struct XIdleClient: Sendable {
    package enum State: Sendable, Hashable {
        case asking
        case told(idleMs: Int64)
        /// The server refused us, lacks the extension, or doesn't speak X.
        case failed
    }

    private enum Step { case setup, extensions, saver }

    private static let extensionName = Array("MIT-SCREEN-SAVER".utf8)

    private var unread: [UInt8] = []
    private var step = Step.setup
    private var root: UInt32 = 0
    package private(set) var state = State.asking
    /// The first bytes to send.
    package let hello: [UInt8]

    package init(_ cookie: XCookie?) {
        let (name, data) = (cookie?.name ?? [], cookie?.data ?? [])
        hello =
            [UInt8(ascii: "l"), 0] + Self.bytes(11) + Self.bytes(0)
            + Self.bytes(UInt16(clamping: name.count)) + Self.bytes(UInt16(clamping: data.count))
            + [0, 0] + Self.padded(name) + Self.padded(data)
    }

    /// Takes received bytes, and returns bytes to send.
    package mutating func take(_ bytes: [UInt8]) -> [UInt8] {
        unread += bytes
        var answer: [UInt8] = []
        while state == .asking {
            let length = step == .setup ? 8 + 4 * Int(number(at: 6)) : 32
            guard unread.count >= max(8, length) else { break }
            let message = Array(unread[..<length])
            unread.removeFirst(length)
            answer += step == .setup ? setUp(message) : take(reply: message)
        }
        return answer
    }

    private mutating func setUp(_ message: [UInt8]) -> [UInt8] {
        // The first screen comes after the vendor's name and the pixmap formats.
        let vendor = Int(Self.number(message, at: 24))
        let formats = message.count > 29 ? Int(message[29]) : 0
        let screen = 40 + (vendor + 3) / 4 * 4 + 8 * formats
        guard message[0] == 1, message.count >= screen + 4 else { return fail() }
        root =
            UInt32(Self.number(message, at: screen))
            | UInt32(Self.number(message, at: screen + 2)) << 16
        step = .extensions
        let name = Self.extensionName
        return [98, 0] + Self.bytes(UInt16(2 + name.count / 4)) + Self.bytes(UInt16(name.count))
            + [0, 0] + name
    }

    private mutating func take(reply message: [UInt8]) -> [UInt8] {
        // Some events go to every client; the only event that can be longer than this doesn't.
        if (2..<128).contains(message[0]), message[0] != 35 { return [] }
        guard message[0] == 1, Self.number(message, at: 4) == 0 else { return fail() }
        guard step == .extensions else {
            let low = Int64(Self.number(message, at: 16))
            state = .told(idleMs: low | Int64(Self.number(message, at: 18)) << 16)
            return []
        }
        guard message[8] == 1 else { return fail() }
        step = .saver
        return [message[9], 1] + Self.bytes(2) + Self.bytes(UInt16(truncatingIfNeeded: root))
            + Self.bytes(UInt16(truncatingIfNeeded: root >> 16))
    }

    private mutating func fail() -> [UInt8] {
        state = .failed
        return []
    }

    private func number(at index: Int) -> UInt16 { Self.number(unread, at: index) }

    /// A two-byte number; 0 beyond the end.
    private static func number(_ bytes: [UInt8], at index: Int) -> UInt16 {
        guard index + 2 <= bytes.count else { return 0 }
        return UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8
    }

    private static func bytes(_ number: UInt16) -> [UInt8] {
        [UInt8(number & 0xff), UInt8(number >> 8)]
    }

    private static func padded(_ bytes: [UInt8]) -> [UInt8] {
        bytes + [UInt8](repeating: 0, count: -bytes.count & 3)
    }
}

/// The cookie that admits a client to an X server, from the file that xauth writes. An entry has a family, an
/// address, a display, a name and data; each but the first follows its length, and all numbers are
/// big-endian.
package nonisolated struct XCookie: Sendable, Hashable {
    package let name: [UInt8]
    package let data: [UInt8]

    private static let known = Array("MIT-MAGIC-COOKIE-1".utf8)
    /// Families: a server on the machine with this address, and a server anywhere.
    private static let local = 256
    private static let anywhere = 65_535

    /// The cookie for a display of this machine; `nil` if the file has none.
    ///
    /// - Parameter host: the machine's name. If no entry has it, because the name was changed, an entry for
    ///   another name counts.
    package init?(_ file: [UInt8], display: String, host: String) {
        var rest = file[...]
        var found: XCookie?
        while let family = Self.number(&rest), let address = Self.field(&rest),
            let number = Self.field(&rest), let name = Self.field(&rest),
            let data = Self.field(&rest)
        {
            guard family == Self.local || family == Self.anywhere, name == Self.known,
                number.isEmpty || number == Array(display.utf8)
            else { continue }
            let cookie = XCookie(name: name, data: data)
            if family == Self.anywhere || address == Array(host.utf8) {
                self = cookie
                return
            }
            found = found ?? cookie
        }
        guard let found else { return nil }
        self = found
    }

    private init(name: [UInt8], data: [UInt8]) {
        self.name = name
        self.data = data
    }

    private static func number(_ bytes: inout ArraySlice<UInt8>) -> Int? {
        guard let high = bytes.popFirst(), let low = bytes.popFirst() else { return nil }
        return Int(high) << 8 | Int(low)
    }

    private static func field(_ bytes: inout ArraySlice<UInt8>) -> [UInt8]? {
        guard let length = number(&bytes), bytes.count >= length else { return nil }
        defer { bytes = bytes.dropFirst(length) }
        return Array(bytes.prefix(length))
    }
}
