import Glibc
import Systemd
import TestSupport
import Testing

struct SocketTests {
    @Test func thePeerIsWhoConnected() throws {
        let sockets = try Pair.sockets()
        let peer = try PeerCredentials.of(sockets.first)
        #expect(peer.uid == getuid())
        #expect(peer.pid == getpid())
        let pipe = try Pair.pipe()
        #expect(throws: SystemError("SO_PEERCRED", ENOTSOCK)) { try PeerCredentials.of(pipe.first) }
        let folder = try TemporaryFolder()
        let alone = try boundSocket(SOCK_STREAM, at: folder.file("socket"))
        defer { close(alone) }
        #expect(throws: SystemError("SO_PEERCRED", ENOTCONN)) { try PeerCredentials.of(alone) }
    }

    @Test func connectionsAreAcceptedUntilNoneWaits() throws {
        let folder = try TemporaryFolder()
        let listener = try boundSocket(SOCK_STREAM, at: folder.file("socket"))
        defer { close(listener) }
        #expect(listen(listener, 5) == 0)
        #expect(try acceptConnection(on: listener) == nil)
        let client = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
        defer { close(client) }
        var address = sockaddr_un()
        var length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let connected = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(listener, $0, &length)
                return connect(client, $0, length)
            }
        }
        #expect(connected == 0)
        let connection = try #require(try acceptConnection(on: listener))
        defer { close(connection) }
        #expect(fcntl(connection, F_GETFD) & FD_CLOEXEC != 0)
        #expect(fcntl(connection, F_GETFL) & O_NONBLOCK != 0)
        #expect(try PeerCredentials.of(connection).pid == getpid())
        #expect(try acceptConnection(on: listener) == nil)
        #expect(throws: SystemError("accept4", EINVAL)) { try acceptConnection(on: client) }
    }
}
