import TrackerAPI
import TrackerCore

/// The outcome of a batch. All of it is durable when it is handed out.
package struct Outcome {
    /// Answers to the calls, in order.
    package internal(set) var replies: [Reply] = []
    /// Events for subscribers and hooks, in order.
    package internal(set) var published: [Published] = []
    /// Threads of alerts that ended before this daemon started, or with a state that was replaced. Their
    /// bubbles may still be shown and are closed before anything else is handed out.
    package internal(set) var endedThreads: Set<String> = []

    package init() {}

    /// Adds what came of something else; its replies are nobody's.
    mutating func append(_ other: Outcome) {
        published += other.published
        endedThreads.formUnion(other.endedThreads)
    }

    /// Removes the alerts of a thread that has ended before they were given.
    mutating func withdraw(thread: String) {
        published.removeAll { $0.isOnlyForHooks && $0.alert?.thread == thread }
        for index in published.indices where published[index].alert?.thread == thread {
            published[index].alert = nil
        }
    }

    /// Replaces the alerts of a thread that are still to be given by the present one. The alert of an event
    /// that couldn't be journaled stays as it is, since the state doesn't have that event yet.
    mutating func reword(_ alert: Alert) {
        for index in published.indices
        where published[index].alert?.thread == alert.thread && published[index].event.isJournaled {
            published[index].alert = alert
        }
    }

    /// Removes the earlier alerts of a thread, where this alert waits for an answer and replaces their
    /// bubble.
    mutating func withdrawFormer(of alert: Alert) {
        if alert.isQuestion { withdraw(thread: alert.thread) }
    }
}

/// The answer to a call.
package enum Reply: Sendable {
    /// JSON of the result.
    case result(String)
    /// JSON of the result of a subscription; the connection then gets the events of the subscriber.
    case subscribed(String, Subscriber)
    case refused(Rejection)
}

/// The part of the events that a connection gets.
package struct Subscriber: Sendable {
    /// Id of the history that the events are from.
    package let history: String
    /// Globs of event types; `nil` for all.
    package let types: [String]?
    /// Number of the newest event that was sent, or skipped as not wanted.
    package var seq: Int64
}

/// An event for subscribers and hooks.
package struct Published: Sendable {
    package let event: Event
    /// The alert for the person; `nil` where there is none, or where it was given before.
    package fileprivate(set) var alert: Alert?
    /// Whether subscribers have had the event before and only the hooks haven't.
    package var isOnlyForHooks = false
    /// Whether the hooks have had the event before, while it couldn't be journaled.
    package var isOnlyForSubscribers = false
    /// Whether everybody has had the event before, and only its bubble is shown again.
    package var isShownAgain = false
    /// Whether only the text of the event's bubble changes; a bubble that was closed isn't shown again.
    package var isUpdate = false
    /// The thread of alerts that ends with the event, so that its bubble is closed; `nil` for none.
    package var endsThread: String?
}
