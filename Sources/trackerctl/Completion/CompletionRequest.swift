import ArgumentParser
import Glibc
import TrackerAPI
import TrackerClient
import TrackerCore

/// The question of a shell at the Tab key, as its script asks it: `---complete bash LINE BREAKS`, or
/// `---complete zsh WORD…` and the same of fish.
///
/// The answer's first line tells whether words follow, or paths are to stand there.
struct CompletionRequest {
    static let word = "---complete"

    private let before: [String]
    private let current: String
    /// What bash replaces; the other shells see to that, and to quotes, themselves.
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

    /// Prints what is known at once first: the daemon may keep silent.
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

    /// Whoever hits Tab waits this long at most, whatever a daemon does: starting takes its time, too.
    private static func limitTime() {
        signal(SIGALRM) { _ in _exit(0) }
        var timer = itimerval()
        timer.it_value.tv_usec = 200_000
        setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer, nil)
    }
}

/// Names that the daemon knows, for completing them.
enum LiveNames {
    /// An answer takes a few milliseconds.
    private static let patienceMs = 120

    /// Asks once; `nil` where there is no answer in time.
    ///
    /// - Parameter words: the command line, which may name the socket.
    static func ask<Call: Request>(_ request: Call, _ words: [String]) -> Call.Response? {
        guard let path = try? SocketPath.find(given: socket(in: words)),
            let client = try? Client.connect(path: path, timeoutMs: patienceMs),
            let params = try? JSONText.value(JSONValue.self, from: JSONText.of(request)),
            let result = try? client.callRaw(Call.method, params: params)
        else { return nil }
        return try? result.decoded()
    }

    private static func socket(in words: [String]) -> String? {
        if let place = words.lastIndex(of: "--socket"), place + 1 < words.count - 1 {
            return words[place + 1]
        }
        let prefix = "--socket="
        return words.last { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
    }

    /// A name that can be offered: a terminal shows it as it is, and no command takes it for an option.
    static func isOffered(_ name: String) -> Bool {
        !name.isEmpty && name.forTerminal == name && !name.hasPrefix("-")
    }
}
