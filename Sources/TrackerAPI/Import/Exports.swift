import TrackerCore

/// Exports the stored data page by page. The texts of all pages in order make up the file.
package struct Export: ReadRequest, LongRequest {
    package static let method = "export"

    /// Data to export; related tables go together.
    package enum What: String, Choice {
        case all, sets, workouts, log, exercises, templates, trainings, reminders, programs, runs
        case timers, settings, weights, measurements, maxes
    }

    package enum Format: String, Choice {
        /// All the chosen data, in the format that `import.open` reads.
        case json
        /// One table.
        case csv
        /// Workouts as calendar entries.
        case ics
    }

    package var what: What
    package var format: Format
    /// Start of the range, inclusive, for sets, workouts and the log; a date means the beginning of that day,
    /// at `day_starts_at`. In `json`, a set is in the range if its workout is, so that workouts are always
    /// complete.
    package var from: When?
    /// End of the range, exclusive; a date includes that whole day; `nil` for no limit.
    package var to: When?
    /// Cursor from the previous page; `nil` for the first page. If anything has changed since the first page,
    /// the request is refused as a conflict with the state `changed`, and the export must start again.
    package var cursor: String?

    package init(
        what: What, format: Format, from: When? = nil, to: When? = nil, cursor: String? = nil
    ) {
        self.what = what
        self.format = format
        self.from = from
        self.to = to
        self.cursor = cursor
    }

    package struct Response: Codable, Sendable, Hashable {
        package let text: String
        /// Cursor of the next page; `nil` on the last page.
        package let cursor: String?

        package init(text: String, cursor: String?) {
            self.text = text
            self.cursor = cursor
        }
    }
}
