import TrackerCore

/// Folds the journal from its start and compares the outcome with the tables.
package struct JournalVerify: PlainRequest {
    package static let method = "journal.verify"
    package static let effect = Effect.none
    package static let isLong = true
    package init() {}

    package struct Response: Codable, Sendable {
        package let events: Int64
        package let rows: Int64
        package let ok: Bool
        /// One sentence for each difference; the first hundred.
        package let differences: [String]

        package init(events: Int64, rows: Int64, differences: [String]) {
            self.events = events
            self.rows = rows
            ok = differences.isEmpty
            self.differences = differences
        }
    }
}

/// Puts back what a person's event changed, as a new event.
package struct JournalUndo: Request {
    package static let method = "journal.undo"
    package static let effect = Effect.change

    /// The newest that can be undone where it is left out.
    package var seq: Int64?
    /// Globs: the newest of these types, such as `log.*`.
    package var types: [String]?

    package init(seq: Int64? = nil, types: [String]? = nil) {
        self.seq = seq
        self.types = types
    }

    package struct Response: Codable, Sendable {
        package let undone: EventView
        /// Of the new event.
        package let seq: Int64
    }
}
