import TrackerCore

/// An event as it goes over the wire.
package struct EventView: Codable, Sendable, Hashable {
    package let seq: Int64
    /// Device where the event happened; `nil` from older daemons.
    package let device: String?
    @MomentText package var at: String
    package let type: String
    package let subject: String
    package let data: JSONValue
}

/// Sends a snapshot, then every event in order, as notifications on this connection.
package struct EventsSubscribe: OutsideRequest {
    package static let method = "events.subscribe"

    /// Globs of event types, such as `timer.*`; `nil` for all events.
    package var types: [String]?
    /// Number of the last event that the client has; later events are sent. `nil` for events from now on.
    package var since: Int64?
    /// Id of the history that `since` belongs to; `nil` if the client doesn't know it.
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
        /// Number of the newest event in the snapshot.
        package let seq: Int64
        /// Id of the current history; `nil` from older daemons.
        package let history: String?
        /// True if `since` belongs to another history. Events then start at `seq`, and the client must read
        /// everything before it again. Otherwise `nil`.
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

/// A page of the journal. There is no `total`: counting events of some types would search the whole journal.
/// `next` tells whether there are more.
package struct EventsList: ReadRequest, LongRequest, Limited {
    package static let method = "events.list"
    package static let maximumLimit = 1000
    package static let defaultLimit = 100

    /// Number of an event; only later events are listed. `nil` for no limit.
    package var since: Int64?
    /// Id of the history that the numbers belong to; `nil` if the client doesn't know it.
    package var history: String?
    /// Number of the last event to list; `nil` for no limit.
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
        /// Value of `since` for the next page, or of `until` with `newest_first`; `nil` on the last page.
        package let next: Int64?
    }
}
