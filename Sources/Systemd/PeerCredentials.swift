import CSystemd
import Glibc

/// The process at the other end of a Unix socket, according to the kernel.
package nonisolated struct PeerCredentials: Hashable, Sendable {
    /// The user that connected.
    package let uid: uid_t
    /// The process that connected; it may have ended, or passed the socket on.
    package let pid: pid_t

    /// The credentials of the peer of a connected Unix socket.
    ///
    /// - Throws: `SystemError`: ENOTCONN if there is no peer, ENOTSOCK, EBADF.
    package static func of(_ socket: Int32) throws(SystemError) -> PeerCredentials {
        var uid: uid_t = 0
        var pid: pid_t = 0
        try SystemError.check(csystemd_peer(socket, &uid, &pid), "SO_PEERCRED")
        return PeerCredentials(uid: uid, pid: pid)
    }
}
