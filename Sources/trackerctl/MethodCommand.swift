import ArgumentParser
import TrackerAPI
import TrackerClient

/// A command that talks to the daemon, and the methods that it stands for.
protocol DaemonCommand: ParsableCommand {
    static var methods: [any Request.Type] { get }
}

/// A command that is one method: its arguments make the request, and the result is printed.
protocol MethodCommand: DaemonCommand {
    associatedtype Call: Request
    /// What the result is read as.
    associatedtype Result: Decodable = Call.Response

    var options: Options { get }

    func request() throws -> Call

    /// The result for people, with its last newline; empty prints nothing.
    func text(of result: Result, in style: Style) -> String

    /// What `--quiet` prints.
    func id(of result: Result) -> String?

    /// Throws where the result, though no refusal, is bad news.
    func judge(_ result: Result) throws
}

extension MethodCommand {
    static var methods: [any Request.Type] { [Call.self] }

    func id(of result: Result) -> String? { nil }
    func judge(_ result: Result) throws {}

    func run() throws {
        let request = try request()
        let client = try options.connect()
        if options.json {
            let whole = try client.call(request, as: Whole<Result>.self)
            try Output.print(whole.json)
            try judge(whole.value)
            return
        }
        let result = try client.call(request, as: Result.self)
        if options.isForPeople {
            try Output.print(text(of: result, in: options.style))
        } else if let id = id(of: result) {
            try Output.print(id + "\n")
        }
        try judge(result)
    }
}

extension MethodCommand where Call: PlainRequest {
    func request() -> Call { Call() }
}

extension MethodCommand where Result: Sentence {
    func text(of result: Result, in style: Style) -> String {
        result.sentence(in: style) + "\n"
    }

    func id(of result: Result) -> String? { result.id }
}

/// A result, and its JSON with members that this version doesn't know.
struct Whole<Value: Decodable>: Decodable {
    let value: Value
    let json: JSONValue

    init(from decoder: any Decoder) throws {
        value = try Value(from: decoder)
        json = try JSONValue(from: decoder)
    }
}
