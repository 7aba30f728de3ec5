import TrackerAPI
import TrackerCore
import TrackerEngine

/// The calls of one batch, and to whom their answers go in which form.
@MainActor struct GatheredCalls {
    private struct Line {
        let connection: Connection
        /// Places in `calls`.
        let places: Range<Int>
        /// Whether they came, and are answered, as one array.
        let isArray: Bool
    }

    private(set) var calls: [Call] = []
    private var lines: [Line] = []

    init() {}

    mutating func add(_ message: Message, from connection: Connection) {
        let start = calls.count
        switch message {
        case .single(let call):
            calls.append(call)
            lines.append(Line(connection: connection, places: start..<start + 1, isArray: false))
        case .batch(let several):
            calls.append(contentsOf: several)
            lines.append(
                Line(connection: connection, places: start..<calls.count, isArray: true))
        }
    }

    /// Puts each answer into its client's outbox; notifications get none.
    func reply(_ answers: [Answer], writer: ReplyWriter) {
        for line in lines where !line.connection.isClosed {
            let texts = line.places.compactMap { place in
                calls[place].id.map { text(of: answers[place], to: $0, writer) }
            }
            if line.isArray {
                if !texts.isEmpty { line.connection.send("[\(texts.joined(separator: ","))]") }
            } else if let text = texts.first {
                line.connection.send(text)
            }
            for place in line.places {
                guard case .subscribed(_, let since, let types) = answers[place] else { continue }
                line.connection.subscriber = Subscriber(types: types, seq: since)
            }
        }
    }

    private func text(of answer: Answer, to id: CallID, _ writer: ReplyWriter) -> String {
        switch answer {
        case .result(let json), .subscribed(let json, _, _): writer.result(json, to: id)
        case .refused(let rejection): writer.error(rejection, to: id)
        }
    }
}
