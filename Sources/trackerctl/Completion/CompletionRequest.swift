import ArgumentParser
import Glibc
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

/// The request that a shell's completion script makes at the Tab key: `---complete bash LINE BREAKS`, or
/// `---complete zsh WORD…` and the same for fish.
///
/// The first line of the output says whether words follow, or paths are to be completed.
struct CompletionRequest {
    static let word = "---complete"

    private let before: [String]
    private let current: String
    /// The line of bash, which determines the part to replace; `nil` for the other shells, which handle that
    /// and quotes themselves.
    private let bash: BashLine?

    init?(_ arguments: [String]) {
        guard arguments.first == Self.word, arguments.count >= 3 else { return nil }
        guard arguments[1] == "bash" else {
            before = Array(arguments[2...].dropLast())
            current = arguments[arguments.count - 1]
            bash = nil
            return
        }
        let line = BashLine(arguments[2], breaks: arguments.count > 3 ? arguments[3] : "")
        (before, current, bash) = (line.before, line.current, line)
    }

    /// Prints the completions that need no daemon before the others, since the daemon may not reply.
    func answer() throws {
        Self.limitTime()
        guard let completions = try? Completions(after: before, current: current) else { return }
        switch completions.files {
        case .files: return try Output.print("files\n")
        case .folders: return try Output.print("folders\n")
        case nil: try Output.print("words\n" + text(of: completions.words))
        }
        try Output.print(text(of: completions.live()))
    }

    private func text(of words: [Completions.Word]) -> String {
        words.compactMap { word -> String? in
            guard let bash else { return word.text + (word.about.map { "\t\($0)" } ?? "") }
            return bash.replacement(word.text)
        }.map { $0 + "\n" }.joined()
    }

    /// Ends the program after a short time, so that the person never waits longer at the Tab key, whatever
    /// the daemon does. Starting the program also takes time.
    private static func limitTime() {
        signal(SIGALRM) { _ in _exit(0) }
        var timer = itimerval()
        timer.it_value.tv_usec = 200_000
        setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer, nil)
    }
}

/// Names that the daemon knows, for completion.
enum LiveNames {
    /// Milliseconds to wait for the daemon; a reply takes only a few.
    private static let patienceMs = 120

    /// Sends one request; returns `nil` if no reply comes in time.
    ///
    /// - Parameter words: the command line, which may name the socket.
    static func ask<Call: Request>(_ request: Call, _ words: [String]) -> Call.Response? {
        guard let path = try? SocketPath.find(given: socket(in: words)),
            let client = try? Client.connect(path: path, timeoutMs: patienceMs),
            let params = try? JSONText.value(JSONValue.self, from: JSONText.of(request)),
            let result = try? client.callRaw(request.method, params: params)
        else { return nil }
        return try? result.decoded()
    }

    static func socket(in words: [String]) -> String? {
        if let place = words.lastIndex(of: "--socket"), place + 1 < words.count - 1 {
            return words[place + 1]
        }
        let prefix = "--socket="
        return words.last { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
    }

    /// Whether a name can be offered: a terminal shows it unchanged, and no command mistakes it for an
    /// option.
    static func isOffered(_ name: String) -> Bool {
        !name.isEmpty && name.forTerminal == name && !name.hasPrefix("-")
    }

    /// Whether a name is one word in every shell.
    static func isPlain(_ name: String) -> Bool {
        isOffered(name) && name.allSatisfy { $0.isLetter || $0.isNumber || "-_".contains($0) }
    }
}
