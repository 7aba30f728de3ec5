import TrackerCore

/// Writes the stored data, one page at a time. The texts of all pages in order make up the file.
package struct Export: ReadRequest, LongRequest {
    package static let method = "export"

    /// The data to write; related tables go together.
    package enum What: String, Choice {
        case all, sets, workouts, log, exercises, templates, trainings, reminders, programs, timers
        case settings, weights, measurements
    }

    package enum Format: String, Choice {
        /// All of the chosen data, in the form that `import.open` reads.
        case json
        /// One table.
        case csv
        /// Workouts as calendar entries.
        case ics
    }

    package var what: What
    package var format: Format
    /// Start of the span, inclusive, for sets, workouts and the log; a day counts from its beginning, at
    /// `day_starts_at`. In `json`, sets belong to the span of their workouts, so that workouts are always
    /// complete.
    package var from: When?
    /// End of the span, exclusive; a day counts until its end.
    package var to: When?
    /// The cursor of the page before; `nil` for the first page. Where anything has changed since the first
    /// page, the request is refused as a conflict with the state `changed`, and the export has to be begun
    /// again.
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
        /// The beginning of the next page; `nil` on the last page.
        package let cursor: String?

        package init(text: String, cursor: String?) {
            self.text = text
            self.cursor = cursor
        }
    }
}
