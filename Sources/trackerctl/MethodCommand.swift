import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

/// A command that sends requests to the daemon, with the methods that it stands for.
protocol DaemonCommand: ParsableCommand {
    static var methods: [String] { get }
}

/// A command for one method: its arguments make the request, and the result is printed.
protocol MethodCommand: DaemonCommand {
    associatedtype Call: Request
    /// The type as which the result is read.
    associatedtype Result: Decodable = Call.Response

    var options: Options { get }

    func request() throws -> Call

    /// The result for people, with its last newline; empty prints nothing.
    func text(of result: Result, in style: Style) -> String

    /// The output of `--quiet`; `nil` for none.
    func id(of result: Result) -> String?

    /// Throws where the result, though no refusal, means a failure.
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

/// A command that needs the person's consent where something would be lost: `--yes`, or a yes on a terminal.
protocol ConsentCommand: MethodCommand where Call: Confirmed {
    var yes: Bool { get }
}

extension ConsentCommand {
    /// The consent that the command line gives.
    var consent: Bool? { yes ? true : nil }

    func run() throws { try run(.atTerminal()) }

    func run(_ dialogue: Dialogue) throws {
        // One request for both: the person agrees to what was asked about.
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

extension MethodCommand where Call: Limited, Result: ShownList {
    func run() throws {
        let request = try request()
        let result = try options.delivery.send(request, text: text, id: id)
        guard options.isForPeople, result.more == nil,
            result.ids.count == request.limit ?? Call.defaultLimit,
            let more = try options.delivery.more(than: result, of: request)
        else { return }
        try Output.print(more.text(in: options.style))
    }
}

extension Delivery {
    /// The rest that a list leaves out, by one that is as long as it may be; `nil` for none.
    fileprivate func more<Call: Limited, Result: ShownList & Decodable>(
        than shown: Result, of request: Call
    ) throws -> More? {
        guard shown.ids.count < Call.maximumLimit,
            case .object(var members) = try JSONText.value(
                JSONValue.self, from: JSONText.of(request))
        else { return nil }
        members["limit"] = .integer(Int64(Call.maximumLimit))
        let all: Result? = try? connect().callRaw(Call.method, params: .object(members)).decoded()
        let count = (all?.ids.count ?? 0) - shown.ids.count
        return More(
            count, shown: shown.ids.count, most: Call.maximumLimit,
            isCut: all?.ids.count == Call.maximumLimit)
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

    func id(of result: Result) -> String? {
        result.ids.isEmpty ? nil : result.ids.joined(separator: "\n")
    }
}
