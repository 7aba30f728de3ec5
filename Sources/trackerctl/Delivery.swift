import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

/// How a command reaches the daemon, and how its answer is printed or shown.
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

    /// Sends a request, and makes an answer of its result.
    ///
    /// - Parameters:
    ///   - text: result for people, with its last newline; empty to print nothing.
    ///   - id: output of `--quiet`.
    func ask<Call: Request, Result: Decodable>(
        _ request: Call, _ asking: Asking, text: @escaping (Result, Style) -> AnswerText,
        id: (Result) -> String?
    ) throws -> (result: Result, answer: Answer) {
        let client = try asking.connect(self)
        guard json else {
            let result = try client.call(request, as: Result.self)
            let after = client.after
            let part = quiet && !notify ? nil : ProgressPart(empty: result)
            // If the daemon can't send its settings, the result is still shown.
            let settings = part.flatMap { _ in try? client.call(SettingsGet()) }
            let answer = Answer(quiet: id(result).map { $0 + "\n" } ?? "", after: after) { style in
                let off = settings.flatMap { part?.whereOff(in: $0, style) }
                return off.map { AnswerText($0) } ?? text(result, style)
            }
            return (result, answer)
        }
        let whole = try client.call(request, as: Whole<Result>.self)
        let answer = Answer(json: try Output.line(whole.json), after: client.after) {
            text(whole.value, $0)
        }
        return (whole.value, answer)
    }

    /// Prints an answer in the requested form, and shows it as a notification if requested.
    ///
    /// - Throws: also the failure that the answer is.
    func deliver(_ answer: Answer) throws {
        try Output.print(output(of: answer))
        if let remark = answer.remark { Output.complain(remark) }
        try notifyIfAsked(answer)
        if let failure = answer.failure { throw failure }
    }

    func output(of answer: Answer) throws -> String {
        if isForPeople { return try answer.printed(in: style) }
        return json ? try answer.json() : answer.quiet
    }

    /// Shows an answer as a notification if that is requested.
    func notifyIfAsked(_ answer: Answer) throws {
        if notify { try Bubble.show(answer.notified(in: style.forNotification)) }
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

extension Client {
    /// Sends several calls at once: either all of them take effect, or none. A single call is sent as it is.
    func answers<Call: Request>(
        to calls: [Call]
    ) throws -> (answers: [Call.Response], json: JSONValue) {
        if calls.count == 1 {
            let whole = try call(calls[0], as: Whole<Call.Response>.self)
            return ([whole.value], whole.json)
        }
        let whole = try call(Atomic(calls: calls), as: Whole<Results<Call.Response>>.self)
        return (whole.value.results, whole.json)
    }
}

private struct Results<Value: Decodable>: Decodable { let results: [Value] }
