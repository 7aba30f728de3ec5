import TrackerCore

/// Figures on answers to reminders, by hour and by weekday.
package struct ResponseGet: ReadRequest, LongRequest {
    package static let method = "response.get"
    /// Most days in a request, about ten years.
    package static let maximumDays = 3653

    /// First day: a date, or any time on that day; `nil` for 27 days ago.
    package var from: When?
    /// Last day: a date, or any time on that day; `nil` for today.
    package var to: When?
    /// Reminder; `nil` for all.
    package var reminder: String?

    package init(from: When? = nil, to: When? = nil, reminder: String? = nil) {
        self.from = from
        self.to = to
        self.reminder = reminder
    }

    package struct Response: Codable, Sendable, Hashable {
        package var decided: Int
        package var answered: Int
        /// Number of the answers that came after the expiry; `nil` for none, and from older daemons.
        package var late: Int?
        package var dismissed: Int
        package var ignored: Int
        /// Number of firings left out of the rates, by reason.
        @SortedKeys package var notCounted: [String: Int]
        /// Number of firings that still wait for an answer.
        package var open: Int
        /// Share that was answered, from 0 to 1; `nil` if none was answered, dismissed or ignored.
        package var answerRate: Double?
        package var medianMs: Int64?
        package var p90Ms: Int64?
        /// Share of the answers that came after a follow-up, from 0 to 1; `nil` if there were no answers.
        package var rescued: Double?
        /// Percentiles of the time until the answer, milliseconds.
        package var percentiles: Percentiles
        package var hours: [Hour]
        package var weekdays: [Weekday]
        /// Hour with the best rate; `nil` unless at least two hours have five decided firings each.
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
            late = responses.late
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

    /// Percentiles of the time until the answer, milliseconds; `nil` if there are too few answers.
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
        /// Hour of the day, 0 to 23.
        package var hour: Int
        package var answered: Int
        package var decided: Int
        /// Share that was answered, from 0 to 1; `nil` if none was answered, dismissed or ignored.
        package var rate: Double?
        /// True if fewer than five were decided, too few for a rate to mean much.
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
        /// Day of the week, `mon` to `sun`.
        package var weekday: String
        package var answered: Int
        package var decided: Int
        /// Share that was answered, from 0 to 1; `nil` if none was answered, dismissed or ignored.
        package var rate: Double?
        /// True if fewer than five were decided, too few for a rate to mean much.
        package var few: Bool

        package init(weekday: String, answered: Int, decided: Int, rate: Double?, few: Bool) {
            self.weekday = weekday
            self.answered = answered
            self.decided = decided
            self.rate = rate
            self.few = few
        }
    }

    /// An hour that a person may want to leave out of a schedule.
    package struct Suggestion: Codable, Sendable, Hashable {
        /// Id of the reminder.
        package var reminder: String
        /// Reason and command: `Last 28 days: 18 of 22 answered at 11:00 (82 %), 4 of 20 at 16:00 (20 %). To
        /// leave 16:00 out: …`.
        package var text: String
        /// Command that leaves the hour out.
        package var command: String

        package init(reminder: String, text: String, command: String) {
            self.reminder = reminder
            self.text = text
            self.command = command
        }
    }
}
