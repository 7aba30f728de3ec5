/// A Wayland client that asks one question: whether there was no input for a while. It binds a seat and
/// `ext_idle_notifier_v1`, or KDE's older `org_kde_kwin_idle`, and from then on receives `idled` and
/// `resumed` (wayland.xml, ext-idle-notify-v1.xml). Messages are words of four bytes in the machine's own
/// order.
package nonisolated struct WaylandIdleClient: Sendable {
    package enum State: Sendable, Hashable {
        /// It isn't known yet whether the compositor can report idleness.
        case asking
        /// The compositor can't report idleness.
        case cannotTell
        /// There was input, or too little time has passed since the question.
        case active
        case idle
        /// The compositor refused something, or doesn't speak Wayland.
        case failed
    }

    /// Something that the compositor offers, and its number there.
    private struct Global { let name: UInt32, interface: String }

    /// Ids of our objects; the compositor requires them to be consecutive, in the order of creation.
    private enum Object {
        static let display: UInt32 = 1
        static let registry: UInt32 = 2
        static let listed: UInt32 = 3
        static let seat: UInt32 = 4
        static let notifier: UInt32 = 5
        static let notification: UInt32 = 6
    }

    private static let seat = "wl_seat"
    private static let notifiers = ["ext_idle_notifier_v1", "org_kde_kwin_idle"]

    private let idleMs: UInt32
    private var unread: [UInt8] = []
    private var globals: [Global] = []
    package private(set) var state = State.asking

    /// - Parameter idleMs: milliseconds without input after which `state` is `idle`.
    package init(idleMs: Int64) { self.idleMs = UInt32(clamping: idleMs) }

    /// The first bytes to send: a request for the list of globals, and a marker for its end.
    package let hello =
        message(Object.display, 1, [Object.registry]) + message(Object.display, 0, [Object.listed])

    /// Takes received bytes, and returns bytes to send.
    package mutating func take(_ bytes: [UInt8]) -> [UInt8] {
        unread += bytes
        var answer: [UInt8] = []
        while state != .failed, unread.count >= 8 {
            let words = Words(unread[..<8])
            let (object, head) = (words[0], words[1])
            let length = Int(head >> 16)
            guard length >= 8, length % 4 == 0 else {
                state = .failed
                break
            }
            guard unread.count >= length else { break }
            answer += take(object, head & 0xffff, Words(unread[8..<length]))
            unread.removeFirst(length)
        }
        return state == .failed ? [] : answer
    }

    private mutating func take(_ object: UInt32, _ event: UInt32, _ words: Words) -> [UInt8] {
        switch (object, event) {
        case (Object.display, 0): state = .failed
        case (Object.registry, 0) where state == .asking:
            let global = Global(name: words[0], interface: words.text(at: 1))
            if Self.notifiers.contains(global.interface) || global.interface == Self.seat {
                globals.append(global)
            }
        // A seat or a notifier that goes takes the notification with it.
        case (Object.registry, 1) where globals.contains { $0.name == words[0] }: state = .failed
        case (Object.listed, 0) where state == .asking: return ask()
        case (Object.notification, 0): state = .idle
        case (Object.notification, 1): state = .active
        default: break
        }
        return []
    }

    private mutating func ask() -> [UInt8] {
        let known = globals
        let notifier = Self.notifiers.compactMap { name in
            known.first { $0.interface == name }
        }.first
        guard let notifier, let seat = globals.first(where: { $0.interface == Self.seat }) else {
            state = .cannotTell
            return []
        }
        globals = [seat, notifier]
        state = .active
        let isKDEs = notifier.interface == Self.notifiers[1]
        return Self.bind(seat, Object.seat) + Self.bind(notifier, Object.notifier)
            + (isKDEs
                ? Self.message(Object.notifier, 0, [Object.notification, Object.seat, idleMs])
                : Self.message(
                    Object.notifier, 1, [Object.notification, idleMs, Object.seat]))
    }

    private static func bind(_ global: Global, _ id: UInt32) -> [UInt8] {
        let text = Array(global.interface.utf8) + [0]
        let padding = [UInt8](repeating: 0, count: -text.count & 3)
        let rest = bytes(UInt32(text.count)) + text + padding + bytes(1) + bytes(id)
        return message(Object.registry, 0, [global.name], rest)
    }

    private static func message(
        _ object: UInt32, _ request: UInt32, _ words: [UInt32], _ rest: [UInt8] = []
    ) -> [UInt8] {
        let length = UInt32(8 + 4 * words.count + rest.count)
        return bytes(object) + bytes(length << 16 | request) + words.flatMap(bytes) + rest
    }

    private static func bytes(_ word: UInt32) -> [UInt8] { withUnsafeBytes(of: word) { Array($0) } }
}

/// Words of four bytes in native byte order; 0 beyond the end.
private nonisolated struct Words {
    private let bytes: [UInt8]

    init(_ bytes: ArraySlice<UInt8>) { self.bytes = Array(bytes) }

    subscript(index: Int) -> UInt32 {
        let start = 4 * index
        guard start + 4 <= bytes.count else { return 0 }
        return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: start, as: UInt32.self) }
    }

    /// A string with its length in front; the length includes the final NUL.
    func text(at index: Int) -> String {
        let start = min(4 * (index + 1), bytes.count)
        let length = min(Int(self[index]), bytes.count - start)
        return String(decoding: bytes[start..<start + max(0, length - 1)], as: UTF8.self)
    }
}
