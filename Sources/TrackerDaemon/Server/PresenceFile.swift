import Glibc
import Systemd
import TrackerCore

/// The file `up` beside the socket: it is there while the daemon runs, with its pid, and after a kill.
///
/// Programs that follow the daemon look for it when they lose their connection. Without it they wait, since
/// connecting to a socket of the service manager would start a service that was stopped.
@MainActor struct PresenceFile {
    let path: String
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

    /// Writes the file again where somebody has removed it, or one that was killed has left its own.
    func tellAgain() {
        guard let pid, pid == getpid() || kill(pid, 0) == 0 || errno != ESRCH else { return tell() }
    }

    /// Removes the file, unless another daemon in the same folder has written it since.
    func remove() {
        if pid == getpid() { unlink(path) }
    }

    /// The process that the file names; `nil` for none.
    private var pid: pid_t? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 32)
        let count = read(file, &bytes, bytes.count)
        return pid_t(String(decoding: bytes.prefix(max(0, count - 1)), as: UTF8.self))
    }
}
