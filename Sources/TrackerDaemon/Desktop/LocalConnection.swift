import Glibc
import Systemd

/// A connection to a display server on this machine, for a few short messages.
// Explicit, though it is the default: Swift 6.3 loses it for `isolated deinit` in optimised test builds.
@MainActor final class LocalConnection {
    private let descriptor: Int32
    private let received: (_ bytes: [UInt8]) -> [UInt8]?
    private let ended: () -> Void
    private var source: DescriptorSource?

    /// - Parameters:
    ///   - descriptor: a connected socket, which is closed with this object.
    ///   - first: bytes to send at once.
    ///   - received: gets received bytes, and returns bytes to send; `nil` ends the connection.
    ///   - ended: runs once when the connection has ended, from the loop.
    init(
        _ loop: EventLoop, _ descriptor: Int32, sending first: [UInt8],
        received: @escaping (_ bytes: [UInt8]) -> [UInt8]?, ended: @escaping () -> Void
    ) throws(SystemError) {
        self.descriptor = descriptor
        self.received = received
        self.ended = ended
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        source = try loop.watch(descriptor, for: .readable) { [weak self] _ in self?.read() }
        // If sending fails, the server has gone, which reading will report.
        _ = send(first)
    }

    isolated deinit {
        source?.cancel()
        close(descriptor)
    }

    private func read() {
        var piece = [UInt8](repeating: 0, count: 16_384)
        let count = Glibc.read(descriptor, &piece, piece.count)
        if count < 0, [EAGAIN, EINTR].contains(errno) { return }
        guard count > 0, let answer = received(Array(piece[..<count])), send(answer) else {
            source?.cancel()
            return ended()
        }
    }

    /// Sends bytes at once; messages are far smaller than a socket's buffer.
    private func send(_ bytes: [UInt8]) -> Bool {
        bytes.isEmpty
            || Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
                == bytes.count
    }

    /// Connects to a socket.
    ///
    /// - Parameter path: the socket's path, or an abstract name after `@`.
    /// - Returns: the descriptor; `nil` if nobody listens there.
    static func connect(to path: String) -> Int32? {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard !bytes.isEmpty, bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
            return nil
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        if bytes[0] == UInt8(ascii: "@") { address.sun_path.0 = 0 }
        let type = Int32(SOCK_STREAM.rawValue) | O_CLOEXEC | O_NONBLOCK
        let descriptor = socket(AF_UNIX, type, 0)
        guard descriptor >= 0 else { return nil }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, length)
            }
        }
        if result == 0 { return descriptor }
        close(descriptor)
        return nil
    }
}
