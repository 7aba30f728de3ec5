import FoundationEssentials
import TrackerCore

/// One request as it came over the wire, or why it is none.
package struct Call: Sendable {
    /// `nil` for a notification, which gets no reply.
    package let id: CallID?
    /// Names the request for a retry.
    package let requestID: String?
    package let request: Result<any Request, Rejection>

    private init(id: CallID?, requestID: String?, request: Result<any Request, Rejection>) {
        self.id = id
        self.requestID = requestID
        self.request = request
    }

    /// A call that isn't one.
    package init(id: CallID?, rejection: Rejection) {
        self.init(id: id, requestID: nil, request: .failure(rejection))
    }
}

extension Call: Decodable {
    private enum CodingKeys: String, CodingKey { case id, method, params, jsonrpc }

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
        let params = Params(container: container, key: .params)
        switch params.requestID {
        case .success(let requestID):
            self.init(id: id, requestID: requestID, request: params.decode(method: method))
        case .failure(let rejection): self.init(id: id, rejection: rejection)
        }
    }

    /// Something that is no request is always answered, if need be with a null id.
    private init(unusable id: CallID?, _ message: String, field: String? = nil) {
        self.init(id: id ?? .null, rejection: Rejection(.invalidRequest, message, field: field))
    }
}

/// The `params` of a call, which may be left out.
struct Params<Key: CodingKey> {
    let container: KeyedDecodingContainer<Key>
    let key: Key

    /// The `request_id` beside a request's own members.
    var requestID: Result<String?, Rejection> {
        guard container.contains(key),
            let params = try? container.nestedContainer(keyedBy: AnyKey.self, forKey: key),
            params.contains(AnyKey("request_id"))
        else { return .success(nil) }
        guard let text = try? params.decode(String.self, forKey: AnyKey("request_id")),
            (1...64).contains(text.count), text.utf8.count <= 1024
        else {
            return .failure(
                .invalid("request_id", "request_id must be a string of 1 to 64 characters"))
        }
        return .success(text)
    }

    func decode(method: String) -> Result<any Request, Rejection> {
        guard let type = Methods.byName[method] else {
            return .failure(
                Rejection(
                    .unknownMethod, "no method '\(method.prefix(64))'", field: "method"))
        }
        do {
            guard container.contains(key) else {
                return .success(try type.init(from: EmptyObject()))
            }
            guard (try? container.nestedContainer(keyedBy: AnyKey.self, forKey: key)) != nil else {
                return .failure(.invalid("params", "params must be an object"))
            }
            return .success(try type.init(from: container.superDecoder(forKey: key)))
        } catch {
            return .failure(Rejection(decoding: error))
        }
    }
}

extension Rejection {
    /// The refusal of a request whose members can't be read.
    package init(decoding error: any Error) {
        switch error {
        case let rejection as Rejection: self = rejection
        case DecodingError.keyNotFound(let key, _):
            self = .invalid(key.stringValue, "\(key.stringValue) is missing")
        case DecodingError.valueNotFound(let type, let context),
            DecodingError.typeMismatch(let type, let context):
            self = .mistyped(context.codingPath.fieldName ?? "params", type)
        case DecodingError.dataCorrupted(let context):
            let field = context.codingPath.fieldName ?? "params"
            self = .invalid(field, "\(field) can't be read: it is of the wrong kind or out of range")
        default: self = Rejection(.internalError, "\(error)")
        }
    }

    private static func mistyped(_ field: String, _ type: Any.Type) -> Rejection {
        let kind =
            switch type {
            case is String.Type: "a string"
            case is Bool.Type: "true or false"
            case is any BinaryInteger.Type: "a whole number"
            case is any BinaryFloatingPoint.Type: "a number"
            case is any RangeReplaceableCollection.Type, is [Any].Type: "a list"
            default: "of another kind"
            }
        return .invalid(field, "\(field) must be \(kind)")
    }
}
