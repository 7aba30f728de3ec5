import TrackerAPI
import TrackerCore

/// A request as it goes out.
struct Outgoing<Params: Encodable>: Encodable {
    let params: Params
    /// The name beside the params by which a retry is known.
    var requestID: String?

    func encode(to encoder: any Encoder) throws {
        try params.encode(to: encoder)
        guard let requestID else { return }
        var container = encoder.container(keyedBy: AnyKey.self)
        try container.encode(requestID, forKey: AnyKey("request_id"))
    }

    /// The whole line with its newline.
    func line(id: Int, method: String) throws -> [UInt8] {
        let name = try JSONText.of(method)
        let params = try JSONText.of(self)
        let line = #"{"jsonrpc":"2.0","id":\#(id),"method":\#(name),"params":\#(params)}"#
        return Array(line.utf8) + [UInt8(ascii: "\n")]
    }
}

/// A line of the daemon.
enum Incoming<Result: Decodable>: Decodable {
    case result(Result, to: Int?)
    case error(WireError)
    case event(ReceivedEvent)
    case resync
    /// A notification that this version doesn't know.
    case other

    private enum CodingKeys: String, CodingKey { case id, result, error, method, params }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if container.contains(.result) {
            let id = try? container.decode(Int.self, forKey: .id)
            self = .result(try container.decode(Result.self, forKey: .result), to: id)
        } else if container.contains(.error) {
            self = .error(try container.decode(WireError.self, forKey: .error))
        } else {
            switch try container.decode(String.self, forKey: .method) {
            case "event":
                self = .event(try container.decode(ReceivedEvent.self, forKey: .params))
            case "resync": self = .resync
            default: self = .other
            }
        }
    }

    init(line: ArraySlice<UInt8>) throws {
        do {
            self = try JSONText.value(Self.self, from: Array(line))
        } catch {
            let text = String(decoding: line.prefix(200), as: UTF8.self)
            throw ClientError.breach("\(text) (\(error))")
        }
    }
}

/// An event, and all of its JSON with members that this version doesn't know.
package struct ReceivedEvent: Decodable, Sendable {
    package let event: EventView
    package let json: JSONValue

    package init(from decoder: any Decoder) throws {
        event = try EventView(from: decoder)
        json = try JSONValue(from: decoder)
    }
}
