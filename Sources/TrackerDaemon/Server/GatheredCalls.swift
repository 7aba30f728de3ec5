import Glibc
import TrackerAPI
import TrackerCore
import TrackerEngine

/// Work that a client waits for: a line, or the remaining part of one.
enum Waiting {
    case piece(LineBuffer.Piece)
    /// A call that was read before but didn't fit into its batch.
    case call(Call)
    /// An array of calls, of which some may have been answered.
    case array(CallArray)
}

/// Calls that came as one array, and whose replies go out as one.
final class CallArray {
    private(set) var calls: ArraySlice<Call>
    /// The subscription that one of the calls asked for. It begins after the reply is sent.
    var subscriber: Subscriber?
    private var texts: [String] = []
    private var bytes = 0

    init(_ calls: [Call]) { self.calls = calls[...] }

    /// The next calls to carry out in one batch: those before the next long call, or that call alone. Once
    /// the replies are too large, all remaining calls are refused.
    ///
    /// - Parameters:
    ///   - limit: the largest size of the replies in bytes.
    ///   - isLong: whether a call is carried out in slices.
    func nextCalls(limit: Int, isLong: (Call) -> Bool) -> ArraySlice<Call> {
        guard bytes <= limit else {
            let rejection = Rejection(
                .tooLarge,
                "the replies before it take more than \(limit) bytes: send fewer calls at once")
            return calls.map { Call(id: $0.id, rejection: rejection) }[...]
        }
        guard calls.first.map(isLong) != true else { return calls.prefix(1) }
        var isAfterChange = false
        // Progress that depends on a change is settled before anybody asks for it.
        return calls.prefix { call in
            defer { isAfterChange = isAfterChange || call.isChange }
            return !isLong(call) && !(isAfterChange && call.readsProgress)
        }
    }

    /// Drops the calls that only read, since nobody will take the reply.
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

    /// The whole reply; `nil` if all calls were notifications.
    var reply: String? { texts.isEmpty ? nil : "[\(texts.joined(separator: ","))]" }
}

/// The calls of one batch, with the connections to which their replies go.
@MainActor struct GatheredCalls {
    private struct Line {
        let connection: Connection
        /// Range of the line's calls in `calls`.
        let places: Range<Int>
        /// The array that the calls belong to; `nil` for a single call.
        let array: CallArray?
    }

    private(set) var calls: [Call] = []
    private var lines: [Line] = []
    /// Connections that have calls in this batch, and whose next call can't be carried out in it.
    private var heldBack: [Connection] = []

    init() {}

    mutating func add(_ call: Call, from connection: Connection) {
        calls.append(call)
        let place = calls.count - 1
        lines.append(Line(connection: connection, places: place..<place + 1, array: nil))
    }

    /// - Parameter next: the array's calls for this batch.
    mutating func add(_ next: ArraySlice<Call>, of array: CallArray, from connection: Connection) {
        let start = calls.count
        calls += next
        lines.append(Line(connection: connection, places: start..<calls.count, array: array))
        if next.count < array.calls.count { heldBack.append(connection) }
    }

    /// Process groups of the clients whose calls may cause events.
    var groups: Set<pid_t> {
        Set(
            lines.lazy.filter { line in calls[line.places].contains(where: \.leavesTraces) }
                .map(\.connection.group))
    }

    /// Whether progress may have to be settled after the batch.
    var mayChangeProgress: Bool { calls.contains(where: \.isChange) }

    func has(_ connection: Connection) -> Bool { lines.contains { $0.connection === connection } }

    /// Whether all else that the client has sent waits for a later batch.
    func holdsBack(_ connection: Connection) -> Bool { heldBack.contains { $0 === connection } }

    /// Leaves a long call to a later batch.
    mutating func holdBack(_ waiting: Waiting, of connection: Connection) {
        connection.putBack(waiting)
        heldBack.append(connection)
    }

    /// Adds each reply to its client's outbox; notifications have none. Unanswered calls go back to their
    /// connections.
    ///
    /// - Returns: the connections whose calls went back or were held back, in order.
    func reply(_ outcome: Outcome, on day: PresentDay?, writer: ReplyWriter) -> [Connection] {
        let replies = outcome.replies
        for line in lines where !line.connection.isClosed { take(line, outcome, day, writer) }
        let left = lines.filter { line in
            line.places.upperBound > replies.count || line.array?.isWhole == false
        }
        for line in left.reversed() {
            line.connection.putBack(
                line.array.map(Waiting.array) ?? .call(calls[line.places.lowerBound]))
        }
        return left.map(\.connection) + heldBack
    }

    /// Adds the available answers to a line's reply.
    private func take(_ line: Line, _ outcome: Outcome, _ day: PresentDay?, _ writer: ReplyWriter) {
        let answered = min(line.places.upperBound, outcome.replies.count)
        for place in line.places where place < answered {
            let answer = outcome.replies[place]
            let reply = calls[place].id.map { id in
                writer.reply(answer, to: id, after: outcome.after[place], day: day)
            }
            if let array = line.array {
                array.add(reply)
            } else if let reply {
                line.connection.send(reply)
            }
            guard case .subscribed(_, let subscriber) = answer else { continue }
            if let array = line.array {
                array.subscriber = subscriber
            } else {
                line.connection.subscriber = subscriber
            }
        }
        if let array = line.array, array.isWhole { line.connection.complete(array) }
    }
}

extension ReplyWriter {
    /// The line of an answer, without a newline.
    package nonisolated func reply(
        _ answer: Reply, to id: CallID, after: After? = nil, day: PresentDay?
    ) -> String {
        switch answer {
        case .result(let json), .subscribed(let json, _):
            result(json, to: id, after: after, day: day)
        case .refused(let rejection): error(rejection, to: id)
        }
    }
}
