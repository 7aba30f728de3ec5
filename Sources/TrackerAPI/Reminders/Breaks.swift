import TrackerCore

/// A break that a person took by being away.
package struct BreakView: Codable, Sendable, Hashable {
    package enum Reason: String, Choice {
        /// There was no input.
        case idle
        case locked
        /// The machine slept.
        case sleep
    }

    @MomentText package var from: String
    @MomentText package var until: String
    package var reason: OpenEnum<Reason>

    package init(from: String, until: String, reason: Reason) {
        self.from = from
        self.until = until
        self.reason = OpenEnum(reason)
    }
}
