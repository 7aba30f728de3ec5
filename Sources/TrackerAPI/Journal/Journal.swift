import TrackerCore

/// Folds the journal from its start and compares the result with the tables.
package struct JournalVerify: ReadRequest, LongRequest, PlainRequest, ProgressRequest {
    package static let method = "journal.verify"
    package init() {}

    package struct Response: Codable, Sendable {
        package let events: Int64
        package let rows: Int64
        package let ok: Bool
        /// Differences, one sentence each; at most the first hundred.
        package let differences: [String]

        package init(events: Int64, rows: Int64, differences: [String]) {
            self.events = events
            self.rows = rows
            ok = differences.isEmpty
            self.differences = differences
        }
    }
}

/// Undoes what a person did by one request, by new events.
package struct JournalUndo: ChangeRequest {
    package static let method = "journal.undo"

    /// Number of the only event to undo; `nil` for those of the newest request.
    package var seq: Int64?
    /// Globs of event types, such as `log.*`, among which that request is searched for.
    package var types: [String]?

    package init(seq: Int64? = nil, types: [String]? = nil) {
        self.seq = seq
        self.types = types
    }

    package struct Response: Codable, Sendable {
        /// The event that was undone; the newest, where the request has several.
        package let undone: EventView
        /// The request's other events, the newest first; `nil` for none.
        package let others: [EventView]?
        /// Number of the newest event now.
        package let seq: Int64
    }
}

/// Puts back what was undone, as long as nothing else has changed it since.
package struct JournalRedo: ChangeRequest {
    package static let method = "journal.redo"

    /// Number of the only event to redo; `nil` for those that were undone last and aren't redone.
    package var seq: Int64?

    package init(seq: Int64? = nil) { self.seq = seq }

    package struct Response: Codable, Sendable {
        package let redone: EventView
        package let others: [EventView]?
        package let seq: Int64
    }
}

/// The requests that undo and redo can reverse, in the order in which they would.
package struct JournalUndoable: ReadRequest, LongRequest, Limited {
    package static let method = "journal.undoable"
    package static let maximumLimit = 100
    package static let defaultLimit = 10

    package var limit: Int?

    package init(limit: Int? = nil) { self.limit = limit }

    /// The events of one request.
    package struct Step: Codable, Sendable {
        /// Its events, the newest first.
        package let events: [EventView]
    }

    package struct Response: Codable, Sendable {
        package let undo: [Step]
        package let redo: [Step]
        /// The last command, where it can't be undone; `nil` where it can.
        package let last: Step?
    }
}
