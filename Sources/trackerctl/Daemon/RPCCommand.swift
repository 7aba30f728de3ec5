import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

struct RPCCommand: AnsweringCommand {
    static let configuration = CommandConfiguration.leaf(
        "rpc", abstract: "Call a method and print its JSON result.",
        discussion: """
            The request is sent exactly as given: without a request_id, and never twice. The \
            method rpc.discover describes all methods with their parameters and results.
            """,
        examples: ["rpc status", #"rpc timer.start '{"duration": "25m", "name": "tea"}'"#])

    @Argument(help: "The method, such as timer.start.")
    var method: String

    @Argument(help: ArgumentHelp("The params, a JSON object; '-' reads them from standard input."))
    var json: String?

    @OptionGroup(title: Options.title) var options: Options

    var needsTerminal: Bool { json == Input.standard }

    func answer(_ asking: Asking) throws -> Answer {
        let params = try json.map(JSONArgument.read) ?? .object([:])
        let line = try Output.line(asking.client(options).callRaw(method, params: params))
        return Answer(json: line, quiet: line) { _ in AnswerText(line) }
    }
}

struct AtomicCommand: DaemonCommand, AnsweringCommand {
    static let methods: [String] = [Atomic.method]
    static let configuration = CommandConfiguration.leaf(
        "atomic", abstract: "Make several calls, all or none.",
        discussion: "Prints each result as one line of JSON; with --json, all of them in one line.",
        examples: [
            #"""
            atomic '[{"method": "timer.start", "params": {"duration": "4m"}},
                                  {"method": "rest.skip"}]'
            """#
        ])

    @Argument(
        help: ArgumentHelp(
            "A JSON list of calls, each with 'method' and 'params'; '-' reads it from"
                + " standard input."))
    var calls: String

    @OptionGroup(title: Options.title) var options: Options

    /// The params with the calls as typed, so that methods of a newer daemon can be called.
    func params() throws -> JSONValue {
        switch try JSONArgument.read(calls) {
        case .array(let list): .object(["calls": .array(list)])
        case .object(let members): .object(members)
        default: throw ValidationError("give a JSON list of calls")
        }
    }

    var needsTerminal: Bool { calls == Input.standard }

    func answer(_ asking: Asking) throws -> Answer {
        let params = try params()
        let result = try asking.client(options).call(
            Atomic.method, params: JSONText.of(params), effect: Atomic.effect, as: JSONValue.self,
            requestID: params["request_id"]?.string)
        guard case .array(let results)? = result["results"] else {
            return Answer(json: try Output.line(result)) { _ in AnswerText("") }
        }
        let lines = try results.map { try Output.line($0) }.joined()
        return Answer(json: try Output.line(result)) { _ in AnswerText(lines) }
    }
}

enum JSONArgument {
    static func read(_ text: String) throws -> JSONValue {
        let bytes = text == Input.standard ? try Input.read() : Array(text.utf8)
        do {
            return try JSONText.value(JSONValue.self, from: Array(bytes))
        } catch {
            throw ValidationError(
                "this isn't JSON: \(String(decoding: bytes.prefix(80), as: UTF8.self))")
        }
    }
}
