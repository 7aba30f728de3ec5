import TrackerCore

/// Writes out what is kept, a page at a time: the texts of all pages, one after the other, are the file.
package struct Export: Request {
    package static let method = "export"
    package static let effect = Effect.none
    package static let isLong = true

    /// Tables that belong together.
    package enum What: String, Choice {
        case all, sets, workouts, log, exercises, templates, trainings, reminders, programs, timers
        case settings
    }

    package enum Format: String, Choice {
        /// All of it, as `import.open` takes it.
        case json
        /// One table.
        case csv
        /// Workouts as a calendar.
        case ics
    }

    package var what: What
    package var format: Format
    /// Of sets, workouts and the log: inclusive; a day from its beginning, which is at
    /// `day_starts_at`. In `json`, sets go by their workouts, which are in or out as a whole.
    package var from: When?
    /// Exclusive; a day until its end.
    package var to: When?
    /// As the page before answered it. Where anything has changed since the first page, it is refused as a
    /// conflict with the state `changed`, and the export is to be begun again.
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
        /// The beginning of the next page; the last has none.
        package let cursor: String?

        package init(text: String, cursor: String?) {
            self.text = text
            self.cursor = cursor
        }
    }
}
