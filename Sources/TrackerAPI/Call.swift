import TrackerCore

/// A request as it came over the wire, or the reason why it can't be read.
package struct Call: Sendable {
    /// The id for the reply; `nil` for a notification, which gets no reply.
    package let id: CallID?
    /// The `request_id`, by which a retry is recognised; `nil` for none.
    package let requestID: String?
    package let request: Result<any Request, Rejection>

    private init(id: CallID?, requestID: String?, request: Result<any Request, Rejection>) {
        self.id = id
        self.requestID = requestID
        self.request = request
    }

    /// A call that the daemon itself makes and that gets no reply.
    package init(_ request: any Request) {
        self.init(id: nil, requestID: nil, request: .success(request))
    }

    /// A call that can't be read.
    package init(id: CallID?, rejection: Rejection) {
        self.init(id: id, requestID: nil, request: .failure(rejection))
    }
}

extension Call: Decodable {
    private enum CodingKeys: CodingKey { case id, method, params, jsonrpc }

    package init(from decoder: any Decoder) throws {
        guard let container = try? decoder.container(keyedBy: CodingKeys.self) else {
            self.init(unusable: nil, "a request is an object with a method")
            return
        }
        let hasID = container.contains(.id)
        let id = hasID ? try? container.decode(CallID.self, forKey: .id) : nil
        guard !hasID || id != nil else {
            self.init(unusable: nil, "id must be a string, a number or null", field: "id")
            return
        }
        guard let method = try? container.decode(String.self, forKey: .method) else {
            self.init(unusable: id, "method is missing or not a string", field: "method")
            return
        }
        let version = try? container.decodeIfPresent(String.self, forKey: .jsonrpc)
        guard !container.contains(.jsonrpc) || version == "2.0" else {
            self.init(unusable: id, "jsonrpc must be \"2.0\", or left out", field: "jsonrpc")
            return
        }
        do {
            let params = try CallParams(container, key: .params, method: method)
            self.init(id: id, requestID: params.requestID, request: .success(params.request))
        } catch {
            self.init(id: id, rejection: Rejection(decoding: error))
        }
    }

    /// A line that holds no request is always answered, if need be with a null id.
    private init(unusable id: CallID?, _ message: String, field: String? = nil) {
        self.init(id: id ?? .null, rejection: Rejection(.invalidRequest, message, field: field))
    }
}

/// The `params` of a call, which may be missing.
struct CallParams {
    let request: any Request
    /// The `request_id` beside the request's own members, where the request changes something.
    let requestID: String?

    init<Key: CodingKey>(
        _ container: KeyedDecodingContainer<Key>, key: Key, method: String
    ) throws {
        guard let type = Methods.byName[method] else {
            throw Rejection(.unknownMethod, "no method '\(method.prefix(64))'", field: "method")
        }
        guard container.contains(key) else {
            request = try Self.request(type)
            requestID = nil
            return
        }
        let params = try container.superDecoder(forKey: key)
        request = try type.init(from: params)
        requestID = type.effect == .change ? try Self.requestID(params) : nil
    }

    /// A request without given parameters.
    private static func request<R: Request>(_ type: R.Type) throws -> any Request {
        try JSONText.value(type, from: "{}")
    }

    private enum CodingKeys: CodingKey { case requestID }

    private static func requestID(_ params: any Decoder) throws -> String? {
        let container = try params.container(keyedBy: CodingKeys.self)
        guard container.contains(.requestID) else { return nil }
        guard let text = try? container.decode(String.self, forKey: .requestID),
            (1...64).contains(text.count), text.utf8.count <= 64 * 64
        else {
            throw Rejection.invalid(
                "request_id", "request_id must be a string of 1 to 64 characters")
        }
        return text
    }
}

extension Rejection {
    /// The rejection for a request whose members can't be read.
    package init(decoding error: any Error) {
        switch error {
        case let rejection as Rejection: self = rejection
        case DecodingError.keyNotFound(let key, _):
            self = .invalid(key.stringValue, "\(key.stringValue) is missing")
        case DecodingError.valueNotFound(let type, let context),
            DecodingError.typeMismatch(let type, let context):
            let field = context.codingPath.fieldName ?? "params"
            let isInList = context.codingPath.last?.intValue != nil
            let subject = isInList ? "each of \(field)" : field
            self = .invalid(field, "\(subject) must be \(Self.kind(of: type))")
        case DecodingError.dataCorrupted(let context):
            let field = context.codingPath.fieldName ?? "params"
            self = .invalid(
                field, "\(field) can't be read: it is of the wrong kind or out of range")
        default: self = Rejection(.internalError, "\(error)")
        }
    }

    private static func kind(of type: Any.Type) -> String {
        switch type {
        case is String.Type: "a string"
        case is Bool.Type: "true or false"
        case is any BinaryInteger.Type: "a whole number that fits into 64 bits"
        case is any BinaryFloatingPoint.Type: "a number"
        case is any RangeReplaceableCollection.Type, is [Any].Type: "a list"
        default: "an object"
        }
    }
}
