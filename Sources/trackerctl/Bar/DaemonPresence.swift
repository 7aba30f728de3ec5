import Glibc

/// Watches the file `up` beside the daemon's socket, which shows that the daemon runs.
///
/// A daemon that is stopped removes the file before it closes its connections; one that is killed leaves it.
/// So a program that follows the daemon knows whether to connect again: connecting to the service manager's
/// socket would start a service that a person has stopped.
///
/// Editors and file managers may have used up the user's inotify instances. Then changes can't be watched,
/// and the program has to look from time to time.
final class DaemonPresence {
    /// Milliseconds between two looks if changes can't be watched.
    static let lookEveryMs: Int64 = 1000

    /// Descriptor of the changes, for poll(); -1, which poll() ignores, if the kernel has none left.
    private(set) var descriptor: CInt = -1
    private let path: String
    /// The watched folder: the file's own, or the nearest existing one above it.
    private var watched: (folder: String, id: CInt)?

    /// - Parameter socket: path of the daemon's socket.
    init(socket: String) {
        path = Self.path(socket)
        watch()
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Whether a daemon runs, or was killed.
    var isUp: Bool { access(path, F_OK) == 0 }

    /// Whether a daemon runs at a socket, or was killed.
    static func isUp(at socket: String) -> Bool { access(path(socket), F_OK) == 0 }

    private static func path(_ socket: String) -> String { folder(of: socket) + "/up" }

    /// Milliseconds until the next look for the file; `nil` if its changes are watched.
    var lookAgainInMs: Int64? { watched == nil ? Self.lookEveryMs : nil }

    /// Tries again to watch changes if that has failed.
    func lookAgain() { if watched == nil { watch() } }

    /// Reads the changes, so that the descriptor waits for the next ones.
    func clear() {
        var bytes = [UInt8](repeating: 0, count: 4096)
        while read(descriptor, &bytes, bytes.count) > 0 {}
        watch()
    }

    /// Watches the file's folder, or the nearest existing one above it.
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

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
