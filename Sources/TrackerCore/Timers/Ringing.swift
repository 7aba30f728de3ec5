extension Timer {
    /// Repetition of the alert of a countdown that is over, until a person answers it.
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

        /// Refuses a span of a timer's own that is out of range; 0 means a single alert.
        static func check(_ everyMs: Int64, field: String) throws(Rejection) {
            guard everyMs == 0 || spans.contains(everyMs) else {
                throw .invalid(field, "\(field: field) is out of range: 10 s to 12 h")
            }
        }
    }
}
