import TrackerClient
import TrackerView

/// A command's answer as the live view shows it.
struct LiveAnswer: Hashable, Sendable {
    enum Outcome {
        case done
        /// Nothing was done, or the result means a failure.
        case refused
        /// The daemon didn't answer in time, so the change may have been made or not.
        case unknown
    }

    let outcome: Outcome
    /// The answer on one line, without what the view itself shows.
    let text: String
    /// The whole answer on one line.
    let wholeText: String

    private static let maximumLines = 4

    init(_ outcome: Outcome, _ lines: [String], whole: [String]? = nil) {
        self.outcome = outcome
        text = Self.line(of: lines)
        wholeText = Self.line(of: whole ?? lines)
    }

    /// Runs a command.
    ///
    /// - Parameters:
    ///   - words: the command line, without the program's name.
    ///   - limitMs: milliseconds that the daemon has for each request.
    init(of words: [String], limitMs: Int) {
        let asking = Asking(
            connect: { try Client.connect(path: $0.path(), timeoutMs: limitMs) }, dialogue: .nobody)
        do {
            let parsed = try Trackerctl.command(for: words)
            guard let command = parsed as? any AnsweringCommand, !command.needsTerminal else {
                let line = (["trackerctl"] + words).map(ShellWord.escaped).joined(separator: " ")
                throw Refusal(message: "leave the view first: '\(line)' needs the terminal")
            }
            let answer = try command.answer(asking)
            try command.options.delivery.notifyIfAsked(answer)
            self = try LiveAnswer(answer, to: words)
        } catch {
            self = LiveAnswer(error, to: words)
        }
    }

    private init(_ answer: Answer, to words: [String]) throws {
        let style = Style.ofOutput(isColored: false).forMessage
        let whole = Self.lines(of: try answer.notified(in: style))
        if let failure = answer.failure {
            self.init(.refused, whole + Failure(failure, line: words).lines)
        } else {
            self.init(.done, Self.lines(of: try answer.told(in: style)), whole: whole)
        }
    }

    private init(_ error: any Error, to words: [String]) {
        if let error = error as? ClientError, error.isUnanswered {
            self.init(.unknown, ["no answer: check whether it was done"])
        } else {
            let failure = Failure(MistypedCommand.correcting(error, words), line: words)
            self.init(failure.status == 0 ? .done : .refused, failure.lines)
        }
    }

    private static func lines(of text: String) -> [String] {
        text.split(separator: "\n").map(String.init)
    }

    private static func line(of lines: [String]) -> String {
        let shown = lines.map { String($0.drop { $0 == " " }).trimmingBlanks.forTerminal }
        let more = lines.count > maximumLines ? ["…"] : []
        return (shown.prefix(maximumLines) + more).joined(separator: "; ")
    }
}

extension ClientError {
    /// Whether a request was sent, and no reply has come.
    fileprivate var isUnanswered: Bool {
        if case .timedOut = self { return true }
        return mayHaveChanged
    }
}
