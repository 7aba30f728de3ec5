import Glibc
import Systemd
import TrackerAPI
import TrackerCore
import TrackerStore

/// The socket on which clients connect: systemd's if it passed one, otherwise the daemon's own.
@MainActor package final class ListeningSocket {
    private(set) var descriptor: Int32
    let path: String
    private let paths: Paths
    private let log: Log
    /// The file at the socket's path; `nil` if systemd passed a socket whose file was missing.
    private var file: FileIdentity?
    /// Whether this daemon created the socket, and so removes its file at the end.
    private var isOwn: Bool
    private let isPassed: Bool
    /// Milliseconds to wait if a socket seems to be in use. A killed daemon may leave a child process that
    /// holds the socket until it executes another program.
    private static let patienceMs = 1000

    /// - Parameter passed: systemd's socket; `nil` for none.
    /// - Throws: `SocketInUse` if a running daemon already listens on the path; `PathError` if others have
    ///   access to the socket's folder.
    init(_ paths: Paths, passed: Int32?, log: Log) throws {
        try Self.makeFolder(paths.socketFolder)
        try Self.checkFolder(of: paths, log)
        self.paths = paths
        self.log = log
        path = paths.socket
        isPassed = passed != nil
        isOwn = passed == nil
        descriptor = try passed ?? Self.bind(paths.socket, withinMs: Self.patienceMs)
        file = FileIdentity(of: paths.socket)
    }

    /// Binds the path again if it no longer leads to this socket.
    ///
    /// - Returns: whether it was bound. If so, `descriptor` has changed, and the previous one is still open.
    /// - Throws: `SocketInUse` if another program has taken the path.
    func bindAgain() throws -> Bool {
        if let file, file == FileIdentity(of: path) { return false }
        try Self.makeFolder(paths.socketFolder)
        try Self.checkFolder(of: paths, log)
        descriptor = try Self.bind(path, withinMs: 0)
        file = FileIdentity(of: path)
        isOwn = true
        return true
    }

    /// Whether systemd's socket can't be reached because its file was removed, and this daemon has created
    /// another.
    var hasReplacedSystemds: Bool { isPassed && isOwn }

    /// The command that makes systemd create its socket's file again.
    static let remedy = "systemctl --user restart trackerd.socket"

    /// Log message about a socket that was bound again.
    var lossNote: String {
        let note = "the socket \(path) was removed and has been restored"
        return hasReplacedSystemds ? note + ", but systemd doesn't know it: \(Self.remedy)" : note
    }

    /// Answers the clients waiting on systemd's socket when the daemon can't start. If they were left
    /// waiting, systemd would start the daemon again and again.
    package static func turnAwayClients(waitingAt descriptor: Int32, because error: any Error) {
        let reason = Rejection(.internalError, "trackerd can't start: \(error)")
        while let client = try? acceptConnection(on: descriptor) {
            var outbox = Outbox()
            outbox.append(line: ReplyWriter().error(reason, to: .null))
            _ = outbox.send(to: client)
            close(client)
        }
    }

    /// Removes the daemon's own socket, so that no client connects to a dead one; a socket that has replaced
    /// it stays.
    func remove() {
        if isOwn, let file, file == FileIdentity(of: path) { unlink(path) }
    }

    private static func bind(_ path: String, withinMs patience: Int) throws -> Int32 {
        let descriptor = try SystemError.checkErrno(csystemdSocket(), "create a socket for \(path)")
        do {
            try removeStale(path, withinMs: patience)
            let mask = umask(0o177)
            defer { umask(mask) }
            let bound = try withAddress(of: path) { Glibc.bind(descriptor, $0, $1) }
            try SystemError.checkErrno(bound, "listen on \(path)")
            try SystemError.checkErrno(Glibc.listen(descriptor, SOMAXCONN), "listen on \(path)")
            return descriptor
        } catch {
            close(descriptor)
            throw error
        }
    }

    private static func csystemdSocket() -> Int32 {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        return socket(AF_UNIX, kind, 0)
    }

    /// Removes a socket on which nobody listens; one in use is never removed.
    private static func removeStale(_ path: String, withinMs patience: Int) throws {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw SocketInUse(
                message: "\(path) exists and isn't a socket: move it, or use --socket")
        }
        for _ in 0..<patienceMs / 10 {
            if try isDead(path) {
                unlink(path)
                return
            }
            usleep(10_000)
        }
        throw SocketInUse(
            message: "another program is listening on \(path): stop it first, or use --socket")
    }

    private static func isDead(_ path: String) throws -> Bool {
        let probe = try SystemError.checkErrno(csystemdSocket(), "probe \(path)")
        defer { close(probe) }
        let connected = try withAddress(of: path) { connect(probe, $0, $1) }
        return connected < 0 && errno == ECONNREFUSED
    }

    /// Checks that nobody else can write to the folder and replace the socket.
    private static func checkFolder(of paths: Paths, _ log: Log) throws {
        let path = paths.socketFolder
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw SystemError("look at the folder \(path)", errno)
        }
        guard status.st_uid == getuid() else {
            throw PathError(
                message:
                    "\(path) belongs to uid \(status.st_uid), not to you (\(getuid())): name a socket in "
                    + "a folder of your own with --socket")
        }
        let mode = String(status.st_mode & 0o777, radix: 8)
        guard status.st_mode & 0o077 != 0 else { return }
        // The default folder is the daemon's own, so its mode can be corrected.
        guard !paths.socketIsNamed, chmod(path, 0o700) == 0 else {
            throw PathError(
                message: "others can enter \(path), the socket's folder (mode \(mode)): chmod 700 "
                    + "\(path), or name a socket in another folder with --socket")
        }
        log.log(.warning, "others could enter \(path) (mode \(mode)): its mode is now 700")
    }

    private static func makeFolder(_ path: String) throws {
        guard access(path, F_OK) != 0 else { return }
        try makeFolder(folder(of: path))
        let made = mkdir(path, 0o700)
        guard made == 0 || errno == EEXIST else {
            throw SystemError("create the folder \(path)", errno)
        }
    }

    private static func withAddress<Value>(
        of path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Value
    ) throws -> Value {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        let capacity = MemoryLayout.size(ofValue: address.sun_path)
        guard bytes.count < capacity else {
            throw PathError(
                message: "\(path) is too long for a socket: at most \(capacity - 1) bytes")
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}

/// Error for a socket path that is in use. The message gives the remedy.
package nonisolated struct SocketInUse: Error, CustomStringConvertible {
    let message: String
    package var description: String { message }
}
