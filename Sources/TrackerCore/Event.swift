/// An event, as it is kept in the journal and sent to subscribers and hooks.
package struct Event: Sendable, Hashable {
    /// The event's number in the journal, from 1 without gaps; 0 while the event isn't in the journal,
    /// since its number may still go to another event.
    package let seq: Int64
    /// The device on which the event happened; empty while it isn't in the journal.
    package let device: String
    /// Wall-clock time, UTC milliseconds.
    package let atMs: Int64
    /// The type, such as `timer.finished`.
    package let type: String
    /// The id of the entity that the event is about; empty for events about the daemon.
    package let subject: String
    package let cause: Cause
    /// JSON of the entity after the event, with further members, as it goes over the wire.
    package let data: String

    package init(
        seq: Int64, device: String = "", atMs: Int64, type: String, subject: String, cause: Cause,
        data: String
    ) {
        self.seq = seq
        self.device = device
        self.atMs = atMs
        self.type = type
        self.subject = subject
        self.cause = cause
        self.data = data
    }

    package var isJournaled: Bool { seq > 0 }

    /// Copy of the event without a number, as one that never reached the journal.
    package var unjournaled: Event {
        Event(seq: 0, atMs: atMs, type: type, subject: subject, cause: cause, data: data)
    }
}

/// The cause of an event.
package enum Cause: Sendable, Hashable {
    /// A client's request with this method.
    case request(String)
    /// A deadline of this kind of entity.
    case deadline(String)
    /// The daemon itself: recovery, a hook that failed, a clock that was set.
    case daemon
    /// Rows of another machine, and what follows from them here. Only subscribers hear of the event, since the person
    /// was told there.
    case merge

    /// The text that the journal keeps: `request:timer.start`, `deadline:timer`, `daemon` or `merge`.
    package var text: String {
        switch self {
        case .request(let method): "request:\(method)"
        case .deadline(let kind): "deadline:\(kind)"
        case .daemon: "daemon"
        case .merge: "merge"
        }
    }

    package init(text: String) {
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        switch (parts.first, parts.count) {
        case ("request", 2): self = .request(parts[1])
        case ("deadline", 2): self = .deadline(parts[1])
        case ("merge", 1): self = .merge
        default: self = .daemon
        }
    }
}
