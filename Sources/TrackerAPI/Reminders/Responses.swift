import TrackerCore

/// The answers to reminders, by hour and by weekday.
package struct ResponseGet: ReadRequest, LongRequest {
    package static let method = "response.get"
    /// About ten years.
    package static let maximumDays = 3653

    /// The first day, or a moment within it.
    package var from: When
    /// The last day, or a moment within it.
    package var to: When
    /// A reminder; `nil` for all.
    package var reminder: String?

    package init(from: When, to: When, reminder: String? = nil) {
        self.from = from
        self.to = to
        self.reminder = reminder
    }

    package struct Response: Codable, Sendable, Hashable {
        package var decided: Int
        package var answered: Int
        package var dismissed: Int
        package var ignored: Int
        /// Firings that don't count, by reason.
        @SortedKeys package var notCounted: [String: Int]
        /// Number of firings that still wait.
        package var open: Int
        /// Share from 0 to 1; `nil` where nothing was decided.
        package var answerRate: Double?
        package var medianMs: Int64?
        package var p90Ms: Int64?
        /// Share of the answers that came after a follow-up; `nil` without answers.
        package var rescued: Double?
        /// Times until the answer, milliseconds.
        package var percentiles: Percentiles
        package var hours: [Hour]
        package var weekdays: [Weekday]
        /// The hour with the best rate, where two hours at least have five decided ones; `nil` otherwise.
        package var best: Hour?
        package var worst: Hour?
        package var suggestion: Suggestion?

        package init(
            _ responses: ReportView.Responses, percentiles: Percentiles, hours: [Hour],
            weekdays: [Weekday], best: Hour? = nil, worst: Hour? = nil,
            suggestion: Suggestion? = nil
        ) {
            decided = responses.decided
            answered = responses.answered
            dismissed = responses.dismissed
            ignored = responses.ignored
            notCounted = responses.notCounted
            open = responses.open
            answerRate = responses.answerRate
            medianMs = responses.medianMs
            p90Ms = responses.p90Ms
            rescued = responses.rescued
            self.percentiles = percentiles
            self.hours = hours
            self.weekdays = weekdays
            self.best = best
            self.worst = worst
            self.suggestion = suggestion
        }
    }

    /// Times that so many percent of the answers didn't exceed, milliseconds; those of which there are too
    /// few answers are `nil`.
    package struct Percentiles: Codable, Sendable, Hashable {
        package var p25: Int64?
        package var p50: Int64?
        package var p75: Int64?
        package var p90: Int64?
        package var p95: Int64?

        package init(
            p25: Int64? = nil, p50: Int64? = nil, p75: Int64? = nil, p90: Int64? = nil,
            p95: Int64? = nil
        ) {
            self.p25 = p25
            self.p50 = p50
            self.p75 = p75
            self.p90 = p90
            self.p95 = p95
        }
    }

    package struct Hour: Codable, Sendable, Hashable {
        /// 0 to 23.
        package var hour: Int
        package var answered: Int
        package var decided: Int
        /// Share from 0 to 1; `nil` where nothing was decided.
        package var rate: Double?
        /// True below five decided ones.
        package var few: Bool

        package init(hour: Int, answered: Int, decided: Int, rate: Double?, few: Bool) {
            self.hour = hour
            self.answered = answered
            self.decided = decided
            self.rate = rate
            self.few = few
        }
    }

    package struct Weekday: Codable, Sendable, Hashable {
        /// `mon` to `sun`.
        package var weekday: String
        package var answered: Int
        package var decided: Int
        /// Share from 0 to 1; `nil` where nothing was decided.
        package var rate: Double?
        /// True below five decided ones.
        package var few: Bool

        package init(weekday: String, answered: Int, decided: Int, rate: Double?, few: Bool) {
            self.weekday = weekday
            self.answered = answered
            self.decided = decided
            self.rate = rate
            self.few = few
        }
    }

    /// An hour that a person may want to leave out.
    package struct Suggestion: Codable, Sendable, Hashable {
        /// Id of the reminder.
        package var reminder: String
        /// The reason, with the command: `Last 28 days: 18 of 22 answered at 11:00 (82 %), 4 of 20
        /// at 16:00 (20 %). To leave 16:00 out: …`.
        package var text: String
        /// The command that does it.
        package var command: String

        package init(reminder: String, text: String, command: String) {
            self.reminder = reminder
            self.text = text
            self.command = command
        }
    }
}
