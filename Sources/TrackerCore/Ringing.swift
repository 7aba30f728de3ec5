/// Repetition of an alert that asks something, until a person answers it.
package struct Ringing: Sendable, Hashable, Codable {
    /// Spans from one alert to the next: 10 s to 12 h, in milliseconds.
    package static let spans: ClosedRange<Int64> = 10_000...Timer.waitsForMs
    /// Numbers of repetitions.
    package static let counts: ClosedRange<Int> = 1...100

    package let everyMs: Int64
    package let atMost: Int

    package init(everyMs: Int64, atMost: Int) {
        self.everyMs = everyMs
        self.atMost = atMost
    }

    func check(_ column: String) throws(Rejection) {
        try Bounds.check(everyMs, in: Self.spans, column)
        try Bounds.require(Self.counts.contains(atMost), column)
    }

    /// Refuses a span that is out of range.
    ///
    /// - Parameter allowsOnce: whether 0 is allowed, which means a single alert.
    static func check(
        _ everyMs: Int64, field: String, allowsOnce: Bool = true
    ) throws(Rejection) {
        guard everyMs == 0 && allowsOnce || spans.contains(everyMs) else {
            throw .invalid(field, "\(field: field) is out of range: 10 s to 12 h")
        }
    }
}
