import TrackerAPI
import TrackerCore

/// The outcome of a batch. All of it is durable when it is handed out.
package struct Outcome {
    /// Answers to the calls, in order.
    package internal(set) var replies: [Reply] = []
    /// Consequences of the changes, by the places of their replies.
    package internal(set) var after: [Int: After] = [:]
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
        published.removeAll { !$0.audience.hasSubscribers && $0.alert?.thread == thread }
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

/// Those who hear of an event. All others have had it before, or never get it.
package enum Audience: Sendable {
    /// Subscribers, hooks and the person.
    case everybody
    /// Subscribers alone: hooks and the person have had the event while it couldn't be journaled.
    case subscribers
    /// Hooks and the person.
    case hooks
    /// The person alone: the bubble is shown again, and hooks that wait for an answer run again.
    case person
    /// The person whose bubble still shows, for its changed text; a bubble that was closed isn't shown again.
    case shown

    package var hasSubscribers: Bool { self == .everybody || self == .subscribers }
    /// Whether the hooks and the person hear of it for the first time.
    package var isNews: Bool { self == .everybody || self == .hooks }
}

/// An event for subscribers and hooks.
package struct Published: Sendable {
    package let event: Event
    /// The alert for the person; `nil` where there is none, or where it was given before.
    package fileprivate(set) var alert: Alert?
    package var audience: Audience
    /// The thread of alerts that ends with the event, so that its bubble is closed; `nil` for none.
    package var endsThread: String?
}
