import Glibc

/// The address of a message bus, such as `unix:path=/run/user/1000/bus`.
package nonisolated struct BusAddress: Hashable, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ text: String) { description = text }

    /// The session's bus, found as the bus libraries find it; `nil` for none.
    package static func session(in environment: [String: String]) -> BusAddress? {
        if let text = environment["DBUS_SESSION_BUS_ADDRESS"], !text.isEmpty {
            return BusAddress(text)
        }
        guard let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") else { return nil }
        return BusAddress(path: "\(folder)/bus")
    }

    package static func system(in environment: [String: String]) -> BusAddress {
        if let text = environment["DBUS_SYSTEM_BUS_ADDRESS"], !text.isEmpty {
            return BusAddress(text)
        }
        return BusAddress(path: "/run/dbus/system_bus_socket")
    }

    /// Whether none of the bus's sockets exists; `false` for a bus without socket paths.
    package var isMissing: Bool { paths?.allSatisfy { access($0, F_OK) != 0 } == true }

    /// Paths of the bus's sockets; the first that works is used. `nil` if the bus may be reached in another
    /// way.
    var paths: [String]? {
        let places = description.split(separator: ";")
        guard !places.isEmpty, places.allSatisfy({ $0.hasPrefix(Self.start) }) else { return nil }
        return places.map { place in
            Self.unescaped(place.dropFirst(Self.start.count).prefix { $0 != "," })
        }
    }

    private static let start = "unix:path="

    private init(path: String) {
        let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_/.*".utf8)
        let bytes = path.utf8.map { byte in
            plain.contains(byte)
                ? String(UnicodeScalar(byte))
                : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        description = Self.start + bytes.joined()
    }

    private static func unescaped(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            if byte == UInt8(ascii: "%"), digits.count == 2, let value = UInt8(digits, radix: 16) {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
