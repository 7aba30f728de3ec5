import TrackerCore

/// The streak, and its days; or those of one exercise.
package struct StreakGet: ReadRequest, LongRequest, ProgressRequest {
    package static let method = "streak.get"

    /// First day to list; `nil` for the day of the first effort.
    package var from: When?
    /// Last day; `nil` for today.
    package var to: When?
    /// The only exercise that counts; `nil` for all.
    package var exercise: String?

    package init(from: When? = nil, to: When? = nil, exercise: String? = nil) {
        self.from = from
        self.to = to
        self.exercise = exercise
    }

    package struct Response: Codable, Sendable, Hashable {
        package var length: Int
        package var best: Int
        /// Number of freeze tokens held.
        package var tokens: Int
        /// Number of days with an effort until the next token; `nil` while no more can be held.
        package var nextTokenIn: Int?
        package var today: OpenEnum<Streak.State>
        /// Number of weeks in a row with at least one done day.
        package var weeks: Int
        /// Id of the only exercise that counts; `nil` for all.
        package var exercise: String?
        /// Name of that exercise.
        package var name: String?
        package var days: [Day]

        package init(
            length: Int, best: Int, tokens: Int, nextTokenIn: Int?, today: Streak.State,
            weeks: Int, exercise: String? = nil, name: String? = nil, days: [Day]
        ) {
            self.length = length
            self.best = best
            self.tokens = tokens
            self.nextTokenIn = nextTokenIn
            self.today = OpenEnum(today)
            self.weeks = weeks
            self.exercise = exercise
            self.name = name
            self.days = days
        }
    }

    /// A day with the streak at its end. Also the data of `day.closed`.
    package struct Day: Codable, Sendable, Hashable {
        /// The date, such as `2026-03-02`.
        package var day: String
        package var state: OpenEnum<Streak.State>
        package var length: Int
        package var tokens: Int
        /// Number of log entries and sets, for the streak of one exercise; `nil` for that of all.
        package var efforts: Int64?

        package init(
            day: String, state: Streak.State, length: Int, tokens: Int, efforts: Int64? = nil
        ) {
            self.day = day
            self.state = OpenEnum(state)
            self.length = length
            self.tokens = tokens
            self.efforts = efforts
        }
    }
}

/// Pauses of the streak; overlapping ones are joined. Also the data of `streak.paused` and `streak.resumed`.
package struct StreakPausesView: Codable, Sendable, Hashable {
    package struct Pause: Codable, Sendable, Hashable {
        /// First day.
        package var from: String
        /// Last day.
        package var until: String

        package init(from: String, until: String) {
            self.from = from
            self.until = until
        }
    }

    package var pauses: [Pause]

    package init(pauses: [Pause]) { self.pauses = pauses }
}

/// Pauses the streak: the days of the pause can't break it.
package struct StreakPause: ChangeRequest {
    package typealias Response = StreakPausesView
    package static let method = "streak.pause"

    /// First day, at most 7 days ago; `nil` for today.
    package var from: When?
    /// Last day, at most 90 days ahead.
    package var until: When

    package init(from: When? = nil, until: When) {
        self.from = from
        self.until = until
    }
}

/// Ends the pause that includes today.
package struct StreakResume: ChangeRequest, PlainRequest {
    package typealias Response = StreakPausesView
    package static let method = "streak.resume"
    package init() {}
}

/// Data of `streak.changed`: lengths before and after a change to the past.
package struct StreakChanged: Codable, Sendable, Hashable {
    package var from: Int
    package var to: Int
    /// Cause of the change: a method, or the passing of time.
    package var cause: String

    package init(from: Int, to: Int, cause: String) {
        self.from = from
        self.to = to
        self.cause = cause
    }
}
