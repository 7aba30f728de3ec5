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
