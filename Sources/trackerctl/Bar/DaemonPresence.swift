import Glibc

/// The file by which a daemon says that it runs, `up` beside its socket, and the changes of that.
///
/// A daemon that is stopped takes it away before it closes its connections; one that was killed leaves it
/// there. So a follower knows whether to connect again: connecting to a socket of the service manager would
/// start a service that a person has stopped.
final class DaemonPresence {
    /// The descriptor of the changes, for poll().
    let descriptor: CInt
    private let path: String
    /// The folder that is watched, from the file's own upward the first that is there.
    private var watched: (folder: String, id: CInt)?

    /// - Parameter socket: path of the daemon's socket.
    init(socket: String) throws {
        path = Self.folder(of: socket) + "/up"
        descriptor = inotify_init1(CInt(IN_CLOEXEC) | CInt(IN_NONBLOCK))
        guard descriptor >= 0 else { throw Output.Failed(code: errno) }
        watch()
    }

    deinit { close(descriptor) }

    /// True while a daemon runs, and after one was killed.
    var isUp: Bool { access(path, F_OK) == 0 }

    /// Takes note of changes, so that the descriptor waits for the next ones.
    func clear() {
        var bytes = [UInt8](repeating: 0, count: 4096)
        while read(descriptor, &bytes, bytes.count) > 0 {}
        watch()
    }

    /// Watches the file's folder, or where that isn't there yet the nearest one above it.
    private func watch() {
        var folder = Self.folder(of: path)
        while true {
            if folder == watched?.folder { return }
            let events = UInt32(IN_CREATE | IN_MOVED_TO | IN_DELETE | IN_DELETE_SELF)
            let id = inotify_add_watch(descriptor, folder, events)
            if id >= 0 {
                if let watched { inotify_rm_watch(descriptor, watched.id) }
                watched = (folder, id)
                return
            }
            guard folder != "/" else { return }
            folder = Self.folder(of: folder)
        }
    }

    /// The folder that a path is in.
    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
