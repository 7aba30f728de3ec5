import Glibc
import TrackerClient
import TrackerView

/// Runs other programs briefly, without a shell, for their output.
enum Helper {
    static let timeoutMs: Int64 = 5000
    private static let maximumOutput = 65_536
    /// `POSIX_SPAWN_SETSID` of glibc and musl, which Swift doesn't import.
    private static let ownSession: CInt = 0x80

    /// Standard output of a program; `nil` if it couldn't be run or took too long.
    static func output(of arguments: [String], withinMs timeoutMs: Int64 = timeoutMs) -> String? {
        guard let program = arguments.first, let path = find(program) else { return nil }
        guard let ends = SignalPipe.ends() else { return nil }
        defer { close(ends.reading) }
        let child = spawn(path, arguments, output: ends.writing, complaints: .dropped)
        close(ends.writing)
        guard let child else { return nil }
        let output = read(from: ends.reading, withinMs: timeoutMs)
        // A program that hasn't ended its output by now, or keeps running after that, is of no more use.
        if output == nil { kill(-child, SIGKILL) }
        while waitpid(child, nil, 0) < 0 && errno == EINTR {}
        return output
    }

    /// Runs a program at a path until it ends, with this program's standard error.
    ///
    /// - Returns: the exit status; `nil` if the program couldn't be run, took too long or was killed.
    static func status(of arguments: [String], withinMs timeoutMs: Int64) -> CInt? {
        guard let path = arguments.first,
            let child = spawn(path, arguments, output: nil, complaints: .own, isGroup: false)
        else { return nil }
        let deadline = nowMs() + timeoutMs
        var status: CInt = 0
        while true {
            let ended = waitpid(child, &status, WNOHANG)
            if ended == child { return status & 0x7f == 0 ? status >> 8 & 0xff : nil }
            guard ended == 0, nowMs() < deadline else { break }
            usleep(10_000)
        }
        kill(child, SIGKILL)
        while waitpid(child, nil, 0) < 0 && errno == EINTR {}
        return nil
    }

    /// Path of an executable program, found in `$PATH` unless given; `nil` for none.
    static func find(_ program: String) -> String? {
        guard !program.contains("/") else { return isExecutable(program) ? program : nil }
        let folders = (SocketPath.environment("PATH") ?? "/usr/local/bin:/usr/bin:/bin")
        return folders.split(separator: ":").map { "\($0)/\(program)" }.first(where: isExecutable)
    }

    private static func isExecutable(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
            && access(path, X_OK) == 0
    }

    /// Where a program's standard error goes: to this program's own, or nowhere.
    enum Complaints { case own, dropped }

    /// - Parameters:
    ///   - output: descriptor for the standard output; `nil` for none.
    ///   - isGroup: whether the program gets a process group of its own, so that its children end with it;
    ///     otherwise Ctrl-C ends it together with this program.
    ///   - isSession: whether the program gets a session of its own, without a terminal.
    static func spawn(
        _ path: String, _ arguments: [String], output: CInt?, complaints: Complaints,
        isGroup: Bool = true, isSession: Bool = false
    ) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        if let output {
            posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        } else {
            posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        }
        switch complaints {
        case .own: break
        case .dropped:
            posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The program gets the default handling of SIGPIPE.
        var defaults = sigset_t()
        sigemptyset(&defaults)
        sigaddset(&defaults, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        // The thread that starts it may block signals.
        var blocked = sigset_t()
        sigemptyset(&blocked)
        posix_spawnattr_setsigmask(&attributes, &blocked)
        posix_spawnattr_setflags(
            &attributes,
            Int16(isSession ? ownSession : isGroup ? POSIX_SPAWN_SETPGROUP : 0)
                | Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))
        let words = arguments.map { strdup($0) }
        defer { words.forEach { free($0) } }
        var child: pid_t = 0
        let code = posix_spawn(&child, path, &actions, &attributes, words + [nil], environ)
        return code == 0 ? child : nil
    }

    /// All bytes up to the end; `nil` if the end doesn't come in time.
    private static func read(from descriptor: CInt, withinMs timeoutMs: Int64) -> String? {
        let deadline = nowMs() + timeoutMs
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while bytes.count <= maximumOutput {
            var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let left = deadline - nowMs()
            guard left > 0 else { return nil }
            guard poll(&ready, 1, CInt(left)) > 0 else { continue }
            let count = chunk.withUnsafeMutableBytes {
                Glibc.read(descriptor, $0.baseAddress, $0.count)
            }
            if count == 0 { return String(decoding: bytes, as: UTF8.self) }
            if count > 0 {
                bytes += chunk.prefix(count)
            } else if errno != EINTR {
                return nil
            }
        }
        return nil
    }

    private static func nowMs() -> Int64 {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
    }
}
