import FoundationEssentials
import TrackerCore

/// What one line holds: a request, or a batch of them.
package enum Message: Sendable {
    case single(Call)
    /// Answered by one array, in order.
    case batch([Call])

    /// The most calls in a batch, or in an `atomic`.
    package static let maximumCalls = 1000
}

/// Reads lines. One is kept for many lines, since setting it up costs more than reading.
package struct MessageReader {
    private let decoder = JSONDecoder()

    package init() {}

    /// Reads one line without its newline. Whatever it holds, the answer is a message: what isn't a
    /// request is a call with its refusal.
    package func read(_ line: [UInt8]) -> Message {
        // JSONDecoder takes UTF-16 and -32 as well; the wire is UTF-8, where a NUL can't be.
        guard !line.withUnsafeBufferPointer({ $0.contains(0) }),
            String(validating: line, as: UTF8.self) != nil
        else {
            return .single(unreadable("the line isn't UTF-8"))
        }
        do {
            let isArray = line.first { !Self.isBlank($0) } == UInt8(ascii: "[")
            guard isArray else {
                return .single(try decoder.decode(Call.self, from: Data(line)))
            }
            return try decoder.decode(Batch.self, from: Data(line)).message
        } catch {
            return .single(unreadable("the line isn't JSON"))
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
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
                        .tooLarge, "a batch has at most \(Message.maximumCalls) calls")))
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
