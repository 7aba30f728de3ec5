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

/// A command for one method: its arguments make the request, and the result is printed.
protocol MethodCommand: DaemonCommand {
    associatedtype Call: Request
    /// The type to read the result as.
    associatedtype Result: Decodable = Call.Response

    var options: Options { get }

    func request() throws -> Call

    /// Result for people, including its last newline; empty to print nothing.
    func text(of result: Result, in style: Style) -> String

    /// Output of `--quiet`; `nil` for none.
    func id(of result: Result) -> String?

    /// Throws if the result, though not a refusal, means a failure.
    func judge(_ result: Result) throws
}

extension MethodCommand where Call: MethodRequest {
    static var methods: [String] { [Call.method] }
}

extension MethodCommand {
    func judge(_ result: Result) throws {}

    func run() throws {
        let result = try options.delivery.send(request(), text: text, id: id)
        try judge(result)
    }
}

/// A command that needs the person's consent if something would be lost: `--yes`, or a yes on a terminal.
protocol ConsentCommand: MethodCommand where Call: Confirmed {
    var yes: Bool { get }
}

extension ConsentCommand {
    /// The consent given on the command line; `nil` for none.
    var consent: Bool? { yes ? true : nil }

    func run() throws { try run(.atTerminal()) }

    func run(_ dialogue: Dialogue) throws {
        // The same request is sent both times, since the person agrees to exactly what was asked about.
        var call = try request()
        do {
            try options.delivery.send(call, text: text, id: id)
        } catch let error as ClientError where error.asksForConsent && dialogue.canAsk {
            guard dialogue.agrees("\(error.description)?") else {
                throw Refusal(message: "nothing was done")
            }
            call.confirm = true
            try options.delivery.send(call, text: text, id: id)
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
    func send<Call: Request>(_ request: Call) throws where Call.Response: Shown {
        try send(
            request, text: { (result: Call.Response, style) in result.text(in: style) },
            id: { $0.idLines })
    }
}
