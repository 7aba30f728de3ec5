import ArgumentParser
import Glibc
import TrackerView

/// Restores the terminal even if this process is killed by SIGKILL: another process, out of reach of the
/// terminal's signals, waits for the end of a pipe that only this process holds open.
struct TerminalGuard {
    /// The message to the guardian: whether there is anything to restore, and the former and present modes.
    struct Message {
        var isArmed: Bool
        var found: termios
        var ours: termios
    }

    private var pipeEnd: CInt = -1
    private var child: pid_t = 0

    /// Sends the modes to restore, and starts the guardian first if needed. Where the system has no more
    /// processes, there is no guardian, and only the case of SIGKILL isn't handled.
    mutating func arm(found: termios, ours: termios) {
        if pipeEnd < 0 { start() }
        tell(Message(isArmed: true, found: found, ours: ours))
    }

    /// Tells the guardian that nothing is to be restored.
    mutating func disarm() {
        guard pipeEnd >= 0 else { return }
        tell(Message(isArmed: false, found: termios(), ours: termios()))
        close(pipeEnd)
        pipeEnd = -1
        // The guardian has nothing left to do, and mustn't outlive this process.
        kill(child, SIGKILL)
        while waitpid(child, nil, 0) < 0, errno == EINTR {}
    }

    private func tell(_ message: Message) {
        guard pipeEnd >= 0 else { return }
        withUnsafeBytes(of: message) { bytes in
            // So few bytes are written to a pipe at once or not at all.
            while write(pipeEnd, bytes.baseAddress, bytes.count) < 0, errno == EINTR {}
        }
    }

    private mutating func start() {
        guard let ends = SignalPipe.ends() else { return }
        defer { close(ends.reading) }
        var files = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&files)
        defer { posix_spawn_file_actions_destroy(&files) }
        posix_spawn_file_actions_adddup2(&files, ends.reading, STDIN_FILENO)
        posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        let names: [String] = ["trackerctl", LiveGuardCommand.word]
        let words = names.map { name in strdup(name) }
        defer { words.forEach { free($0) } }
        var environment: [UnsafeMutablePointer<CChar>?] = [nil]
        // By this path the kernel names the process 'exe', so that the guardian outlives even 'killall -9
        // trackerctl'.
        guard
            posix_spawn(
                &child, "/proc/self/exe", &files, nil, words + [nil], &environment) == 0
        else {
            close(ends.writing)
            return
        }
        pipeEnd = ends.writing
    }
}

/// The guarding process: its standard input is the pipe, its standard output the terminal.
struct LiveGuardCommand: ParsableCommand {
    static let word = "live-guard"
    static let configuration = CommandConfiguration.leaf(
        word, abstract: "What 'live' starts to put its terminal right.", shouldDisplay: false)

    /// Seconds after which the guardian ends, even where the terminal takes no output.
    private static let patienceSeconds: UInt32 = 2

    func run() throws {
        // The guardian leaves the terminal's session, since signals that end the session mustn't end the
        // guardian first.
        setsid()
        for number in [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGTTIN, SIGTTOU] {
            signal(number, SIG_IGN)
        }
        var last: TerminalGuard.Message?
        while let message = Self.next() { last = message }
        guard let last, last.isArmed else { return }
        alarm(Self.patienceSeconds)
        try? Output.write(Terminal.leaving, to: STDOUT_FILENO)
        var now = termios()
        // Where the modes aren't those that were set, another program such as a shell has the terminal by
        // now.
        guard tcgetattr(STDOUT_FILENO, &now) == 0, Self.areEqual(now, last.ours) else { return }
        var found = last.found
        tcflush(STDOUT_FILENO, TCIFLUSH)
        tcsetattr(STDOUT_FILENO, TCSANOW, &found)
    }

    /// The next message; `nil` at the end of the pipe.
    private static func next() -> TerminalGuard.Message? {
        var message = TerminalGuard.Message(isArmed: false, found: termios(), ours: termios())
        return withUnsafeMutableBytes(of: &message) { bytes in
            var filled = 0
            while filled < bytes.count {
                let count = read(
                    STDIN_FILENO, bytes.baseAddress.map { $0 + filled }, bytes.count - filled)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                filled += count
            }
            return true
        } ? message : nil
    }

    private static func areEqual(_ left: termios, _ right: termios) -> Bool {
        withUnsafeBytes(of: left.c_cc) { left in
            withUnsafeBytes(of: right.c_cc) { left.elementsEqual($0) }
        } && left.c_iflag == right.c_iflag && left.c_oflag == right.c_oflag
            && left.c_cflag == right.c_cflag && left.c_lflag == right.c_lflag
    }
}
