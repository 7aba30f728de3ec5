import Systemd
import TrackerCore

/// Keeps the daemon reachable: binds its socket's path and writes its presence file again if they are
/// removed.
@MainActor final class SocketWatch {
    /// Pause before retrying a path on which another program listens, in nanoseconds. If that program is
    /// killed, nothing changes in the folder.
    private static let againNs: Int64 = 10_000_000_000

    private let socket: ListeningSocket
    private let presence: PresenceFile
    private let log: Log
    private let bound: () -> Void
    private var files: FileWatch?
    private var again: AlarmSource?
    /// Last logged reason why the path couldn't be bound; `nil` while all is well.
    private var complaint: String?

    /// - Parameter bound: called when clients connect to another descriptor from now on.
    init(
        _ loop: EventLoop, _ socket: ListeningSocket, _ presence: PresenceFile, _ log: Log,
        bound: @escaping () -> Void
    ) throws(SystemError) {
        self.socket = socket
        self.presence = presence
        self.log = log
        self.bound = bound
        again = try loop.alarm(on: .boot, priority: .idle) { [unowned self] in look() }
        files = try FileWatch(loop, [socket.path, presence.path]) { [unowned self] in look() }
    }

    /// Checks that the files are there, since they may have been removed before the watch began.
    func look() {
        do {
            if try socket.bindAgain() {
                log.log(.warning, socket.lossNote, id: .socketRestored)
                bound()
            }
            complaint = nil
        } catch {
            let text = "clients can't reach trackerd at \(socket.path): \(error)"
            if text != complaint { log.log(.error, text, id: .socketRestored) }
            complaint = text
            again?.arm(atMicroseconds: UInt64((Clocks.read().bootNs + Self.againNs) / 1000))
        }
        presence.tellAgain()
    }
}
