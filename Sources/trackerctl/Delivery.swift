import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

/// The way of requests to the daemon and of their results to the output.
struct Delivery: Equatable {
    /// Milliseconds that the daemon may give no sign of life, unless '--timeout' says otherwise.
    static let usualSilenceMs = 5000

    var socket: String?
    var silenceMs = Self.usualSilenceMs
    var json = false
    var quiet = false
    /// Set where the result is shown as a notification, too.
    var notify = false
    var color = ColorChoice.auto

    var isForPeople: Bool { !json && !quiet }

    var style: Style { .ofOutput(isColored: color.isColored) }

    func path() throws -> String { try SocketPath.find(given: socket) }

    func connect() throws -> Client { try Client.connect(path: path(), silenceMs: silenceMs) }

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
            request.method, params: JSONText.of(request), effect: Call.effect, text: text, id: id)
    }

    /// Sends a request whose params are JSON already.
    @discardableResult
    func send<Result: Decodable>(
        _ method: String, params: String, effect: Effect, text: (Result, Style) -> String,
        id: (Result) -> String?
    ) throws -> Result {
        let client = try connect()
        guard json else {
            let result = try client.call(method, params: params, effect: effect, as: Result.self)
            let part = quiet && !notify ? nil : ProgressPart(empty: result)
            // A daemon that can't tell its settings is no reason to show nothing.
            let settings = part.flatMap { _ in try? client.call(SettingsGet()) }
            try show(
                { style in
                    settings.flatMap { part?.whereOff(in: $0, style) } ?? text(result, style)
                }, quiet: id(result).map { $0 + "\n" })
            let sequel = Sequel(to: result, of: method, effect)
            if isForPeople { try Output.print(sequel.text(asking: client, in: style)) }
            return result
        }
        let whole = try client.call(method, params: params, effect: effect, as: Whole<Result>.self)
        try show({ text(whole.value, $0) }, json: Output.line(whole.json))
        return whole.value
    }

    /// Prints a result in the form that was asked for, and shows it as a notification, if that was asked for.
    ///
    /// - Parameters:
    ///   - text: the result for people.
    ///   - json: the output of `--json`.
    ///   - quiet: the output of `--quiet`; `nil` for none.
    func show(
        _ text: (Style) throws -> String, json: @autoclosure () throws -> String = "",
        quiet: String? = nil
    ) throws {
        try Output.print(isForPeople ? text(style) : self.json ? json() : quiet ?? "")
        if notify { try Bubble.show(text(style.plain)) }
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
