import TrackerCore

package struct LogEntryView: Codable, Sendable, Hashable {
    package let id: String
    /// Id of the exercise.
    package let exercise: String
    /// Name of the exercise.
    package let name: String
    package let count: Int64
    package let unit: String
    @MomentText package var at: String
    /// Local day of the entry, such as `2026-03-01`; `nil` from older daemons.
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

/// Log total of one exercise, with the number of entries.
package struct LogTotalView: Codable, Sendable, Hashable {
    /// Id of the exercise.
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

package struct LogAdd: ChangeRequest {
    package typealias Response = LogEntryView
    package static let method = "log.add"

    package var exercise: String
    /// Count; `nil` for the count of the exercise's last entry, or the exercise's default if there is none.
    package var count: Int64?
    /// Count for an exercise counted in seconds; replaces `count`.
    package var seconds: Int64?
    /// Minutes instead of seconds, unless the exercise is done over a distance: they may be metres.
    package var minutesOrMetres: Int64?
    /// Time of the entry, at most a day ahead; `nil` for now.
    package var at: When?
    package var note: String?

    package init(
        exercise: String, count: Int64? = nil, seconds: Int64? = nil,
        minutesOrMetres: Int64? = nil, at: When? = nil, note: String? = nil
    ) {
        self.exercise = exercise
        self.count = count
        self.seconds = seconds
        self.minutesOrMetres = minutesOrMetres
        self.at = at
        self.note = note
    }
}

/// Changes a log entry. Missing members stay as they are; an empty note removes the note.
package struct LogUpdate: ChangeRequest {
    package typealias Response = LogEntryView
    package static let method = "log.update"

    /// Id, unique prefix of an id, or `last` for the newest entry.
    package var entry: String
    package var exercise: String?
    package var count: Int64?
    /// Count for an exercise counted in seconds; replaces `count`.
    package var seconds: Int64?
    package var at: When?
    package var note: String?

    package init(
        entry: String, exercise: String? = nil, count: Int64? = nil, seconds: Int64? = nil,
        at: When? = nil, note: String? = nil
    ) {
        self.entry = entry
        self.exercise = exercise
        self.count = count
        self.seconds = seconds
        self.at = at
        self.note = note
    }
}

package struct LogDelete: ChangeRequest {
    package typealias Response = LogEntryView
    package static let method = "log.delete"

    package let entry: String
    package init(entry: String) { self.entry = entry }
}

/// Log entries, newest first, and the totals of all matching entries.
package struct LogList: ReadRequest, LongRequest, Limited {
    package static let method = "log.list"
    package static let maximumLimit = 1000
    package static let defaultLimit = 100

    /// Start of the range, inclusive; a date means the beginning of that day, at `day_starts_at`; `nil` for
    /// no limit.
    package var from: When?
    /// End of the range, exclusive; a date includes that whole day; `nil` for no limit.
    package var to: When?
    package var exercise: String?
    package var limit: Int?

    package init(from: When? = nil, to: When? = nil, exercise: String? = nil, limit: Int? = nil) {
        self.from = from
        self.to = to
        self.exercise = exercise
        self.limit = limit
    }

    package struct Response: Codable, Sendable {
        package let entries: [LogEntryView]
        /// Number of elements that match, whatever the limit; `nil` from older daemons.
        package let total: Int?
        /// Totals by exercise, the one with the most entries first.
        package let totals: [LogTotalView]

        package init(entries: [LogEntryView], total: Int, totals: [LogTotalView]) {
            self.entries = entries
            self.total = total
            self.totals = totals
        }
    }
}
