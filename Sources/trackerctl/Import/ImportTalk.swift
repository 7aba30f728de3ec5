import Glibc

/// Whom to ask, while something is done.
struct ImportTalk {
    /// Whether there is anybody.
    let canAsk: Bool
    /// Asks, and reads a line without its end; `nil` where there is none.
    let ask: (String) -> String?

    /// The person at the terminal, unless the file comes from there.
    static func atTerminal(readsFile isBusy: Bool) -> ImportTalk {
        let canAsk = !isBusy && isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1
        return ImportTalk(canAsk: canAsk) { question in
            try? Output.write(question, to: STDERR_FILENO)
            return readLine()
        }
    }

    /// Yes only where that is said.
    func agrees(_ question: String) -> Bool {
        let answer = ask("\(question) [y/N] ")?.lowercased() ?? ""
        return ["y", "yes"].contains(answer)
    }

    /// Asks until the answer is one of the words; `nil` where there is none.
    func choice(_ question: String, of words: [String]) -> String? {
        while let answer = ask("\(question) [\(words.joined(separator: "/"))] ") {
            let word = answer.lowercased()
            if words.contains(word) { return word }
        }
        return nil
    }
}
