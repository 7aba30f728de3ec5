import TrackerCore

/// Counts of what was done on each day of a month. Days turn at `day_starts_at`.
package struct CalendarMonth: Request {
    package static let method = "calendar.month"
    package static let effect = Effect.none

    /// `2026-03`.
    package let month: String
    package init(month: String) { self.month = month }

    package struct Day: Codable, Sendable, Hashable {
        /// `2026-03-01`.
        package let date: String
        /// Workouts that began on it.
        package let workouts: Int
        /// Completed ones that began on it.
        package let trainings: Int
        /// Entries of the log, those of trainings too.
        package let logs: Int

        package init(date: String, workouts: Int, trainings: Int, logs: Int) {
            self.date = date
            self.workouts = workouts
            self.trainings = trainings
            self.logs = logs
        }
    }

    package struct Response: Codable, Sendable {
        /// All of the month's.
        package let days: [Day]
        package init(days: [Day]) { self.days = days }
    }
}
