import Glibc
import Stage

/// A terminal that tmux provides, with a shell in it.
final class Tmux {
    private let stage: Stage
    private let socket: String
    /// The environment of the shell.
    private let environment: [String: String]

    init(_ stage: Stage, columns: Int = 80, rows: Int = 24) throws {
        self.stage = stage
        socket = stage.file("tmux")
        environment = [
            "LC_ALL": "C.UTF-8", "TERM": "xterm-256color", "TRACKERD_SOCKET": stage.socket,
        ]
        try run(
            "-f", "/dev/null", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)",
            "exec sh")
        stage.atEnd { [self] in _ = try? run("kill-server") }
        try wait(for: "a prompt") { try text.contains { !$0.isWhitespace } }
    }

    @discardableResult
    private func run(_ arguments: String...) throws -> String {
        let result = try stage.result(
            ["tmux", "-S", socket] + arguments, environment: environment)
        guard result.ending == .exited(0) else {
            throw StageError("tmux \(arguments): \(result.complaints)")
        }
        return result.output
    }

    /// Types a line with Enter.
    func type(_ line: String) throws {
        try typeKeys(line)
        try press("Enter")
    }

    /// Types a text without Enter.
    func typeKeys(_ text: String) throws { try run("send-keys", "-l", text) }

    /// Presses keys, by tmux's names.
    func press(_ keys: String...) throws {
        for key in keys { try run("send-keys", key) }
    }

    func resize(columns: Int, rows: Int) throws {
        try run("resize-window", "-x", "\(columns)", "-y", "\(rows)")
    }

    /// Makes tmux create a file when the bell rings.
    func makeOnBell(_ path: String) throws {
        try run("set-option", "-g", "bell-action", "any")
        try run("set-hook", "-g", "alert-bell", "run-shell 'touch \(path)'")
    }

    /// Closes the terminal.
    func close() throws { try run("kill-server") }

    /// The visible text.
    var text: String {
        get throws { try run("capture-pane", "-p") }
    }

    /// The visible text with its colours.
    var paintedText: String {
        get throws { try run("capture-pane", "-p", "-e") }
    }

    /// The value of a tmux format, such as `#{cursor_flag}`.
    func tell(_ format: String) throws -> String {
        String(try run("display-message", "-p", format).dropLast())
    }

    /// Whether the pane is on the alternate screen without a cursor.
    var isOnScreen: Bool {
        get throws { try tell("#{alternate_on} #{cursor_flag}") == "1 0" }
    }

    func waitForText(_ text: String) throws {
        var seen = ""
        try wait(for: "'\(text)' in:\n\(seen)") {
            seen = try self.text
            return seen.contains(text)
        }
    }

    func waitUntilLeft() throws {
        try wait(for: "the screen to be left") {
            try tell("#{alternate_on} #{cursor_flag}") == "0 1"
        }
    }
}
