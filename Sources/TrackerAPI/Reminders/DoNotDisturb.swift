import TrackerCore

/// Holds reminders back until a given time, or stops holding them back.
package struct DoNotDisturbSet: ChangeRequest {
    package typealias Response = DoNotDisturbView
    package static let method = "do_not_disturb.set"

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
    /// End of do-not-disturb; `nil` while it is off.
    @MomentText package var until: String?
    package init(until: String?) { self.until = until }
}
