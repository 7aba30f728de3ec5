import TrackerCore

/// A request of one word that acts on what is live, where only one thing can be meant.
package protocol LiveRequest: PlainRequest where Response == LiveResult {}

extension LiveRequest {
    package static var effect: Effect { .change }
}

/// The outcome of a short word.
package struct LiveResult: Codable, Sendable {
    /// Type of the event that tells what was done, such as `rest.skipped`. Its first word says of which
    /// kind `view` is.
    package let did: String
    /// The timer, rest, session, run or occurrence as it is now; for a set the result of `set.log`.
    package let view: JSONValue
}

/// Goes on with what is live, by whatever is natural now.
package struct LiveNext: LiveRequest {
    package static let method = "live.next"
    package init() {}
}

/// Ends what is live.
package struct LiveStop: LiveRequest {
    package static let method = "live.stop"
    package init() {}
}

package struct LivePause: LiveRequest {
    package static let method = "live.pause"
    package init() {}
}

package struct LiveResume: LiveRequest {
    package static let method = "live.resume"
    package init() {}
}

/// Skips the rest that is on, or the interval of the run.
package struct LiveSkip: LiveRequest {
    package static let method = "live.skip"
    package init() {}
}
