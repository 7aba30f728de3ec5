import Stage
import TrackerAPI

/// One request of a worker, and the events that it must leave when it is carried out once.
struct TortureRequest {
    enum Effect {
        /// One event, whose data is the result.
        case event(String)
        /// The former rest is skipped, and the new one is the result.
        case replacement
        /// An `atomic`: one event for each of its results.
        case events([String])
        /// A refusal, without events.
        case nothing
    }

    /// Number of the request, which is also its JSON-RPC id.
    let number: Int64
    let json: String
    let effect: Effect

    init(_ owner: String, _ number: Int64, _ method: String, _ params: String, _ effect: Effect) {
        self.number = number
        self.effect = effect
        // The order of members makes no difference.
        let comma = params == "{}" ? "" : ","
        let body = "{\"request_id\":\"\(owner)/\(number)\"\(comma)\(params.dropFirst())"
        json = "{\"id\":\(number),\"method\":\"\(method)\",\"params\":\(body)}"
    }

    /// The events that an acknowledgement promises, in order; data `nil` for any data.
    func promises(of reply: JSONValue) throws -> [TortureEvent] {
        guard reply["id"] == .integer(number) else {
            throw TortureFailure("not the reply to \(json): \(reply)")
        }
        if case .nothing = effect {
            guard reply.errorKind == "not_found" else { throw unexpected(reply) }
            return []
        }
        guard let result = reply["result"] else { throw unexpected(reply) }
        switch effect {
        case .event(let type): return [TortureEvent(type: type, data: result)]
        case .replacement:
            return [
                TortureEvent(type: "rest.skipped", data: nil),
                TortureEvent(type: "rest.started", data: result),
            ]
        case .events(let types):
            let results = result["results"]?.list ?? []
            guard results.count == types.count else { throw unexpected(reply) }
            return zip(types, results).map { TortureEvent(type: $0, data: $1) }
        case .nothing: return []
        }
    }

    private func unexpected(_ reply: JSONValue) -> TortureFailure {
        TortureFailure("\(json) was answered by \(reply)")
    }
}

/// An event that was promised or read.
struct TortureEvent: Equatable {
    let type: String
    let data: JSONValue?

    /// Whether this event is the promised one.
    func keeps(_ promise: TortureEvent) -> Bool {
        type == promise.type && (promise.data == nil || promise.data == data)
    }
}

/// One line: a request, or several as a batch.
struct TortureOrder {
    let requests: [TortureRequest]
    let isArray: Bool

    var line: String {
        isArray ? "[\(requests.map(\.json).joined(separator: ","))]" : requests[0].json
    }

    func promises(of reply: JSONValue) throws -> [TortureEvent] {
        guard isArray else { return try requests[0].promises(of: reply) }
        let replies = reply.list
        guard replies.count == requests.count else {
            throw TortureFailure("\(requests.count) calls got \(replies.count) replies: \(reply)")
        }
        return try zip(requests, replies).flatMap { try $0.promises(of: $1) }
    }
}

/// The error for an event that was lost, repeated or damaged.
struct TortureFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
