import TrackerCore

/// A request as it came over the wire, or the reason it can't be read.
package struct Call: Sendable {
    /// The id for the reply; `nil` for a notification, which gets no reply.
    package let id: CallID?
    /// The `request_id`, which identifies a retry; `nil` for none.
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
    private enum CodingKeys: CodingKey, CaseIterable { case jsonrpc, id, method, params }

    package init(from decoder: any Decoder) throws {
        guard let container = try? decoder.container(keyedBy: CodingKeys.self) else {
            self.init(unusable: nil, "a request is an object with a method")
            return
        }
        let hasID = container.contains(.id)
        let id = hasID ? try? container.decode(CallID.self, forKey: .id) : nil
        guard !hasID || id != nil else {
            self.init(
                unusable: nil, "\(field: "id") must be a string, a number or null", field: "id")
            return
        }
        if let rejection = Self.refusal(ofMembers: decoder) {
            self.init(id: id ?? .null, rejection: rejection)
            return
        }
        guard let method = try? container.decode(String.self, forKey: .method) else {
            self.init(
                unusable: id, "\(field: "method") is missing or not a string", field: "method")
            return
        }
        let version = try? container.decodeIfPresent(String.self, forKey: .jsonrpc)
        guard !container.contains(.jsonrpc) || version == "2.0" else {
            self.init(
                unusable: id, "\(field: "jsonrpc") must be \"2.0\", or left out", field: "jsonrpc")
            return
        }
        do {
            let params = try CallParams(container, key: .params, method: method)
            self.init(id: id, requestID: params.requestID, request: .success(params.request))
        } catch {
            self.init(id: id, rejection: Rejection(decoding: error))
        }
    }

    private static let known = CodingKeys.allCases.map(\.stringValue)

    /// Refusal of an unknown member, so that a typo such as `parms` isn't taken for missing params; `nil` if
    /// all are known.
    private static func refusal(ofMembers decoder: any Decoder) -> Rejection? {
        guard let (document, place) = JSONText.position(of: decoder) else { return nil }
        for (name, _) in document.members(of: place)
        where !known.contains(where: { document.isText(at: name, $0) }) {
            let given = String(document.text(at: name).prefix(64))
            return Rejection(
                .invalidRequest,
                "a request has no '\(given)'" + Spelling.hint(at: given, among: known),
                field: given)
        }
        return nil
    }

    /// A call for a line that isn't a request. It is always answered, with a null id if the line has none.
    private init(unusable id: CallID?, _ text: RefusalText, field: String? = nil) {
        self.init(id: id ?? .null, rejection: Rejection(.invalidRequest, text, field: field))
    }
}

/// The `params` of a call, which may be missing.
struct CallParams {
    let request: any Request
    /// The `request_id` among the params; `nil` for none.
    let requestID: String?

    /// - Parameter isStep: whether the call is a step of an `atomic`. A step has no `request_id` of its own.
    init<Key: CodingKey>(
        _ container: KeyedDecodingContainer<Key>, key: Key, method: String, isStep: Bool = false
    ) throws {
        guard let entry = Methods.byName[method] else {
            throw Rejection(.unknownMethod, "no method '\(method.prefix(64))'", field: "method")
        }
        guard container.contains(key) else {
            request = try entry.read(JSONDocument(Array("{}".utf8)), 0)
            requestID = nil
            return
        }
        guard
            let (document, place) = JSONText.position(of: try container.superDecoder(forKey: key))
        else { throw Rejection.invalid("params", "\(field: "params") can't be read") }
        try ParameterCheck(document: document, subject: method)
            .check(Shapes.parameters(of: entry), at: place)
        guard !isStep || document.member("request_id", of: place) == nil else {
            throw Rejection.invalid(
                "request_id",
                "a call of atomic has no \(field: "request_id") of its own: give it beside \(field: "calls")"
            )
        }
        // Refusals give a member's path, which begins at the params.
        request = try entry.read(document, place)
        requestID =
            entry.effect == .change
            ? try JSONText.value(GivenRequestID.self, in: document, at: place).text : nil
    }
}

/// The `request_id` among the params; `nil` for none.
private struct GivenRequestID: Decodable {
    let text: String?

    private enum CodingKeys: CodingKey { case requestID }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard container.contains(.requestID) else {
            text = nil
            return
        }
        guard let text = try? container.decode(String.self, forKey: .requestID),
            (1...64).contains(text.count), text.utf8.count <= 64 * 64
        else {
            throw Rejection.invalid(
                "request_id", "\(field: "request_id") must be a string of 1 to 64 characters")
        }
        self.text = text
    }
}

extension Rejection {
    /// The rejection for a request whose members can't be read.
    package init(decoding error: any Error) {
        switch error {
        case let rejection as Rejection: self = rejection
        case DecodingError.keyNotFound(let key, let context):
            let field = (context.codingPath + [key]).fieldName ?? key.stringValue
            self = .invalid(field, "\(field: field) is missing")
        case DecodingError.valueNotFound(let type, let context),
            DecodingError.typeMismatch(let type, let context):
            let field = context.codingPath.fieldName ?? "params"
            let isInList = context.codingPath.last?.intValue != nil
            let subject: RefusalText = isInList ? "each of \(field: field)" : "\(field: field)"
            self = .invalid(field, "\(text: subject) must be \(Self.kind(of: type))")
        case DecodingError.dataCorrupted(let context):
            let field = context.codingPath.fieldName ?? "params"
            self = .invalid(
                field, "\(field: field) can't be read: it is of the wrong kind or out of range")
        default: self = Rejection(.internalError, "\(error)")
        }
    }

    private static func kind(of type: Any.Type) -> String {
        switch type {
        case is String.Type: "a string"
        case is Bool.Type: "true or false"
        case is any BinaryInteger.Type: "a whole number that fits in 64 bits"
        case is any BinaryFloatingPoint.Type: "a number"
        case is any RangeReplaceableCollection.Type, is [Any].Type: "a list"
        default: "an object"
        }
    }
}
