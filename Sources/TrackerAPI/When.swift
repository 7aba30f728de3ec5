import TrackerCore

/// A time in params, or a day if the parameter allows one: text such as `09:30`, `2026-03-01T09:30:00Z` or `yesterday`.
package struct When: Codable, Sendable, Hashable {
    package let time: TypedTime

    package init(_ time: TypedTime) { self.time = time }

    package init(_ time: GivenTime) { self.init(TypedTime(time)) }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let text = try? container.decode(String.self), let time = TypedTime(text) else {
            let field = decoder.codingPath.fieldName ?? "value"
            throw Rejection.invalid(field, "\(field: field) must be \(TypedTime.allowed)")
        }
        self.time = time
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(time.text)
    }
}
