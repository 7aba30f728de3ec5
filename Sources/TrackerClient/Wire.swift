import TrackerAPI
import TrackerCore

// Messages are put together and taken apart by hand: setting up the coding of one more type takes longer
// than the whole of a request.

/// The line of a request, with its newline.
///
/// - Parameters:
///   - params: JSON.
///   - requestID: the `request_id` beside the params, by which a retry is recognised.
func line(id: Int, method: String, params: String, requestID: String? = nil) -> [UInt8] {
    var text = params
    if let requestID, text.last == "}" {
        text.removeLast()
        text += "\(text == "{" ? "" : ",")\"request_id\":\(JSONText.quoted(requestID))}"
    }
    let name = JSONText.quoted(method)
    return Array("{\"jsonrpc\":\"2.0\",\"id\":\(id),\"method\":\(name),\"params\":\(text)}\n".utf8)
}

/// The id of the request that a line replies to; `nil` for a line that is no reply.
func replyID(of line: ArraySlice<UInt8>) throws -> Int? {
    guard let document = try? JSONDocument(Array(line)) else {
        throw ClientError.breach(String(decoding: line.prefix(200), as: UTF8.self))
    }
    return document.member("id").flatMap { document.integer(at: $0) }.flatMap(Int.init(exactly:))
}

/// A message from the daemon.
enum Incoming<Result: Decodable> {
    case result(Result, to: Int?)
    case error(WireError)
    case event(ReceivedEvent)
    /// The end of a subscription, and the event after which the next subscription is to begin.
    case resync(since: Int64?)
    /// A notification that this version doesn't know.
    case other

    init(line: ArraySlice<UInt8>) throws {
        do {
            self = try Self.read(JSONDocument(Array(line)))
        } catch {
            let text = String(decoding: line.prefix(200), as: UTF8.self)
            throw ClientError.breach("\(text) (\(error))")
        }
    }

    private static func read(_ document: JSONDocument) throws -> Self {
        if let place = document.member("result") {
            let id = document.member("id").flatMap { document.integer(at: $0) }
            let result = try JSONText.value(Result.self, in: document, at: place)
            return .result(result, to: id.flatMap(Int.init(exactly:)))
        }
        if let place = document.member("error") {
            return .error(try JSONText.value(WireError.self, in: document, at: place))
        }
        switch try document.member("method").map({
            try JSONText.value(String.self, in: document, at: $0)
        }) {
        case "event":
            guard let place = document.member("params") else { return .other }
            return .event(try JSONText.value(ReceivedEvent.self, in: document, at: place))
        case "resync":
            let since = document.member("params").flatMap { document.member("since", of: $0) }
            return .resync(since: since.flatMap { document.integer(at: $0) })
        case nil: throw ClientError.breach("neither a reply nor an event")
        default: return .other
        }
    }
}

/// An event, with all of its JSON, which may have members that this version doesn't know.
package struct ReceivedEvent: Decodable, Sendable {
    package let event: EventView
    package let json: JSONValue

    package init(from decoder: any Decoder) throws {
        event = try EventView(from: decoder)
        json = try JSONValue(from: decoder)
    }
}
