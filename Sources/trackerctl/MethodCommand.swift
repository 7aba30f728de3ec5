import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

/// A command that sends requests to the daemon, and the methods that it uses.
protocol DaemonCommand: ParsableCommand {
    static var methods: [String] { get }

    /// Throws if the words make no sense. Unlike the parser's `validate`, which calls it, it may throw
    /// rejections.
    func check() throws
}

extension DaemonCommand {
    func check() throws {}

    func validate() throws { try Self.telling { try check() } }

    /// Reads words for the parser, which hides a rejection in an error of its own. So a rejection becomes a
    /// `ValidationError` here, with this command's options instead of members.
    static func telling<Value>(_ read: () throws -> Value) throws -> Value {
        do {
            return try read()
        } catch let rejection as Rejection {
            throw ValidationError(FieldWords(of: Self.self).text(of: rejection.text))
        }
    }
}

/// A command that works by itself and then has an answer. All others are programs of their own, which need
/// the terminal.
protocol AnsweringCommand: ParsableCommand {
    var options: Options { get }

    /// Whether these words need the terminal after all, for an editor or for standard input.
    var needsTerminal: Bool { get }

    func answer(_ asking: Asking) throws -> Answer
}

extension AnsweringCommand {
    var needsTerminal: Bool { false }

    func run() throws { try options.delivery.deliver(answer(.atTerminal)) }
}

/// A command for one method: its arguments make the request, and the result is its answer.
protocol MethodCommand: DaemonCommand, AnsweringCommand {
    associatedtype Call: Request
    /// The type to read the result as.
    associatedtype Result: Decodable = Call.Response

    func request() throws -> Call

    /// The request that is sent, once the daemon has told what it depends on.
    func request(_ asking: Asking) throws -> Call

    /// Result for people, including its last newline; empty to print nothing.
    func text(of result: Result, in style: Style) -> String

    /// The same text in its parts, where it has more than one.
    func answerText(of result: Result, in style: Style) -> AnswerText

    /// Output of `--quiet`; `nil` for none.
    func id(of result: Result) -> String?

    /// Throws if the result, though not a refusal, means a failure.
    func judge(_ result: Result) throws

    /// Remark for standard error, so that it stays out of lists; `nil` for none.
    func remark(on result: Result) -> String?
}

/// A command whose words alone don't make the request: it first asks the daemon.
protocol LookupCommand: MethodCommand {}

extension LookupCommand {
    func request() throws -> Call { try request(.atTerminal) }
}

/// A command whose words are checked by making the request.
protocol CheckedCommand: MethodCommand {}

extension CheckedCommand {
    func check() throws { _ = try request() }
}

extension MethodCommand where Call: MethodRequest {
    static var methods: [String] { [Call.method] }
}

extension MethodCommand {
    func request(_ asking: Asking) throws -> Call { try request() }

    func answerText(of result: Result, in style: Style) -> AnswerText {
        AnswerText(text(of: result, in: style))
    }

    func judge(_ result: Result) throws {}

    func remark(on result: Result) -> String? { nil }

    func answer(_ asking: Asking) throws -> Answer { try answer(to: request(asking), asking) }

    /// Sends a request of this command.
    func answer(to call: Call, _ asking: Asking) throws -> Answer {
        let (result, told) = try options.delivery.ask(call, asking, text: answerText, id: id)
        var answer = told
        answer.remark = remark(on: result)
        do {
            try judge(result)
        } catch {
            answer.failure = error
        }
        return answer
    }
}

/// A command that needs the person's consent if something would be lost: `--yes`, or a yes on a terminal.
protocol ConsentCommand: MethodCommand where Call: Confirmed {
    var yes: Bool { get }
}

extension ConsentCommand {
    /// The consent given on the command line; `nil` for none.
    var consent: Bool? { yes ? true : nil }

    func answer(_ asking: Asking) throws -> Answer {
        // The same request is sent both times, since the person agrees to exactly what was asked about.
        var call = try request(asking)
        do {
            return try answer(to: call, asking)
        } catch let error as ClientError where error.asksForConsent && asking.dialogue.canAsk {
            guard asking.dialogue.agrees("\(error.description)?") else {
                throw Refusal(message: "nothing was done")
            }
            call.confirm = true
            return try answer(to: call, asking)
        }
    }
}

extension MethodCommand where Call: PlainRequest {
    func request() -> Call { Call() }
}

extension MethodCommand {
    func id(of result: Result) -> String? { nil }
}

extension MethodCommand where Result: Shown {
    func text(of result: Result, in style: Style) -> String { result.text(in: style) }

    func id(of result: Result) -> String? { result.idLines }
}

extension Shown {
    /// The output of `--quiet`: a line for each id; `nil` for none.
    fileprivate var idLines: String? { ids.isEmpty ? nil : ids.joined(separator: "\n") }
}

extension Delivery {
    /// Sends a request whose result is shown as it is.
    func ask<Call: Request>(_ request: Call, _ asking: Asking) throws -> Answer
    where Call.Response: Shown {
        try ask(
            request, asking,
            text: { (result: Call.Response, style) in AnswerText(result.text(in: style)) },
            id: { $0.idLines }
        ).answer
    }
}
