import TrackerCore

/// An entry of the log.
package struct LogEntryView: Codable, Sendable, Hashable {
    package let id: String
    /// Its id.
    package let exercise: String
    /// The exercise's.
    package let name: String
    package let count: Int64
    package let unit: String
    package let at: String
    /// The local day that it belongs to, such as `2026-03-01`. Older daemons don't say.
    package let day: String?
    package let note: String?
    package let source: String
    package let occurrence: String?

    package init(_ entry: LogEntry, name: String, zone: Zone) {
        id = entry.id
        exercise = entry.exercise
        self.name = name
        count = entry.count
        unit = entry.unit.rawValue
        at = zone.text(ofMs: entry.atMs)
        day = entry.day.text
        note = entry.note
        source = entry.source.rawValue
        occurrence = entry.occurrence
    }
}

/// The sum of one exercise, and the number of its entries.
package struct LogTotalView: Codable, Sendable, Hashable {
    /// Its id.
    package let exercise: String
    package let name: String
    package let count: Int64
    package let unit: String
    package let entries: Int64

    package init(_ exercise: Exercise, count: Int64, entries: Int64) {
        self.exercise = exercise.id
        name = exercise.name
        self.count = count
        unit = exercise.unit.rawValue
        self.entries = entries
    }
}

package struct LogAdd: Request {
    package typealias Response = LogEntryView
    package static let method = "log.add"
    package static let effect = Effect.change

    package var exercise: String
    /// The last one of this exercise, else its default, where it is left out.
    package var count: Int64?
    /// Now where it is left out; at most a day ahead.
    package var at: When?
    package var note: String?

    package init(
        exercise: String, count: Int64? = nil, at: When? = nil, note: String? = nil
    ) {
        self.exercise = exercise
        self.count = count
        self.at = at
        self.note = note
    }
}

/// Members that are left out stay as they are; an empty note removes it.
package struct LogUpdate: Request {
    package typealias Response = LogEntryView
    package static let method = "log.update"
    package static let effect = Effect.change

    /// An id, a unique prefix of one, or `last` for the one added last.
    package var entry: String
    package var exercise: String?
    package var count: Int64?
    package var at: When?
    package var note: String?

    package init(
        entry: String, exercise: String? = nil, count: Int64? = nil, at: When? = nil,
        note: String? = nil
    ) {
        self.entry = entry
        self.exercise = exercise
        self.count = count
        self.at = at
        self.note = note
    }
}

package struct LogDelete: Request {
    package typealias Response = LogEntryView
    package static let method = "log.delete"
    package static let effect = Effect.change

    package let entry: String
    package init(entry: String) { self.entry = entry }
}

/// Entries, the newest first, and the totals of all that match.
package struct LogList: Limited {
    package static let method = "log.list"
    package static let effect = Effect.none
    package static let isLong = true
    package static let maximumLimit = 1000
    package static let defaultLimit = 100

    /// Inclusive; a day from its beginning, which is at `day_starts_at`.
    package var from: When?
    /// Exclusive; a day until its end.
    package var to: When?
    package var exercise: String?
    package var limit: Int?

    package init(
        from: When? = nil, to: When? = nil, exercise: String? = nil, limit: Int? = nil
    ) {
        self.from = from
        self.to = to
        self.exercise = exercise
        self.limit = limit
    }

    package struct Response: Codable, Sendable {
        package let entries: [LogEntryView]
        /// The exercise with the most entries first.
        package let totals: [LogTotalView]

        package init(entries: [LogEntryView], totals: [LogTotalView]) {
            self.entries = entries
            self.totals = totals
        }
    }
}
