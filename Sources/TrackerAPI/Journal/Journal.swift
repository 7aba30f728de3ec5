import TrackerCore

/// Rebuilds the tables from the journal and compares them with the stored ones.
package struct JournalVerify: ReadRequest, LongRequest, PlainRequest, ProgressRequest {
    package static let method = "journal.verify"
    package init() {}

    package struct Response: Codable, Sendable {
        package let events: Int64
        package let rows: Int64
        package let ok: Bool
        /// Differences found, one sentence each; at most 100.
        package let differences: [String]

        package init(events: Int64, rows: Int64, differences: [String]) {
            self.events = events
            self.rows = rows
            ok = differences.isEmpty
            self.differences = differences
        }
    }
}

/// Undoes the changes of one request by a person, with new events.
package struct JournalUndo: ChangeRequest {
    package static let method = "journal.undo"

    /// Number of a single event to undo; `nil` for all events of the newest request.
    package var seq: Int64?
    /// Globs of event types, such as `log.*`; the request is searched for among these. `nil` for all types.
    package var types: [String]?

    package init(seq: Int64? = nil, types: [String]? = nil) {
        self.seq = seq
        self.types = types
    }

    package struct Response: Codable, Sendable {
        /// Event that was undone, the newest if the request has several.
        package let undone: EventView
        /// Other events of the request, newest first; `nil` for none.
        package let others: [EventView]?
        /// Number of the newest event now.
        package let seq: Int64
    }
}

/// Redoes undone changes, if nothing else has changed the same things since.
package struct JournalRedo: ChangeRequest {
    package static let method = "journal.redo"

    /// Number of a single event to redo; `nil` for the events undone last and not yet redone.
    package var seq: Int64?

    package init(seq: Int64? = nil) { self.seq = seq }

    package struct Response: Codable, Sendable {
        package let redone: EventView
        package let others: [EventView]?
        package let seq: Int64
    }
}

/// Requests that undo or redo can reverse, in the order they would reverse them. There is no `total`: each
/// request of the whole history would have to be checked.
package struct JournalUndoable: ReadRequest, LongRequest, Limited {
    package static let method = "journal.undoable"
    package static let maximumLimit = 100
    package static let defaultLimit = 10

    package var limit: Int?

    package init(limit: Int? = nil) { self.limit = limit }

    /// The events of one request.
    package struct Step: Codable, Sendable {
        /// Events of the request, newest first.
        package let events: [EventView]
    }

    package struct Response: Codable, Sendable {
        package let undo: [Step]
        package let redo: [Step]
        /// Last command, if it can't be undone; `nil` if it can.
        package let last: Step?
    }
}
