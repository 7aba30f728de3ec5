import TrackerCore

/// Activity counts for each day of a month. Days begin at `day_starts_at`.
package struct CalendarMonth: ReadRequest {
    package static let method = "calendar.month"

    /// The month, such as `2026-03`; `nil` for the present one.
    package let month: String?
    package init(month: String? = nil) { self.month = month }

    package struct Day: Codable, Sendable, Hashable {
        /// The date, such as `2026-03-01`.
        package let date: String
        /// Number of workouts that began on the day.
        package let workouts: Int
        /// Number of completed sessions that began on the day.
        package let trainings: Int
        /// Number of log entries on the day, including those of training sessions.
        package let logs: Int
        /// Last body weight logged on the day, as it was entered; `nil` for none.
        package let weight: Double?
        package let weightUnit: String?

        package init(date: String, workouts: Int, trainings: Int, logs: Int, weight: Load? = nil) {
            self.date = date
            self.workouts = workouts
            self.trainings = trainings
            self.logs = logs
            self.weight = weight?.value
            weightUnit = weight?.unit.rawValue
        }
    }

    package struct Response: Codable, Sendable {
        package let days: [Day]
        package init(days: [Day]) { self.days = days }
    }
}
