import ArgumentParser
import Glibc

/// Sees to it that the terminal is put right even if this process is killed outright: another process, out
/// of reach of the terminal's signals, waits for the end of a pipe that only this one holds open.
struct TerminalGuard {
    /// What it is told: whether there is anything to put right, and between which modes.
    struct Message {
        var isArmed: Bool
        var found: termios
        var ours: termios
    }

    private var pipeEnd: CInt = -1
    private var child: pid_t = 0

    /// Tells it what to restore, and starts it first if need be. Without it, which means that the system
    /// has no more processes, only being killed outright is left uncared for.
    mutating func arm(found: termios, ours: termios) {
        if pipeEnd < 0 { start() }
        tell(Message(isArmed: true, found: found, ours: ours))
    }

    /// All is well.
    mutating func disarm() {
        guard pipeEnd >= 0 else { return }
        tell(Message(isArmed: false, found: termios(), ours: termios()))
        close(pipeEnd)
        pipeEnd = -1
        // It has nothing left to do, and mustn't be seen longer than this process.
        kill(child, SIGKILL)
        while waitpid(child, nil, 0) < 0, errno == EINTR {}
    }

    private func tell(_ message: Message) {
        guard pipeEnd >= 0 else { return }
        withUnsafeBytes(of: message) { bytes in
            // So few bytes go into a pipe at once or not at all.
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
        // By this path the kernel names the process 'exe', so that it outlives even 'killall -9 trackerctl'.
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

    /// A terminal that takes nothing more mustn't keep it.
    private static let patienceSeconds: UInt32 = 2

    func run() throws {
        // Out of the terminal's session: what ends that one mustn't end this one first.
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
        // If the modes aren't those that were set, someone else has the terminal by now, such as a shell.
        guard tcgetattr(STDOUT_FILENO, &now) == 0, Self.areEqual(now, last.ours) else { return }
        var found = last.found
        tcflush(STDOUT_FILENO, TCIFLUSH)
        tcsetattr(STDOUT_FILENO, TCSANOW, &found)
    }

    /// `nil` when nobody is left to send one.
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
