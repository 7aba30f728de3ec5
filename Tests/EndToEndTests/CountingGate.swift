import Foundation
import Glibc
import Stage
import Synchronization

/// A socket before the daemon's, which counts the connections of a client and the lines that it sends.
final class CountingGate: Sendable {
    struct Count: Hashable, Sendable {
        var connections = 0
        var requests = 0
    }

    private let counted = Mutex(Count())

    /// - Parameters:
    ///   - path: path of the socket that clients connect to.
    ///   - daemon: path of the daemon's socket.
    init(at path: String, before daemon: String) throws {
        let listener = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard try withSocketAddress(of: path, { bind(listener, $0, $1) }) == 0,
            listen(listener, 16) == 0
        else { throw StageError(errno: "listen at \(path)") }
        Thread.detachNewThread { [self] in
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { return }
                Thread.detachNewThread { [self] in pass(client, to: daemon) }
            }
        }
    }

    /// What has been counted since the last call.
    func take() -> Count {
        counted.withLock { count in
            defer { count = Count() }
            return count
        }
    }

    /// Passes everything on in both directions until one side ends.
    private func pass(_ client: CInt, to path: String) {
        counted.withLock { $0.connections += 1 }
        let daemon = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        let connected = try? withSocketAddress(of: path) { connect(daemon, $0, $1) }
        var isOpen = connected == 0
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while isOpen {
            var ends = [client, daemon].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            guard poll(&ends, 2, -1) > 0 else { continue }
            for (index, end) in ends.enumerated() where end.revents != 0 {
                let count = recv(end.fd, &buffer, buffer.count, 0)
                guard count > 0 else {
                    isOpen = false
                    break
                }
                if index == 0 {
                    let lines = buffer[..<count].count { $0 == UInt8(ascii: "\n") }
                    counted.withLock { $0.requests += lines }
                }
                send(ends[1 - index].fd, buffer, count, CInt(MSG_NOSIGNAL))
            }
        }
        close(client)
        close(daemon)
    }
}
