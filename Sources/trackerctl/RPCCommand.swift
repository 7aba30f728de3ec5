import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

struct RPCCommand: ParsableCommand {
    static let configuration = CommandConfiguration.leaf(
        "rpc",
        abstract: "Call any method by hand and print its result as JSON.",
        discussion: """
            It is sent just as given: without a request_id, and never twice. The method \
            rpc.discover describes all of them, with what they take and give.

            Examples:
              trackerctl rpc status
              trackerctl rpc timer.start '{"duration": "25m", "name": "tea"}'
            """)

    @Argument(help: "The method, such as timer.start.")
    var method: String

    @Argument(help: ArgumentHelp("The params, an object; '-' reads them from standard input."))
    var json: String?

    @OptionGroup(title: Options.title) var options: Options

    func run() throws {
        let params = try json.map(JSONArgument.read) ?? .object([:])
        try Output.print(try options.connect().callRaw(method, params: params))
    }
}

struct AtomicCommand: DaemonCommand {
    static let methods: [String] = [Atomic.method]
    static let configuration = CommandConfiguration.leaf(
        "atomic",
        abstract: "Make several calls, of which all happen or none.",
        discussion: """
            Prints each result as one line of JSON; with --json, all of them as one.

            Example:
              trackerctl atomic '[{"method": "timer.start", "params": {"duration": "4m"}},
                                  {"method": "rest.skip"}]'
            """)

    @Argument(
        help: ArgumentHelp(
            "A list of calls, each with 'method' and 'params'; '-' reads it from standard input."))
    var calls: String

    @OptionGroup(title: Options.title) var options: Options

    /// The params with the calls as they were typed, so that methods of a newer daemon are possible.
    func params() throws -> JSONValue {
        switch try JSONArgument.read(calls) {
        case .array(let list): .object(["calls": .array(list)])
        case .object(let members): .object(members)
        default: throw ValidationError("give a list of calls")
        }
    }

    func run() throws {
        let params = try params()
        let result = try options.connect().call(
            Atomic.method, params: JSONText.of(params), effect: Atomic.effect, as: JSONValue.self,
            requestID: params["request_id"]?.string)
        if options.json {
            try Output.print(result)
        } else if !options.quiet, case .array(let results)? = result["results"] {
            for result in results { try Output.print(result) }
        }
    }
}

/// Reads JSON from an argument.
enum JSONArgument {
    static func read(_ text: String) throws -> JSONValue {
        let bytes = text == "-" ? try Input.read() : Array(text.utf8)
        do {
            return try JSONText.value(JSONValue.self, from: Array(bytes))
        } catch {
            throw ValidationError(
                "this isn't JSON: \(String(decoding: bytes.prefix(80), as: UTF8.self))")
        }
    }
}
