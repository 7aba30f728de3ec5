import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

/// The way of requests to the daemon and of their results to the output.
struct Delivery: Equatable {
    var socket: String?
    var json = false
    var quiet = false
    /// Set where the result is shown as a notification, too.
    var notify = false
    var color = ColorChoice.auto

    var isForPeople: Bool { !json && !quiet }

    var style: Style { .ofOutput(isColored: color.isColored) }

    func path() throws -> String { try SocketPath.find(given: socket) }

    func connect() throws -> Client { try Client.connect(path: path()) }

    /// The person's present day as the daemon counts it, such as `2026-03-01`; it needn't begin at
    /// midnight.
    func today() throws -> String { try connect().call(Status()).today.date }

    /// Sends a request and prints its result.
    ///
    /// - Parameters:
    ///   - text: the result for people, with its last newline; empty prints nothing.
    ///   - id: the output of `--quiet`.
    /// - Returns: the result.
    @discardableResult
    func send<Call: Request, Result: Decodable>(
        _ request: Call, text: (Result, Style) -> String, id: (Result) -> String?
    ) throws -> Result {
        try send(
            Call.method, params: JSONText.of(request), effect: Call.effect, text: text, id: id)
    }

    /// Sends a request whose params are JSON already.
    @discardableResult
    func send<Result: Decodable>(
        _ method: String, params: String, effect: Effect, text: (Result, Style) -> String,
        id: (Result) -> String?
    ) throws -> Result {
        let client = try connect()
        if json {
            let whole = try client.call(
                method, params: params, effect: effect, as: Whole<Result>.self)
            try Output.print(whole.json)
            if notify { Bubble.show(text(whole.value, style.plain)) }
            return whole.value
        }
        let result = try client.call(method, params: params, effect: effect, as: Result.self)
        if isForPeople {
            try Output.print(text(result, style))
        } else if let id = id(result) {
            try Output.print(id + "\n")
        }
        if notify { Bubble.show(text(result, style.plain)) }
        return result
    }
}

/// A value, with all of its JSON, which may have members that this version doesn't know.
struct Whole<Value: Decodable>: Decodable {
    let value: Value
    let json: JSONValue

    init(from decoder: any Decoder) throws {
        value = try Value(from: decoder)
        json = try JSONValue(from: decoder)
    }
}
