import Glibc

/// The file by which a daemon says that it runs, `up` beside its socket, and the changes of that.
///
/// A daemon that is stopped takes it away before it closes its connections; one that was killed leaves it
/// there. So a follower knows whether to connect again: connecting to a socket of the service manager would
/// start a service that a person has stopped.
///
/// A user's share of inotify may be used up, by editors and file managers. Then there are no changes to wait
/// for, and a follower looks from time to time.
final class DaemonPresence {
    /// Milliseconds between two looks where there is nothing to wait for.
    static let lookEveryMs: Int64 = 1000

    /// The descriptor of the changes, for poll(), which leaves out -1: the kernel has none to give.
    private(set) var descriptor: CInt = -1
    private let path: String
    /// The folder that is watched, from the file's own upward the first that is there.
    private var watched: (folder: String, id: CInt)?

    /// - Parameter socket: path of the daemon's socket.
    init(socket: String) {
        path = Self.path(socket)
        watch()
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// True while a daemon runs, and after one was killed.
    var isUp: Bool { access(path, F_OK) == 0 }

    /// True while a daemon runs at a socket, and after one was killed.
    static func isUp(at socket: String) -> Bool { access(path(socket), F_OK) == 0 }

    private static func path(_ socket: String) -> String { folder(of: socket) + "/up" }

    /// Milliseconds until the file is to be looked for again; `nil` where the descriptor tells of changes.
    var lookAgainInMs: Int64? { watched == nil ? Self.lookEveryMs : nil }

    /// Tries again to be told of changes, where that failed.
    func lookAgain() { if watched == nil { watch() } }

    /// Takes note of changes, so that the descriptor waits for the next ones.
    func clear() {
        var bytes = [UInt8](repeating: 0, count: 4096)
        while read(descriptor, &bytes, bytes.count) > 0 {}
        watch()
    }

    /// Watches the file's folder, or where that isn't there yet the nearest one above it.
    private func watch() {
        if descriptor < 0 { descriptor = inotify_init1(CInt(IN_CLOEXEC) | CInt(IN_NONBLOCK)) }
        guard descriptor >= 0 else { return }
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
