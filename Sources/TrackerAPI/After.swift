import TrackerCore

/// Consequences of a change, sent beside the result in the reply.
package struct After: Codable, Sendable {
    /// Achievement, level or challenge that the change has reached.
    package struct Reward: Codable, Sendable, Hashable {
        /// Type of the event that reported the reward, such as `level.reached`.
        package let type: String
        /// Data of that event.
        package let data: JSONValue

        package init(type: String, data: JSONValue) {
            self.type = type
            self.data = data
        }
    }

    /// Today's total for the exercise that changed; `nil` if the change didn't affect today.
    package var today: LogTotalView?
    /// Log entry that answering a reminder or confirming an interval added; `nil` for none.
    package var logged: LogEntryView?
    /// Reminder that waits for an answer or goes off next; `nil` for none, and after changes that log nothing.
    package var next: ReminderView?
    /// Workout of the sets that were logged, with their exercises alone; `nil` if none were.
    package var workout: WorkoutView?
    /// Set that comes next in that workout; `nil` if the workout is over.
    package var nextSet: SetNext.Response?
    /// Rest that was skipped for the one that was started; `nil` for none.
    package var replaced: RestView?
    /// Rewards in the order they were reached; `nil` for none.
    package var earned: [Reward]?
    /// Method that undoes only this change; `nil` if there is none.
    package var undo: String?

    package init() {}

    package var isEmpty: Bool {
        today == nil && logged == nil && next == nil && workout == nil && replaced == nil
            && earned == nil && undo == nil
    }
}

/// The person's current day.
package struct PresentDay: Codable, Sendable, Hashable {
    /// Date, such as `2026-03-01`.
    package let date: String
    /// Time of day when the person's days begin, such as `04:00`.
    package let startsAt: String

    package init(date: String, startsAt: String) {
        self.date = date
        self.startsAt = startsAt
    }
}
