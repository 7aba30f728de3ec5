import TrackerAPI
import TrackerCore

/// What a batch came to. All of it is durable when this is handed out.
package struct Outcome {
    /// One for each call, in order.
    package internal(set) var answers: [Answer] = []
    /// In order; what to tell subscribers and hooks.
    package internal(set) var published: [Published] = []
}

/// What a call is answered.
package enum Answer: Sendable {
    /// JSON.
    case result(String)
    /// The same; and the connection is to get the events after a `seq` that match.
    case subscribed(String, since: Int64, types: [String]?)
    case refused(Rejection)
}

/// An event on its way to subscribers and hooks.
package struct Published: Sendable {
    package let event: Event
    /// What the person is told; `nil` where there is nothing to tell, or they were told before.
    package let alert: Alert?
    /// Whether subscribers have had it before, and only the hooks not.
    package var isOnlyForHooks = false
    /// Whether the hooks had it while it couldn't be journaled.
    package var isOnlyForSubscribers = false
}
