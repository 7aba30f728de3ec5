/// Something that happened, as it stands in the journal and goes to subscribers and hooks.
package struct Event: Sendable, Hashable {
    /// Its place in the journal, from 1, without gaps; 0 while it isn't there, since its place may
    /// become another event's.
    package let seq: Int64
    /// Wall clock, UTC, in milliseconds.
    package let atMs: Int64
    /// Such as `timer.finished`.
    package let type: String
    /// The id of the entity that it is about; empty where it is about the daemon.
    package let subject: String
    package let cause: Cause
    /// The entity as it is after the event, with extras: JSON as it goes over the wire.
    package let data: String

    package init(
        seq: Int64, atMs: Int64, type: String, subject: String, cause: Cause, data: String
    ) {
        self.seq = seq
        self.atMs = atMs
        self.type = type
        self.subject = subject
        self.cause = cause
        self.data = data
    }

    package var isJournaled: Bool { seq > 0 }

    /// The same as one that never came into the journal.
    package var unjournaled: Event {
        Event(seq: 0, atMs: atMs, type: type, subject: subject, cause: cause, data: data)
    }
}

/// What brought an event about.
package enum Cause: Sendable, Hashable {
    /// Someone asked for it by this method.
    case request(String)
    /// A deadline of this kind of entity fell due.
    case deadline(String)
    /// The daemon itself: recovery, a hook that failed, a clock that was set.
    case daemon

    /// As the journal keeps it: `request:timer.start`, `deadline:timer`, `daemon`.
    package var text: String {
        switch self {
        case .request(let method): "request:\(method)"
        case .deadline(let kind): "deadline:\(kind)"
        case .daemon: "daemon"
        }
    }

    package init(text: String) {
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        switch (parts.first, parts.count) {
        case ("request", 2): self = .request(parts[1])
        case ("deadline", 2): self = .deadline(parts[1])
        default: self = .daemon
        }
    }
}
