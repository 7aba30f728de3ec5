import Glibc
import Systemd
import TrackerCore

/// The file `up` beside the socket: it is there while the daemon runs, with its pid, and after a kill.
///
/// Programs that follow the daemon look for it when they lose their connection. Without it they wait, since
/// connecting to a socket of the service manager would start a service that was stopped.
@MainActor struct PresenceFile {
    private let path: String
    private let log: Log

    init(_ paths: Paths, _ log: Log) {
        path = paths.socketFolder + "/up"
        self.log = log
    }

    /// Writes the file; a daemon that can't serves all the same.
    func tell() {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        let text = Array("\(getpid())\n".utf8)
        guard file >= 0, write(file, text, text.count) == text.count else {
            let reason = String(cString: strerror(errno))
            log.log(.warning, "can't write \(path): \(reason); bars won't come back by themselves")
            if file >= 0 { close(file) }
            return
        }
        close(file)
    }

    func remove() { unlink(path) }
}
