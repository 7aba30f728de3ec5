import Glibc
import TrackerClient
import TrackerView

/// The person's editor, for editing a text.
struct Editor {
    /// Command line of the editor, which a shell runs with the file's path as its argument.
    let command: String

    /// `$VISUAL`, otherwise `$EDITOR`, otherwise vi.
    static var chosen: Editor {
        let names = ["VISUAL", "EDITOR"].compactMap(SocketPath.environment)
        return Editor(command: names.first { !$0.isEmpty } ?? "vi")
    }

    /// Lets the person edit a text, and again if it isn't accepted and they want to.
    ///
    /// - Parameters:
    ///   - ending: extension of the file, such as `.toml`.
    ///   - accept: stores the text, and throws if it can't.
    /// - Returns: what `accept` returned; `nil` if the text wasn't changed.
    /// - Throws: `Refusal` if the editor fails, or if the person gives up; in that case, the file is kept.
    func edit<Value>(
        _ text: String, ending: String, _ dialogue: Dialogue, accept: (String) throws -> Value
    ) throws -> Value? {
        let path = try Self.write(text, ending: ending)
        while true {
            try run(on: path)
            let edited = String(decoding: try Input.read(path), as: UTF8.self)
            guard edited != text else {
                unlink(path)
                return nil
            }
            do {
                let value = try accept(edited)
                unlink(path)
                return value
            } catch {
                Output.complain((Failure(error).message ?? "").forTerminal)
                guard dialogue.canAsk, dialogue.agrees("edit it again?") else {
                    throw Refusal(message: "nothing was done", hint: "your text is in \(path)")
                }
            }
        }
    }

    private func run(on path: String) throws {
        let line: [String] = ["/bin/sh", "-c", "\(command) \"$1\"", "sh", path]
        let words = line.map { strdup($0) }
        defer { words.forEach { free($0) } }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Ctrl-C belongs to the editor, and it should inherit none of this program's handling.
        let former = [SIGINT, SIGQUIT].map { ($0, signal($0, SIG_IGN)) }
        defer { for (number, handler) in former { signal(number, handler) } }
        var defaults = sigset_t()
        sigemptyset(&defaults)
        for number in [SIGINT, SIGQUIT, SIGPIPE] { sigaddset(&defaults, number) }
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        var child: pid_t = 0
        let code = posix_spawn(&child, "/bin/sh", nil, &attributes, words + [nil], environ)
        guard code == 0 else {
            throw Refusal(
                message: "the editor can't be started: \(String(cString: strerror(code)))")
        }
        var status: CInt = 0
        while waitpid(child, &status, 0) < 0 && errno == EINTR {}
        guard status == 0 else {
            throw Refusal(
                message: "the editor '\(command)' failed: nothing was done",
                hint: "set $EDITOR to another one; your text is in \(path)")
        }
    }

    /// Writes a file that nobody else can read.
    private static func write(_ text: String, ending: String) throws -> String {
        let folder = SocketPath.environment("TMPDIR") ?? "/tmp"
        var template = Array("\(folder)/trackerctl-XXXXXX\(ending)".utf8CString)
        let file = mkstemps(&template, CInt(ending.utf8.count))
        guard file >= 0 else {
            throw Refusal(message: "can't write to \(folder): \(String(cString: strerror(errno)))")
        }
        defer { close(file) }
        try Output.write(text, to: file)
        return template.withUnsafeBufferPointer { buffer in
            String(decoding: buffer.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
    }
}
