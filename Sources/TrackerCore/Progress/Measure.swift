/// A figure of what a person did. Sets count without warm-ups; workouts count from their finish.
package enum Measure: String, Choice {
    /// Log entries, sets, and sessions that no log entry stands for.
    case efforts
    /// Days with an effort.
    case doneDays = "done_days"
    case reps, seconds, sets, workouts, sessions
    /// Sum of reps × load, in whole kilograms.
    case volumeKg = "volume_kg"
    /// Personal records that were set.
    case records
    /// The longest streak.
    case streakBest = "streak_best"
    /// The most weeks in a row with a done day.
    case weeksBest = "weeks_best"
    /// Different exercises.
    case exercises
    /// Different categories of exercises.
    case categories
    /// Reminders that were answered.
    case answers
    /// Reminders that were answered within a minute.
    case fastAnswers = "fast_answers"
    /// Challenges that were completed.
    case challenges
    /// The most days without an effort after which one followed.
    case comeback
    /// The most reps or seconds of one exercise in a day.
    case dayTotal = "day_total"
}

/// A measure, and what is counted toward it.
package struct Measured: Sendable, Hashable, Codable {
    package var measure: Measure
    /// Id of the only exercise that counts; `nil` for all.
    package var exercise: String?
    /// The only category of exercises that counts; `nil` for all.
    package var categoryOf: String?
    /// The most within so many days in a row; `nil` for all of time.
    package var withinDays: Int?
    /// Local hours, 0 to 24, from which on and before which efforts count; `nil` for the whole day.
    package var from: Int?
    package var until: Int?

    package init(
        _ measure: Measure, exercise: String? = nil, categoryOf: String? = nil,
        withinDays: Int? = nil, from: Int? = nil, until: Int? = nil
    ) {
        self.measure = measure
        self.exercise = exercise
        self.categoryOf = categoryOf
        self.withinDays = withinDays
        self.from = from
        self.until = until
    }
}
