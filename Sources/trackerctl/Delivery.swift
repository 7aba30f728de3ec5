import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

/// Sends requests to the daemon, and prints or shows their results.
struct Delivery: Equatable {
    /// Milliseconds that the daemon may be silent, unless '--timeout' says otherwise.
    static let usualSilenceMs = 5000

    var socket: String?
    var silenceMs = Self.usualSilenceMs
    var json = false
    var quiet = false
    /// Whether the result is also shown as a notification.
    var notify = false
    var color = ColorChoice.auto

    var isForPeople: Bool { !json && !quiet }

    var style: Style { .ofOutput(isColored: color.isColored) }

    func path() throws -> String { try SocketPath.find(given: socket) }

    func connect() throws -> Client { try Client.connect(path: path(), silenceMs: silenceMs) }

    /// The person's current day as the daemon counts it, such as `2026-03-01`; it may not begin at midnight.
    func today() throws -> String { try connect().call(Status()).today.date }

    /// Sends a request and prints its result.
    ///
    /// - Parameters:
    ///   - text: result for people, including its last newline; empty to print nothing.
    ///   - id: output of `--quiet`.
    /// - Returns: the result.
    @discardableResult
    func send<Call: Request, Result: Decodable>(
        _ request: Call, text: (Result, Style) -> String, id: (Result) -> String?
    ) throws -> Result {
        try send(
            request.method, params: JSONText.of(request), effect: Call.effect, text: text, id: id)
    }

    /// Sends a request whose params are already JSON.
    @discardableResult
    func send<Result: Decodable>(
        _ method: String, params: String, effect: Effect, text: (Result, Style) -> String,
        id: (Result) -> String?
    ) throws -> Result {
        let client = try connect()
        guard json else {
            let result = try client.call(method, params: params, effect: effect, as: Result.self)
            let after = client.after
            let part = quiet && !notify ? nil : ProgressPart(empty: result)
            // If the daemon can't send its settings, the result is still shown.
            let settings = part.flatMap { _ in try? client.call(SettingsGet()) }
            try show(
                { style in
                    settings.flatMap { part?.whereOff(in: $0, style) } ?? text(result, style)
                }, quiet: id(result).map { $0 + "\n" }, after: after)
            return result
        }
        let whole = try client.call(method, params: params, effect: effect, as: Whole<Result>.self)
        try show(
            { text(whole.value, $0) }, json: Output.line(whole.json), after: client.after)
        return whole.value
    }

    /// Prints a result in the requested form, and shows it as a notification if requested.
    ///
    /// - Parameters:
    ///   - text: result for people.
    ///   - json: output of `--json`.
    ///   - quiet: output of `--quiet`; `nil` for none.
    ///   - after: consequences of the change, for people; `nil` for none.
    func show(
        _ text: (Style) throws -> String, json: @autoclosure () throws -> String = "",
        quiet: String? = nil, after: After? = nil
    ) throws {
        try Output.print(
            isForPeople
                ? text(style) + (after?.text(in: style) ?? "") : self.json ? json() : quiet ?? "")
        if notify { try Bubble.show(text(style.plain) + (after?.news(in: style.plain) ?? "")) }
    }
}

/// A value together with all of its JSON, which may have members that this version doesn't know.
struct Whole<Value: Decodable>: Decodable {
    let value: Value
    let json: JSONValue

    init(from decoder: any Decoder) throws {
        value = try Value(from: decoder)
        json = try JSONValue(from: decoder)
    }
}
