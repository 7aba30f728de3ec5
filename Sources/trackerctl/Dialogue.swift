import Glibc
import TrackerView

/// Questions to the person at the terminal.
struct Dialogue {
    /// Whether there is a person to ask.
    let canAsk: Bool
    /// Asks, and reads a line without its newline; `nil` where there is none.
    let ask: (String) -> String?

    /// The person at the terminal, unless a file is read from there.
    static func atTerminal(readsFile isBusy: Bool = false) -> Dialogue {
        let canAsk = !isBusy && isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1
        return Dialogue(canAsk: canAsk) { question in
            try? Output.write(question, to: STDERR_FILENO)
            return readLine()
        }
    }

    /// Whether the answer is yes; anything else means no.
    func agrees(_ question: String) -> Bool {
        let answer = ask("\(question) [y/N] ")?.lowercased() ?? ""
        return ["y", "yes"].contains(answer)
    }

    /// Whether the answer is yes, or nothing; anything else, and no answer at all, means no.
    func accepts(_ question: String) -> Bool {
        guard let answer = ask("\(question) [Y/n] ")?.lowercased() else { return false }
        return ["", "y", "yes"].contains(answer)
    }

    /// Asks until the answer is one of the words; `nil` where there is no answer.
    func choice(_ question: String, of words: [String]) -> String? {
        while let answer = ask("\(question) [\(words.joined(separator: "/"))] ") {
            let word = answer.lowercased()
            if words.contains(word) { return word }
        }
        return nil
    }
}
