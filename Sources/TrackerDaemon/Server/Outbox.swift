import Glibc

/// Output that the client hasn't read yet.
struct Outbox {
    /// The bytes in memory, the first `sent` of which were sent.
    private(set) var bytes: [UInt8] = []
    private var sent = 0

    var unreadBytes: Int { bytes.count - sent }
    var isEmpty: Bool { unreadBytes == 0 }

    mutating func append(line: String) {
        // Sent bytes are dropped even if the client never catches up. The rest is shorter, so moving it is
        // cheap.
        if sent > unreadBytes {
            bytes.removeFirst(sent)
            sent = 0
        }
        bytes.append(contentsOf: line.utf8)
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Sends as much as the socket takes.
    ///
    /// - Returns: `false` if the client has gone.
    mutating func send(to descriptor: Int32) -> Bool {
        while !isEmpty {
            let count = bytes.withUnsafeBytes { buffer in
                Glibc.send(
                    descriptor, buffer.baseAddress.map { $0 + sent }, unreadBytes,
                    Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            }
            if count < 0 {
                if errno == EINTR { continue }
                return errno == EAGAIN || errno == EWOULDBLOCK
            }
            sent += count
        }
        clear()
        return true
    }

    private mutating func clear() {
        // The memory of an occasional large reply is freed.
        bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 16)
        sent = 0
    }
}
