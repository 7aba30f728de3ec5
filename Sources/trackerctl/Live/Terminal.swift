import Glibc
import TrackerClient
import TrackerView

/// The terminal's previous modes, while it is taken over. Only `Terminal` and signal handlers use them.
nonisolated(unsafe) private var modesBefore = termios()
nonisolated(unsafe) private var isTaken = false

/// The terminal as a full screen, and its previous modes.
final class Terminal {
    /// Switches to the alternate screen, hides the cursor, and turns line wrapping off.
    private static let entering = "\u{1b}[?1049h\u{1b}[?25l\u{1b}[?7l"
    /// Ends an unfinished frame, and undoes `entering`.
    private static let leaving: StaticString =
        "\u{1b}[?2026l\u{1b}[0m\u{1b}[?7h\u{1b}[?25h\u{1b}[?1049l"

    private var found: termios?

    deinit { leave() }

    /// Whether standard input and output are a terminal that can do this.
    static var isUsable: Bool {
        let kind = SocketPath.environment("TERM")
        return isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 && kind != nil
            && kind != "dumb"
    }

    private static func failed() -> Output.Failed {
        Output.Failed(code: errno, action: "use the terminal")
    }

    /// Takes over the screen.
    func enter() throws {
        var before = termios()
        guard tcgetattr(STDIN_FILENO, &before) == 0 else { throw Self.failed() }
        var raw = before
        cfmakeraw(&raw)
        guard Self.set(raw) else { throw Self.failed() }
        found = before
        modesBefore = before
        isTaken = true
        try Output.write(Self.entering, to: STDOUT_FILENO)
    }

    /// Restores the terminal. If it has gone, nothing needs to be done; if it takes no more output, SIGALRM
    /// ends the program through `giveUp`.
    func leave() {
        guard let before = found else { return }
        found = nil
        alarm(SignalPipe.patienceSeconds)
        defer { alarm(0) }
        try? Output.write(Self.leaving.description, to: STDOUT_FILENO)
        _ = Self.set(before)
        isTaken = false
    }

    /// Restores the terminal from a signal handler, after which the program ends. Unread output is dropped to
    /// make room for this.
    static func giveUp() {
        guard isTaken else { return }
        isTaken = false
        tcsetattr(STDIN_FILENO, TCSANOW, &modesBefore)
        tcflush(STDOUT_FILENO, TCOFLUSH)
        // A terminal that its user has stopped takes no output, either.
        tcflow(STDOUT_FILENO, TCOON)
        _ = write(STDOUT_FILENO, leaving.utf8Start, leaving.utf8CodeUnitCount)
    }

    /// Takes over the screen again after another program may have changed the modes.
    func reenter() throws {
        guard found != nil else { return try enter() }
        var raw = termios()
        guard tcgetattr(STDIN_FILENO, &raw) == 0 else { return }
        cfmakeraw(&raw)
        _ = Self.set(raw)
        try Output.write(Self.entering, to: STDOUT_FILENO)
    }

    private static func set(_ modes: termios) -> Bool {
        var modes = modes
        while tcsetattr(STDIN_FILENO, TCSANOW, &modes) != 0 {
            guard errno == EINTR else { return false }
        }
        return true
    }

    /// The window's size; 80 × 24 if the terminal doesn't know it.
    var size: WindowSize { WindowSize.of(STDOUT_FILENO) }

    /// The typed bytes; `nil` at the end of input.
    static func typed() -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = read(STDIN_FILENO, &bytes, bytes.count)
        if count < 0 { return errno == EINTR || errno == EAGAIN ? [] : nil }
        return count == 0 ? nil : Array(bytes[..<count])
    }

    /// Whether the locale's encoding is UTF-8.
    static var isUTF8: Bool {
        let locale =
            ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(SocketPath.environment).first ?? ""
        let name = locale.lowercased()
        return name.hasSuffix("utf-8") || name.hasSuffix("utf8") || name.contains("utf-8@")
            || name.contains("utf8@")
    }

    static var hasManyColors: Bool {
        SocketPath.environment("COLORTERM") != nil
            || SocketPath.environment("TERM")?.contains("256color") ?? false
            || SocketPath.environment("TERM")?.contains("direct") ?? false
    }
}

extension WindowSize {
    /// Size of a terminal's window; 80 × 24 if the terminal doesn't know it.
    static func of(_ descriptor: CInt) -> WindowSize {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
        else { return WindowSize(columns: 80, rows: 24) }
        return WindowSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }
}
