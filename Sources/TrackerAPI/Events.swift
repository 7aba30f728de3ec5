import TrackerCore

/// An event as it goes over the wire.
package struct EventView: Codable, Sendable, Hashable {
    package let seq: Int64
    package let at: String
    package let type: String
    package let subject: String
    package let data: JSONValue
}

/// A snapshot, then every event in order, as notifications on this connection.
package struct EventsSubscribe: Request {
    package static let method = "events.subscribe"
    package static let effect = Effect.outside

    /// Globs such as `timer.*`; all events where it is left out.
    package var types: [String]?
    /// Events after this one are sent; those from now on where it is left out.
    package var since: Int64?
    package var snapshot: Bool?

    package init(types: [String]? = nil, since: Int64? = nil, snapshot: Bool? = nil) {
        self.types = types
        self.since = since
        self.snapshot = snapshot
    }

    package struct Response: Codable, Sendable {
        /// The newest event that the snapshot knows.
        package let seq: Int64
        package let snapshot: Status.Response?

        package init(seq: Int64, snapshot: Status.Response?) {
            self.seq = seq
            self.snapshot = snapshot
        }
    }
}

/// A page of the journal.
package struct EventsList: Limited {
    package static let method = "events.list"
    package static let effect = Effect.none
    package static let isLong = true
    package static let maximumLimit = 1000
    package static let defaultLimit = 100

    /// Exclusive.
    package var since: Int64?
    /// Inclusive.
    package var until: Int64?
    package var types: [String]?
    package var subject: String?
    package var limit: Int?
    package var newestFirst: Bool?

    package init(
        since: Int64? = nil, until: Int64? = nil, types: [String]? = nil, subject: String? = nil,
        limit: Int? = nil, newestFirst: Bool? = nil
    ) {
        self.since = since
        self.until = until
        self.types = types
        self.subject = subject
        self.limit = limit
        self.newestFirst = newestFirst
    }

    package struct Response: Codable, Sendable {
        package let events: [EventView]
        /// The next `since`; newest first, the next `until`.
        package let next: Int64?
    }
}
