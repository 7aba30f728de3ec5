import TrackerAPI
import TrackerCore
import TrackerEngine

/// What a client waits for: a line, or what is left of one.
enum Waiting {
    case piece(LineBuffer.Piece)
    /// Read before, but its batch was full.
    case call(Call)
    /// A batch of calls, of which some may have been answered.
    case several(AnsweredTogether)
}

/// Calls that came as one array, and whose replies go out as one.
final class AnsweredTogether {
    private(set) var calls: ArraySlice<Call>
    /// What one of them asked for; it begins once the reply is out.
    var subscriber: Subscriber?
    private var texts: [String] = []
    private var bytes = 0

    init(_ calls: [Call]) { self.calls = calls[...] }

    /// Those that are left. Once the replies take too much, they are to be refused.
    ///
    /// - Parameter limit: for the replies, in bytes.
    func callsLeft(limit: Int) -> ArraySlice<Call> {
        guard bytes > limit else { return calls }
        let rejection = Rejection(
            .tooLarge,
            "the replies before it take more than \(limit) bytes: send fewer calls at once")
        return calls.map { Call(id: $0.id, rejection: rejection) }[...]
    }

    /// The next call was answered; a notification's answer is nothing.
    func add(_ text: String?) {
        calls = calls.dropFirst()
        guard let text else { return }
        texts.append(text)
        bytes += text.utf8.count
    }

    /// The whole reply; `nil` where there were notifications alone.
    var reply: String? { texts.isEmpty ? nil : "[\(texts.joined(separator: ","))]" }
}

/// The calls of one batch, and to whom their answers go in which form.
@MainActor struct GatheredCalls {
    private struct Line {
        let connection: Connection
        /// Places in `calls`.
        let places: Range<Int>
        /// `nil` for a single call.
        let together: AnsweredTogether?
    }

    private(set) var calls: [Call] = []
    private var lines: [Line] = []

    init() {}

    mutating func add(_ message: Message, from connection: Connection, limit: Int) {
        switch message {
        case .single(let call): add(call, from: connection)
        case .batch(let several):
            add(AnsweredTogether(several), from: connection, limit: limit)
        }
    }

    mutating func add(_ call: Call, from connection: Connection) {
        calls.append(call)
        let place = calls.count - 1
        lines.append(Line(connection: connection, places: place..<place + 1, together: nil))
    }

    /// - Parameter limit: what the replies may take, in bytes.
    mutating func add(_ together: AnsweredTogether, from connection: Connection, limit: Int) {
        let start = calls.count
        calls += together.callsLeft(limit: limit)
        lines.append(
            Line(connection: connection, places: start..<calls.count, together: together))
    }

    /// Puts each answer into its client's outbox; notifications get none. Calls without an answer go back to
    /// where they came from.
    ///
    /// - Returns: whose calls went back, in their order.
    func reply(_ answers: [Answer], writer: ReplyWriter) -> [Connection] {
        for line in lines where !line.connection.isClosed { take(line, answers, writer) }
        let left = lines.filter { $0.places.upperBound > answers.count }
        for line in left.reversed() {
            line.connection.putBack(
                line.together.map(Waiting.several) ?? .call(calls[line.places.lowerBound]))
        }
        return left.map(\.connection)
    }

    /// Takes what answers there are to a line.
    private func take(_ line: Line, _ answers: [Answer], _ writer: ReplyWriter) {
        let answered = min(line.places.upperBound, answers.count)
        for place in line.places where place < answered {
            let answer = answers[place]
            let reply = calls[place].id.map { id in text(of: answer, to: id, writer) }
            if let together = line.together {
                together.add(reply)
            } else if let reply {
                line.connection.send(reply)
            }
            guard case .subscribed(_, let since, let types) = answer else { continue }
            let subscriber = Subscriber(types: types, seq: since)
            if let together = line.together {
                together.subscriber = subscriber
            } else {
                line.connection.subscriber = subscriber
            }
        }
        guard answered == line.places.upperBound, let together = line.together else { return }
        if let reply = together.reply { line.connection.send(reply) }
        if let subscriber = together.subscriber { line.connection.subscriber = subscriber }
    }

    private func text(of answer: Answer, to id: CallID, _ writer: ReplyWriter) -> String {
        switch answer {
        case .result(let json), .subscribed(let json, _, _): writer.result(json, to: id)
        case .refused(let rejection): writer.error(rejection, to: id)
        }
    }
}
