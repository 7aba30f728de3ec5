import TrackerCore

/// An event as it goes over the wire.
package struct EventView: Codable, Sendable, Hashable {
    package let seq: Int64
    /// The device on which the event happened; `nil` from a daemon that doesn't tell yet.
    package let device: String?
    @MomentText package var at: String
    package let type: String
    package let subject: String
    package let data: JSONValue
}

/// Sends a snapshot and then every event in order, as notifications on this connection.
package struct EventsSubscribe: OutsideRequest {
    package static let method = "events.subscribe"

    /// Globs of event types, such as `timer.*`; `nil` for all events.
    package var types: [String]?
    /// Number of the event after which events are sent; `nil` for events from now on.
    package var since: Int64?
    /// Id of the history that `since` is from; `nil` where the client doesn't know it.
    package var history: String?
    package var snapshot: Bool?

    package init(
        types: [String]? = nil, since: Int64? = nil, history: String? = nil, snapshot: Bool? = nil
    ) {
        self.types = types
        self.since = since
        self.history = history
        self.snapshot = snapshot
    }

    package struct Response: Codable, Sendable {
        /// Number of the newest event that the snapshot includes.
        package let seq: Int64
        /// Id of the present history; `nil` from older daemons.
        package let history: String?
        /// True where `since` was of another history, so that events come from `seq` on and all before is
        /// to be read anew; `nil` otherwise.
        package let resync: Bool?
        package let snapshot: Status.Response?

        package init(
            seq: Int64, history: String? = nil, resync: Bool? = nil, snapshot: Status.Response?
        ) {
            self.seq = seq
            self.history = history
            self.resync = resync
            self.snapshot = snapshot
        }
    }
}

/// A page of the journal.
package struct EventsList: ReadRequest, LongRequest, Limited {
    package static let method = "events.list"
    package static let maximumLimit = 1000
    package static let defaultLimit = 100

    /// Number of an event, exclusive.
    package var since: Int64?
    /// Id of the history that the numbers are from; `nil` where the client doesn't know it.
    package var history: String?
    /// Number of an event, inclusive.
    package var until: Int64?
    package var types: [String]?
    package var subject: String?
    package var limit: Int?
    package var newestFirst: Bool?

    package init(
        since: Int64? = nil, history: String? = nil, until: Int64? = nil, types: [String]? = nil,
        subject: String? = nil, limit: Int? = nil, newestFirst: Bool? = nil
    ) {
        self.since = since
        self.history = history
        self.until = until
        self.types = types
        self.subject = subject
        self.limit = limit
        self.newestFirst = newestFirst
    }

    package struct Response: Codable, Sendable {
        package let events: [EventView]
        /// The value of `since` for the next page, or with `newest_first` the value of `until`; `nil` on
        /// the last page.
        package let next: Int64?
    }
}
