import Glibc

/// A stand-in for the service manager, which receives a daemon's notifications.
package final class NotifySocket {
    package let path: String
    private let descriptor: Int32
    /// All messages so far, in order.
    package private(set) var messages: [String] = []

    package init(path: String) throws {
        self.path = path
        let kind = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        descriptor = socket(AF_UNIX, kind, 0)
        let bound = try withSocketAddress(of: path) { bind(descriptor, $0, $1) }
        guard bound == 0 else { throw StageError(errno: "bind \(path)") }
    }

    deinit { close(descriptor) }

    private func receive() {
        var buffer = [UInt8](repeating: 0, count: 8192)
        while case let count = recv(descriptor, &buffer, buffer.count, 0), count >= 0 {
            messages.append(String(decoding: buffer[..<count], as: UTF8.self))
        }
    }

    /// Whether a message with such a line has come.
    package func hasHeard(_ line: String) -> Bool {
        receive()
        return messages.contains { $0.split(separator: "\n").contains(Substring(line)) }
    }

    /// Number of messages with such a line.
    package func count(of line: String) -> Int {
        receive()
        return messages.count { $0.split(separator: "\n").contains(Substring(line)) }
    }

    /// The present status line; `nil` before the first.
    package var status: String? {
        receive()
        let lines = messages.flatMap { $0.split(separator: "\n") }
        return lines.last { $0.hasPrefix("STATUS=") }.map { String($0.dropFirst(7)) }
    }
}

/// A path as the address of a Unix socket.
package func withSocketAddress<Value>(
    of path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) throws -> Value
) throws -> Value {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else {
        throw StageError("\(path) is too long for a socket")
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return try withUnsafePointer(to: &address) { pointer in
        try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            try body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
    }
}
