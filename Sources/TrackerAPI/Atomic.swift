import TrackerCore

/// Several calls carried out together: all succeed, or none has any effect.
package struct Atomic: ChangeRequest {
    package static let method = "atomic"

    package let calls: [Step]

    package init(calls: [any Request]) { self.calls = calls.map { Step(request: .success($0)) } }

    package init(from decoder: any Decoder) throws {
        calls = try decoder.container(keyedBy: CodingKeys.self).decode([Step].self, forKey: .calls)
        guard calls.count <= Message.maximumCalls else {
            throw Rejection(
                .tooLarge, "\(field: "calls") has more than \(Message.maximumCalls) entries",
                field: "calls")
        }
    }

    /// A call with its method and params. An unreadable call is refused when its turn comes.
    package struct Step: Codable, Sendable {
        package let request: Result<any Request, Rejection>

        private enum CodingKeys: CodingKey { case method, params }

        init(request: Result<any Request, Rejection>) { self.request = request }

        package init(from decoder: any Decoder) throws {
            guard let container = try? decoder.container(keyedBy: CodingKeys.self),
                let method = try? container.decode(String.self, forKey: .method)
            else {
                request = .failure(
                    .invalid("calls", "each of \(field: "calls") must be an object with a method"))
                return
            }
            request = Result {
                try CallParams(container, key: .params, method: method, isStep: true).request
            }.mapError(Rejection.init(decoding:))
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            let request = try request.get()
            try container.encode(request.method, forKey: .method)
            try container.encode(Params(request: request), forKey: .params)
        }
    }

    /// Params of a request whose type is known only at run time.
    private struct Params: Encodable {
        let request: any Request

        func encode(to encoder: any Encoder) throws { try request.encode(to: encoder) }
    }

    package struct Response: Codable, Sendable {
        package let results: [JSONValue]
    }
}
