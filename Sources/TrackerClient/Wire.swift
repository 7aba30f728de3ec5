import TrackerAPI
import TrackerCore

/// The way of lines to the daemon and back.
package protocol Wire: AnyObject {
    /// Sends bytes that end with a newline.
    func send(_ bytes: [UInt8]) throws(ClientError)

    /// The next line without its newline.
    func receiveLine() throws(ClientError) -> ArraySlice<UInt8>

    /// The next line if all of it has come, or `nil`; doesn't wait.
    func receiveLineIfThere() throws(ClientError) -> ArraySlice<UInt8>?
}

// Messages are put together and parsed by hand: setting up the coding of one more type takes longer than a
// whole request.

/// The line of a request, with its newline.
///
/// - Parameters:
///   - params: JSON.
///   - requestID: the `request_id` to add to the params, by which the daemon recognises a retry.
func line(id: Int, method: String, params: String, requestID: String? = nil) -> [UInt8] {
    var text = params
    if let requestID, text.last == "}" {
        text.removeLast()
        text += "\(text == "{" ? "" : ",")\"request_id\":\(JSONText.quoted(requestID))}"
    }
    let name = JSONText.quoted(method)
    return Array("{\"jsonrpc\":\"2.0\",\"id\":\(id),\"method\":\(name),\"params\":\(text)}\n".utf8)
}

/// Id of the request that a line replies to; `nil` for a line that isn't a reply.
func replyID(of line: ArraySlice<UInt8>) throws -> Int? {
    guard let document = try? JSONDocument(Array(line)) else {
        throw ClientError.breach(String(decoding: line.prefix(200), as: UTF8.self))
    }
    return document.member("id").flatMap { document.integer(at: $0) }.flatMap(Int.init(exactly:))
}

/// A message from the daemon.
enum Incoming<Result: Decodable> {
    case result(Result, to: Int?, after: After?)
    case error(WireError)
    case event(ReceivedEvent)
    /// The end of a subscription, and the event to continue after.
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
            if let day = beside("day", PresentDay.self, in: document) { ToldDay.note(day) }
            return .result(
                result, to: id.flatMap(Int.init(exactly:)),
                after: beside("after", After.self, in: document))
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

/// A member beside the result; `nil` if the daemon doesn't send it, or this version can't read it.
private func beside<Value: Decodable>(
    _ name: String, _ type: Value.Type, in document: JSONDocument
) -> Value? {
    document.member(name).flatMap { try? JSONText.value(type, in: document, at: $0) }
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
