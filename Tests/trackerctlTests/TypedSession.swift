import ArgumentParser
import HandMoved
import TestSupport
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

@testable import trackerctl

/// Commands typed one after the other, and the daemon that they reach: the real engine with its library on a state
/// folder. Its clock stands still until it is moved.
@MainActor final class TypedSession {
    /// Monday, 2026-03-02 at 08:00, an hour east of Greenwich.
    private static let beginMs: Int64 = 1_772_434_800_000
    private static let zone = Zone(name: { "Here" }) { _ in 3600 }

    private let folder: TemporaryFolder
    private let daemon: HandMovedDaemon

    init() throws {
        folder = try TemporaryFolder(in: TemporaryFolder.inMemory)
        daemon = try HandMovedDaemon(
            folder: folder.file("state"), zone: Self.zone, seed: 1, fromMs: Self.beginMs,
            log: { _ in })
    }

    func advance(ms: Int64) throws { try daemon.advance(toMs: daemon.clock.wallMs + ms) }

    /// The style of a terminal that is no terminal, by the daemon's clock.
    var style: Style {
        let wallMs = daemon.clock.wallMs
        let date = String(Self.zone.text(ofMs: wallMs).prefix(10))
        return Style(
            isColored: false, today: { date }, dayStart: { Self.dayStart }, sheet: { nil },
            nowMs: { wallMs })
    }

    private nonisolated static var dayStart: Int { Int(Settings.Fields().dayStartMinute) }

    /// Types a line.
    ///
    /// - Parameters:
    ///   - line: the line without the program's name.
    ///   - replies: what the person answers to questions, in order.
    func type(_ line: String, answering replies: [String] = []) -> Typed {
        var typed = Typed()
        var replies = replies[...]
        let words = BashLine("trackerctl \(line) ", breaks: "").before
        let style = self.style
        let asking = Asking(
            connect: { _ in Client(over: Recording(self.daemon) { typed.requests.append($0) }) },
            dialogue: Dialogue(canAsk: !replies.isEmpty) { question in
                typed.questions.append(question)
                return replies.popFirst()
            }, style: { _ in style })
        do {
            let command = try Trackerctl.command(for: words)
            guard let command = command as? any AnsweringCommand else {
                throw Refusal(message: "this is a program of its own")
            }
            let answer = try command.answer(asking)
            let delivery = command.options.delivery
            typed.output =
                delivery.isForPeople
                ? try answer.printed(in: style) : try delivery.output(of: answer)
            if delivery.notify { typed.notified = try answer.notified(in: style.forNotification) }
            typed.message = answer.remark
            if let failure = answer.failure { typed.fail(failure, words) }
        } catch {
            typed.fail(MistypedCommand.correcting(error, words), words)
        }
        return typed
    }
}

/// Requests and output of a typed line.
struct Typed {
    /// Requests that it sent, each as `method params`.
    var requests: [String] = []
    /// Questions that it asked.
    var questions: [String] = []
    /// Standard output, with its last newline.
    var output = ""
    /// Text of the notification; empty for none.
    var notified = ""
    /// The message of a failure without the command's usage, or a remark; `nil` for none.
    var message: String?
    /// The hint below the message; `nil` for none.
    var hint: String?
    var status: CInt = 0

    fileprivate mutating func fail(_ error: any Error, _ words: [String]) {
        let failure = Failure(error, line: words)
        message = failure.parserMessage ?? failure.message
        (hint, status) = (failure.hint, failure.status)
    }
}

/// A wire whose requests are noted, without their ids and the random names that make them repeatable.
private final class Recording: Wire {
    private let wire: any Wire
    private let note: (String) -> Void

    init(_ wire: any Wire, note: @escaping (String) -> Void) {
        self.wire = wire
        self.note = note
    }

    func send(_ bytes: [UInt8]) throws(ClientError) {
        note(Self.request(bytes))
        try wire.send(bytes)
    }

    func receiveLine() throws(ClientError) -> ArraySlice<UInt8> { try wire.receiveLine() }

    func receiveLineIfThere() throws(ClientError) -> ArraySlice<UInt8>? {
        try wire.receiveLineIfThere()
    }

    private static func request(_ bytes: [UInt8]) -> String {
        let text = String(decoding: bytes.dropLast(), as: UTF8.self)
        guard let call = try? decode(JSONValue.self, text),
            case .object(var params)? = call["params"]
        else { return text }
        params["request_id"] = nil
        return "\(call["method"]?.string ?? "") \((try? json(JSONValue.object(params))) ?? "")"
    }
}
