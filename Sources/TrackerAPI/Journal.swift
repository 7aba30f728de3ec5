import TrackerCore

/// Folds the journal from its start and compares the result with the tables.
package struct JournalVerify: PlainRequest {
    package static let method = "journal.verify"
    package static let effect = Effect.none
    package static let isLong = true
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

/// Undoes the changes of a person's event, by a new event.
package struct JournalUndo: Request {
    package static let method = "journal.undo"
    package static let effect = Effect.change

    /// Number of the event; `nil` for the newest that can be undone.
    package var seq: Int64?
    /// Globs of event types, such as `log.*`, among which the newest event is undone.
    package var types: [String]?

    package init(seq: Int64? = nil, types: [String]? = nil) {
        self.seq = seq
        self.types = types
    }

    package struct Response: Codable, Sendable {
        package let undone: EventView
        /// Number of the new event.
        package let seq: Int64
    }
}
