import TrackerCore

/// Firings and efforts of one day.
package struct TimelineGet: ReadRequest, LongRequest {
    package static let method = "timeline.get"

    /// Day: a date, or any time on that day; `nil` for the present day.
    package var date: When?

    package init(date: When? = nil) { self.date = date }

    package struct Response: Codable, Sendable, Hashable {
        /// Date of the day, such as `2026-03-02`.
        package var day: String
        /// Rows, one for each reminder, ordered by their first marks.
        package var rows: [Row]
        /// Efforts in order of time.
        package var efforts: [Effort]
        /// Breaks that ended on the day, in order of time; `nil` for none, and from older daemons.
        package var breaks: [BreakView]?
        /// Runs that have ended, in order of their starts; `nil` for none.
        package var runs: [Run]?

        package init(
            day: String, rows: [Row], efforts: [Effort], breaks: [BreakView]? = nil,
            runs: [Run]? = nil
        ) {
            self.day = day
            self.rows = rows
            self.efforts = efforts
            self.breaks = breaks
            self.runs = runs
        }
    }

    package struct Run: Codable, Sendable, Hashable {
        /// Start of the run.
        @MomentText package var at: String
        package var id: String
        /// Name of the program.
        package var name: String
        /// Whole seconds spent in work intervals.
        package var seconds: Int64
        /// Number of work intervals that were done to their end.
        package var rounds: Int64

        package init(at: String, id: String, name: String, seconds: Int64, rounds: Int64) {
            self.at = at
            self.id = id
            self.name = name
            self.seconds = seconds
            self.rounds = rounds
        }
    }

    package struct Row: Codable, Sendable, Hashable {
        /// Id of the reminder.
        package var reminder: String
        /// Name of the reminder; its last name if it was deleted.
        package var name: String
        package var marks: [Mark]

        package init(reminder: String, name: String, marks: [Mark]) {
            self.reminder = reminder
            self.name = name
            self.marks = marks
        }
    }

    package struct Mark: Codable, Sendable, Hashable {
        package enum Kind: String, Choice {
            case fired, answered, dismissed, expired, snoozed, suppressed
            case followUp = "follow_up"
        }

        @MomentText package var at: String
        package var kind: OpenEnum<Kind>
        /// Reason for the expiry or suppression; `nil` for none.
        package var reason: String?
        /// True for a test firing; otherwise `nil`.
        package var test: Bool?

        package init(at: String, kind: Kind, reason: String? = nil, test: Bool? = nil) {
            self.at = at
            self.kind = OpenEnum(kind)
            self.reason = reason
            self.test = test
        }
    }

    package struct Effort: Codable, Sendable, Hashable {
        package enum Kind: String, Choice {
            /// Effort logged as the answer to an occurrence.
            case answer
            /// Effort within 30 minutes after a firing.
            case prompted
            case own
        }

        @MomentText package var at: String
        /// Id of the exercise; `nil` for a session without an exercise.
        package var exercise: String?
        /// Name of the exercise or activity.
        package var name: String
        package var count: Int64
        package var unit: String
        package var kind: OpenEnum<Kind>
        /// Id of the occurrence that the effort answered or followed; `nil` for none.
        package var occurrence: String?

        package init(
            at: String, exercise: String?, name: String, count: Int64, unit: String, kind: Kind,
            occurrence: String? = nil
        ) {
            self.at = at
            self.exercise = exercise
            self.name = name
            self.count = count
            self.unit = unit
            self.kind = OpenEnum(kind)
            self.occurrence = occurrence
        }
    }
}
