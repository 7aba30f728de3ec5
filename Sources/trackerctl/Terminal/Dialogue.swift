import Glibc
import TrackerView

/// Questions to the person at the terminal.
struct Dialogue {
    /// Whether there is somebody to ask.
    let canAsk: Bool
    /// Asks, and reads a line without its newline; `nil` if there is none.
    let ask: (String) -> String?

    static var nobody: Dialogue { Dialogue(canAsk: false) { _ in nil } }

    /// The person at the terminal, unless the terminal is busy as a file's input.
    static func atTerminal(readsFile isBusy: Bool = false) -> Dialogue {
        let canAsk = !isBusy && isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1
        return Dialogue(canAsk: canAsk) { question in
            try? Output.write(question, to: STDERR_FILENO)
            return readLine()
        }
    }

    /// Asks a question; whether the answer is yes. Anything else means no.
    func agrees(_ question: String) -> Bool {
        let answer = ask("\(question) [y/N] ")?.lowercased() ?? ""
        return ["y", "yes"].contains(answer)
    }

    /// Asks a question; whether the answer is yes or an empty line. Anything else, or the end of the input,
    /// means no.
    func accepts(_ question: String) -> Bool {
        guard let answer = ask("\(question) [Y/n] ")?.lowercased() else { return false }
        return ["", "y", "yes"].contains(answer)
    }

    /// Asks until the answer is one of the words; `nil` if there is no answer.
    func choice(_ question: String, of words: [String]) -> String? {
        while let answer = ask("\(question) [\(words.joined(separator: "/"))] ") {
            let word = answer.lowercased()
            if words.contains(word) { return word }
        }
        return nil
    }
}
