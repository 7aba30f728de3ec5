import TrackerAPI
import TrackerCore

/// What a batch came to. All of it is durable when this is handed out.
package struct Outcome {
    /// One for each call, in order.
    package internal(set) var replies: [Reply] = []
    /// In order; what to tell subscribers and hooks.
    package internal(set) var published: [Published] = []
    /// Threads of alerts that were over before this daemon, whose bubbles may still be there: to be closed
    /// before anything else is handed out.
    package internal(set) var endedThreads: Set<String> = []

    /// Takes back the alerts of a thread that has ended before anybody was told.
    mutating func withdraw(thread: String) {
        published.removeAll { $0.isOnlyForHooks && $0.alert?.thread == thread }
        for index in published.indices where published[index].alert?.thread == thread {
            published[index].alert = nil
        }
    }

    /// Alerts of a thread that are to be told say what is so by now. One of an event that couldn't be
    /// journaled stays as it is: the state doesn't know of it yet.
    mutating func reword(_ alert: Alert) {
        for index in published.indices
        where published[index].alert?.thread == alert.thread && published[index].event.isJournaled {
            published[index].alert = alert
        }
    }

    /// A bubble that waits for an answer takes the place of the one before.
    mutating func withdrawFormer(of alert: Alert) {
        if !alert.actions.isEmpty { withdraw(thread: alert.thread) }
    }
}

/// What a call is answered.
package enum Reply: Sendable {
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
    package fileprivate(set) var alert: Alert?
    /// Whether subscribers have had it before, and only the hooks not.
    package var isOnlyForHooks = false
    /// Whether the hooks had it while it couldn't be journaled.
    package var isOnlyForSubscribers = false
    /// Whether everybody has had it before, and its bubble is only shown again.
    package var isShownAgain = false
    /// Whether its bubble only says something else now: one that isn't there any more doesn't come back.
    package var isUpdate = false
    /// The thread of alerts that is over with it: its bubble closes.
    package var endsThread: String?
}
