import Glibc
import Systemd
import TrackerCore

/// The file `up` beside the socket. It holds the daemon's pid, and exists while the daemon runs and after it
/// was killed.
///
/// Programs that follow the daemon look for the file when they lose their connection. Without it they wait,
/// since connecting to the service manager's socket would start a service that was stopped.
@MainActor struct PresenceFile {
    let path: String
    private let log: Log

    init(_ paths: Paths, _ log: Log) {
        path = paths.socketFolder + "/up"
        self.log = log
    }

    /// Writes the file. If that fails, the daemon still serves.
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

    /// Writes the file again if it was removed, or if a killed daemon left its own.
    func tellAgain() {
        guard let pid, pid == getpid() || kill(pid, 0) == 0 || errno != ESRCH else { return tell() }
    }

    /// Removes the file, unless another daemon in the same folder has written it since.
    func remove() {
        if pid == getpid() { unlink(path) }
    }

    /// The process named in the file; `nil` for none.
    private var pid: pid_t? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 32)
        let count = read(file, &bytes, bytes.count)
        return pid_t(String(decoding: bytes.prefix(max(0, count - 1)), as: UTF8.self))
    }
}
