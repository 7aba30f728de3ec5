import CSystemd
import Glibc

/// Socket activation: the socket that the service manager has opened for this program.
package enum Activation {
    /// Listening socket from the service manager, now close-on-exec and non-blocking; `nil` when the program
    /// was started without one. The caller closes the socket, but never removes its path.
    ///
    /// The first call removes LISTEN_FDS, LISTEN_PID and LISTEN_FDNAMES from the environment, so that they
    /// can't mislead child processes. Later calls return `nil`.
    ///
    /// - Throws: `ActivationError` for more than one descriptor or one of a wrong kind, `SystemError` when
    ///   the variables make no sense.
    package static func listeningSocket() throws -> Int32? {
        let count = try SystemError.check(sd_listen_fds(1), "sd_listen_fds")
        guard count > 0 else { return nil }
        let first: Int32 = 3
        guard count == 1 else {
            let all = (first..<first + count).map(describe).joined(separator: ", ")
            throw ActivationError(passed: "\(count) descriptors (\(all))")
        }
        let fits = sd_is_socket_unix(first, Int32(SOCK_STREAM.rawValue), 1, nil, 0)
        guard fits > 0 else { throw ActivationError(passed: describe(first)) }
        let flags = try SystemError.checkErrno(fcntl(first, F_GETFL), "fcntl \(first)")
        try SystemError.checkErrno(fcntl(first, F_SETFL, flags | O_NONBLOCK), "fcntl \(first)")
        return first
    }

    private static func describe(_ descriptor: Int32) -> String {
        guard fcntl(descriptor, F_GETFD) >= 0 else { return "a descriptor that isn't open" }
        guard let family = option(SO_DOMAIN, of: descriptor) else { return "a file" }
        let families = [AF_UNIX: "a Unix", AF_INET: "an IPv4", AF_INET6: "an IPv6"]
        let types = [
            Int32(SOCK_STREAM.rawValue): "stream", Int32(SOCK_DGRAM.rawValue): "datagram",
            Int32(SOCK_SEQPACKET.rawValue): "sequential-packet",
        ]
        let kind = option(SO_TYPE, of: descriptor).flatMap { types[$0] } ?? "other"
        let listens = option(SO_ACCEPTCONN, of: descriptor) == 1
        let suffix = kind == "datagram" || listens ? "" : " that doesn't listen"
        return "\(families[family] ?? "another family's") \(kind) socket\(suffix)"
    }

    private static func option(_ name: Int32, of descriptor: Int32) -> Int32? {
        var value: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        let result = getsockopt(descriptor, SOL_SOCKET, name, &value, &length)
        return result < 0 ? nil : value
    }
}
