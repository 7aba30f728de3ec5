import TrackerCore

/// A duration in params: an integer in milliseconds, or text such as `25m`.
package struct Span: Codable, Sendable, Hashable {
    package var ms: Int64

    package init(ms: Int64) { self.ms = ms }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let ms = try? container.decode(Int64.self) {
            self.ms = ms
            return
        }
        guard let text = try? container.decode(String.self),
            let ms = DurationText.milliseconds(text)
        else {
            let field = decoder.codingPath.fieldName ?? "value"
            throw Rejection.invalid(
                field,
                "\(field: field) must be an integer in milliseconds or \(DurationText.allowed)")
        }
        self.ms = ms
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(ms)
    }
}
