import TrackerCore

/// Holds back reminders until a time, or no longer.
package struct DoNotDisturbSet: Request {
    package typealias Response = DoNotDisturbView
    package static let method = "do_not_disturb.set"
    package static let effect = Effect.change

    package var `for`: Span?
    package var until: When?
    package var off: Bool?

    package init(for span: Span? = nil, until: When? = nil, off: Bool? = nil) {
        self.for = span
        self.until = until
        self.off = off
    }
}

package struct DoNotDisturbView: Codable, Sendable, Hashable {
    /// Nothing where it is off.
    package let until: String?
    package init(until: String?) { self.until = until }
}
