import Glibc
import TrackerAPI
import TrackerCore
import TrackerEngine

/// Work that a client waits for: a line, or the rest of one.
enum Waiting {
    case piece(LineBuffer.Piece)
    /// A call that was read before, but for which its batch had no room.
    case call(Call)
    /// An array of calls, of which some may have been answered.
    case several(AnsweredTogether)
}

/// Calls that came as one array, and whose replies go out as one.
final class AnsweredTogether {
    private(set) var calls: ArraySlice<Call>
    /// The subscription that one of the calls asked for; it begins once the reply is sent.
    var subscriber: Subscriber?
    private var texts: [String] = []
    private var bytes = 0

    init(_ calls: [Call]) { self.calls = calls[...] }

    /// The calls that may be carried out next, in one batch: those before the next long call, or that call
    /// alone. Once the replies are too large, all remaining calls are refused.
    ///
    /// - Parameters:
    ///   - limit: the largest size of the replies in bytes.
    ///   - isLong: whether a call is carried out in turns with others.
    func nextCalls(limit: Int, isLong: (Call) -> Bool) -> ArraySlice<Call> {
        guard bytes <= limit else {
            let rejection = Rejection(
                .tooLarge,
                "the replies before it take more than \(limit) bytes: send fewer calls at once")
            return calls.map { Call(id: $0.id, rejection: rejection) }[...]
        }
        guard calls.first.map(isLong) != true else { return calls.prefix(1) }
        var isAfterChange = false
        // The progress that a change leads to is settled before anybody asks for it.
        return calls.prefix { call in
            defer { isAfterChange = isAfterChange || call.isChange }
            return !isLong(call) && !(isAfterChange && call.readsProgress)
        }
    }

    /// Drops the calls that only read, since nobody takes the reply any more.
    func dropReading() { calls = calls.filter(\.leavesTraces)[...] }

    /// Whether all calls are answered.
    var isWhole: Bool { calls.isEmpty }

    /// Adds the reply to the next call; `nil` for a notification, which has none.
    func add(_ text: String?) {
        calls = calls.dropFirst()
        guard let text else { return }
        texts.append(text)
        bytes += text.utf8.count
    }

    /// The whole reply; `nil` where all calls were notifications.
    var reply: String? { texts.isEmpty ? nil : "[\(texts.joined(separator: ","))]" }
}

/// The calls of one batch, with the connections to which their replies go.
@MainActor struct GatheredCalls {
    private struct Line {
        let connection: Connection
        /// Range of the line's calls in `calls`.
        let places: Range<Int>
        /// The array that the calls belong to; `nil` for a single call.
        let together: AnsweredTogether?
    }

    private(set) var calls: [Call] = []
    private var lines: [Line] = []
    /// Long calls that come after others of the same client in this batch.
    private var heldBack: [(waiting: Waiting, connection: Connection)] = []

    init() {}

    mutating func add(_ call: Call, from connection: Connection) {
        calls.append(call)
        let place = calls.count - 1
        lines.append(Line(connection: connection, places: place..<place + 1, together: nil))
    }

    /// - Parameter next: the calls of the array that may be carried out in this batch.
    mutating func add(
        _ next: ArraySlice<Call>, of together: AnsweredTogether, from connection: Connection
    ) {
        let start = calls.count
        calls += next
        lines.append(
            Line(connection: connection, places: start..<calls.count, together: together))
    }

    /// The process groups of the clients whose calls may cause events.
    var groups: Set<pid_t> {
        Set(
            lines.lazy.filter { line in calls[line.places].contains(where: \.leavesTraces) }
                .map(\.connection.group))
    }

    /// True where progress may have to be settled after the batch.
    var mayChangeProgress: Bool { calls.contains(where: \.isChange) }

    func has(_ connection: Connection) -> Bool { lines.contains { $0.connection === connection } }

    func holdsBack(_ connection: Connection) -> Bool {
        heldBack.contains { $0.connection === connection }
    }

    mutating func holdBack(_ waiting: Waiting, of connection: Connection) {
        heldBack.append((waiting, connection))
    }

    /// Adds each reply to its client's outbox; notifications have none. Calls without an answer go back to
    /// their connections.
    ///
    /// - Returns: the connections whose calls went back, in order.
    func reply(_ replies: [Reply], writer: ReplyWriter) -> [Connection] {
        for line in lines where !line.connection.isClosed { take(line, replies, writer) }
        for (waiting, connection) in heldBack.reversed() { connection.putBack(waiting) }
        let left = lines.filter { line in
            line.places.upperBound > replies.count || line.together?.isWhole == false
        }
        for line in left.reversed() {
            line.connection.putBack(
                line.together.map(Waiting.several) ?? .call(calls[line.places.lowerBound]))
        }
        return left.map(\.connection) + heldBack.map(\.connection)
    }

    /// Takes the answers that there are for a line.
    private func take(_ line: Line, _ replies: [Reply], _ writer: ReplyWriter) {
        let answered = min(line.places.upperBound, replies.count)
        for place in line.places where place < answered {
            let answer = replies[place]
            let reply = calls[place].id.map { id in writer.reply(answer, to: id) }
            if let together = line.together {
                together.add(reply)
            } else if let reply {
                line.connection.send(reply)
            }
            guard case .subscribed(_, let subscriber) = answer else { continue }
            if let together = line.together {
                together.subscriber = subscriber
            } else {
                line.connection.subscriber = subscriber
            }
        }
        guard let together = line.together, together.isWhole else { return }
        if let reply = together.reply { line.connection.send(reply) }
        if let subscriber = together.subscriber { line.connection.subscriber = subscriber }
    }
}

extension ReplyWriter {
    func reply(_ answer: Reply, to id: CallID) -> String {
        switch answer {
        case .result(let json), .subscribed(let json, _): result(json, to: id)
        case .refused(let rejection): error(rejection, to: id)
        }
    }
}
