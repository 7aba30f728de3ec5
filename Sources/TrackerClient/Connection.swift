import Glibc

/// A connected Unix stream socket that is read line by line.
final class Connection: Wire {
    /// Longest line in bytes. The daemon's lines are far shorter, but without a limit a faulty peer would
    /// fill the memory.
    private static let maximumLine = 256 << 20

    /// The socket's descriptor, for poll().
    let descriptor: CInt
    private var buffer: [UInt8] = []
    /// Offset in `buffer` up to which the bytes have been read.
    private var start = 0

    /// - Parameters:
    ///   - timeoutMs: most milliseconds for connecting, and for each write; `nil` to wait for ever.
    ///   - readTimeoutMs: most milliseconds for each read; by default the same as for a write.
    init(path: String, timeoutMs: Int? = nil, readTimeoutMs: Int? = nil) throws(ClientError) {
        guard path.utf8.count <= SocketPath.maximumBytes else { throw .pathTooLong(path) }
        descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw .unreachable(path: path, code: errno) }
        // From here on deinit closes the descriptor, whatever happens.
        if let timeoutMs {
            setTimeout(SO_SNDTIMEO, timeoutMs)
            setTimeout(SO_RCVTIMEO, readTimeoutMs ?? timeoutMs)
        }
        guard connect(to: path) else {
            // Too many clients wait at the socket already, and none is accepted.
            throw errno == EAGAIN ? .timedOut : .unreachable(path: path, code: errno)
        }
    }

    deinit { close(descriptor) }

    private func connect(to path: String) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
    }

    private func setTimeout(_ option: CInt, _ ms: Int) {
        var span = timeval(tv_sec: ms / 1000, tv_usec: ms % 1000 * 1000)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, option, &span, size)
    }

    func send(_ bytes: [UInt8]) throws(ClientError) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                // Without the flag, SIGPIPE would end this process when the daemon is gone.
                Glibc.send(
                    descriptor, $0.baseAddress.map { $0 + sent }, $0.count - sent,
                    CInt(MSG_NOSIGNAL))
            }
            if count >= 0 {
                sent += count
            } else if errno == EPIPE || errno == ECONNRESET {
                // A peer that closed the connection may have sent a reason, which is still to be read; if
                // not, reading reports the end.
                return
            } else if errno != EINTR {
                throw errno == EAGAIN ? .timedOut : .closed
            }
        }
    }

    func receiveLine() throws(ClientError) -> ArraySlice<UInt8> { try receiveLine(flags: 0) }

    /// The next line if all of it has come, or `nil`; doesn't wait.
    func receiveLineIfThere() throws(ClientError) -> ArraySlice<UInt8>? {
        do {
            return try receiveLine(flags: CInt(MSG_DONTWAIT))
        } catch .timedOut {
            return nil
        }
    }

    private func receiveLine(flags: CInt) throws(ClientError) -> ArraySlice<UInt8> {
        var searched = start
        while true {
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { start = end + 1 }
                return buffer[start..<end]
            }
            searched = buffer.count
            guard searched - start <= Self.maximumLine else { throw .breach("a line without end") }
            searched -= compact()
            try fill(flags: flags)
        }
    }

    /// Removes the bytes that have been read.
    ///
    /// - Returns: the number of bytes that the rest moved down by.
    private func compact() -> Int {
        let moved = start
        buffer.removeFirst(moved)
        start = 0
        return moved
    }

    private func fill(flags: CInt) throws(ClientError) {
        let room = 16_384
        let old = buffer.count
        buffer.append(contentsOf: repeatElement(0, count: room))
        var count: Int
        repeat {
            count = buffer.withUnsafeMutableBytes {
                recv(descriptor, $0.baseAddress.map { $0 + old }, room, flags)
            }
        } while count < 0 && errno == EINTR
        let code = errno
        buffer.removeLast(room - max(0, count))
        guard count >= 0 else { throw code == EAGAIN ? .timedOut : .closed }
        guard count > 0 else { throw .closed }
    }
}
