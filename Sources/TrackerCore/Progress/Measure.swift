/// A figure of what a person did. Sets count without warm-ups; workouts count from their finish.
package enum Measure: String, Choice {
    /// Log entries, sets, and sessions that have no log entry.
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
    /// Minutes of work in runs that have ended; each run is rounded down.
    case focus
    /// Challenges that were completed.
    case challenges
    /// The longest break, in days without an effort, that an effort ended.
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
    /// Number of consecutive days over which the measure is taken, the best such span counting; `nil` for all
    /// time.
    package var withinDays: Int?
    /// Local hours, 0 to 24: efforts count from `from` on and before `until`; `nil` for no limit.
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
