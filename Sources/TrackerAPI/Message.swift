import TrackerCore

/// The content of one line: a request, or a batch of them.
package enum Message: Sendable {
    case single(Call)
    /// Calls answered by one array of replies, in order.
    case batch([Call])

    /// Largest number of calls in a batch or an `atomic`.
    package static let maximumCalls = 1000
}

/// Reads lines as messages.
package struct MessageReader {
    package init() {}

    /// Reads one line without its newline. A line that isn't a request becomes a call with its refusal.
    package func read(_ line: [UInt8]) -> Message {
        // JSON allows no NUL, though UTF-8 does. A line of UTF-16 has many.
        guard !line.withUnsafeBufferPointer({ $0.contains(0) }) else {
            return .single(unreadable("the line has a NUL byte"))
        }
        guard String(validating: line, as: UTF8.self) != nil else {
            return .single(unreadable("the line isn't UTF-8"))
        }
        do {
            let document = try JSONDocument(line)
            guard document.isList else {
                return .single(try JSONText.value(Call.self, in: document))
            }
            return try JSONText.value(Batch.self, in: document).message
        } catch {
            return .single(unreadable("the line isn't JSON"))
        }
    }

    private func unreadable(_ why: String) -> Call {
        let message = "\(why): send one JSON value on each line"
        return Call(id: .null, rejection: Rejection(.parseError, message))
    }
}

private struct Batch: Decodable {
    let message: Message

    init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        guard let count = list.count, count > 0 else {
            message = .single(
                Call(id: .null, rejection: Rejection(.invalidRequest, "the batch is empty")))
            return
        }
        guard count <= Message.maximumCalls else {
            message = .single(
                Call(
                    id: .null,
                    rejection: Rejection(
                        .tooLarge, "a batch can have at most \(Message.maximumCalls) calls")))
            return
        }
        var calls: [Call] = []
        calls.reserveCapacity(count)
        while !list.isAtEnd {
            calls.append(try list.decode(Call.self))
        }
        message = .batch(calls)
    }
}
