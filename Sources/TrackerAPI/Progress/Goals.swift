import TrackerCore

/// A goal of a person's own. Without its progress, it is also the data of its events.
package struct GoalView: Codable, Sendable, Hashable {
    package var id: String
    package var name: String
    package var measure: OpenEnum<Goal.Measure>
    /// Id of the exercise; `nil` for other measures.
    package var exercise: String?
    package var exerciseName: String?
    /// Unit of the exercise; `nil` for other measures.
    package var unit: String?
    /// Target of the present period.
    package var target: Int64
    package var period: OpenEnum<Goal.Period>
    /// Progress at the time of the reply; `nil` in events.
    package var progress: GoalProgress?

    package init(_ goal: Goal, exerciseName: String?, progress: GoalProgress? = nil) {
        id = goal.id
        name = goal.name
        measure = OpenEnum(goal.measure)
        exercise = goal.exercise
        self.exerciseName = exerciseName
        unit = goal.unit?.rawValue
        target = goal.target
        period = OpenEnum(goal.period)
        self.progress = progress
    }
}

package struct GoalProgress: Codable, Sendable, Hashable {
    /// First and last day of the present period, such as `2026-03-02`.
    package var from: String
    package var to: String
    /// Amount of the present period so far.
    package var value: Int64
    /// State of the present period.
    package var state: OpenEnum<GoalFigures.State>
    /// Number of periods in a row that were met.
    package var streak: Int
    /// Score from 0 to 1, rounded to thousandths; `nil` in `status`.
    package var score: Double?

    package init(
        from: String, to: String, value: Int64, state: GoalFigures.State, streak: Int,
        score: Double? = nil
    ) {
        self.from = from
        self.to = to
        self.value = value
        self.state = OpenEnum(state)
        self.streak = streak
        self.score = score
    }
}

package struct GoalAdd: ChangeRequest {
    package typealias Response = GoalView
    package static let method = "goal.add"

    /// Exercise to count; `nil` for another measure.
    package var exercise: String?
    /// Measure; `nil` for the exercise.
    package var measure: Goal.Measure?
    /// Target; needed unless `seconds` is given.
    package var count: Int64?
    /// Target for an exercise counted in seconds, or whole minutes for focus; replaces `count`.
    package var seconds: Int64?
    /// Period; `nil` for daily.
    package var period: Goal.Period?
    /// Name; `nil` for one made of the period and the exercise or measure.
    package var name: String?

    package init(
        exercise: String? = nil, measure: Goal.Measure? = nil, count: Int64? = nil,
        seconds: Int64? = nil, period: Goal.Period? = nil, name: String? = nil
    ) {
        self.exercise = exercise
        self.measure = measure
        self.count = count
        self.seconds = seconds
        self.period = period
        self.name = name
    }
}

/// Changes a goal. Missing members stay as they are. Periods that are over keep their target.
package struct GoalUpdate: ChangeRequest {
    package typealias Response = GoalView
    package static let method = "goal.update"

    package var goal: String
    package var count: Int64?
    /// Target for an exercise counted in seconds, or whole minutes for focus; replaces `count`.
    package var seconds: Int64?
    package var name: String?

    package init(goal: String, count: Int64? = nil, seconds: Int64? = nil, name: String? = nil) {
        self.goal = goal
        self.count = count
        self.seconds = seconds
        self.name = name
    }
}

/// All goals with their progress, sorted by name.
package struct GoalList: ReadRequest, PlainRequest, LongRequest {
    package static let method = "goal.list"
    package init() {}

    package struct Response: Codable, Sendable, Hashable {
        package var goals: [GoalView]
        package init(goals: [GoalView]) { self.goals = goals }
    }
}

/// One goal with its progress, its periods of the last 53 weeks, and its score over the last twelve weeks.
package struct GoalGet: ReadRequest, LongRequest {
    package static let method = "goal.get"

    /// Id, unique prefix of an id, name, or words of a name that fit only one goal.
    package let goal: String
    package init(goal: String) { self.goal = goal }

    package struct Response: Codable, Sendable, Hashable {
        package var goal: GoalView
        /// Periods from the first one with progress on, the oldest first.
        package var periods: [Period]
        /// Scores at the ends of the last twelve weeks, the running one included, the oldest first.
        package var scores: [Score]

        package init(goal: GoalView, periods: [Period], scores: [Score]) {
            self.goal = goal
            self.periods = periods
            self.scores = scores
        }
    }

    package struct Period: Codable, Sendable, Hashable {
        /// First and last day, such as `2026-03-02`.
        package var from: String
        package var to: String
        package var value: Int64
        package var target: Int64
        package var state: OpenEnum<GoalFigures.State>

        package init(_ period: GoalFigures.Period) {
            from = Days.text(of: period.days.lowerBound)
            to = Days.text(of: period.days.upperBound)
            value = period.value
            target = period.target
            state = OpenEnum(period.state)
        }
    }

    package struct Score: Codable, Sendable, Hashable {
        /// Last day of the week that is taken in: its end, or today.
        package var day: String
        /// Score from 0 to 1, rounded to thousandths.
        package var score: Double

        package init(day: String, score: Double) {
            self.day = day
            self.score = score
        }
    }
}

/// Deletes a goal. The log stays as it is.
package struct GoalDelete: ChangeRequest {
    package typealias Response = GoalView
    package static let method = "goal.delete"

    package let goal: String
    package init(goal: String) { self.goal = goal }
}
