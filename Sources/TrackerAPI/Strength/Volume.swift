import TrackerCore

/// Training volume by day and exercise, without warm-up sets and empty days. Days begin at `day_starts_at`.
package struct VolumeList: ReadRequest, LongRequest {
    package static let method = "volume.list"
    /// Most days in a request, about ten years.
    package static let maximumDays = 3653
    package static let maximumRows = 50_000

    package var exercise: String?
    /// First day: a date, or any time on that day; `nil` for 27 days ago.
    package var from: When?
    /// Last day: a date, or any time on that day; `nil` for today.
    package var to: When?

    package init(exercise: String? = nil, from: When? = nil, to: When? = nil) {
        self.exercise = exercise
        self.from = from
        self.to = to
    }

    package struct Day: Codable, Sendable, Hashable {
        /// The date, such as `2026-03-01`.
        package let date: String
        /// Id of the exercise.
        package let exercise: String
        package let exerciseName: String
        /// Sum of reps × load.
        package let volume: Double
        /// Volume of this day and the six before it, even if those are outside the requested range.
        package let rolling7d: Double

        package init(_ day: Volume.Day, date: String, exerciseName: String, unit: Load.Unit) {
            self.date = date
            exercise = day.exercise
            self.exerciseName = exerciseName
            volume = day.volume.value(in: unit)
            rolling7d = day.rolling.value(in: unit)
        }
    }

    /// Number of sets for a muscle in one week, within the range. A set counts half for a secondary muscle.
    package struct MuscleWeek: Codable, Sendable, Hashable {
        /// First day of the week, such as `2026-03-02`; may be before the range.
        package let week: String
        package let muscle: String
        package let sets: Double

        package init(week: String, muscle: Muscle, sets: Double) {
            self.week = week
            self.muscle = muscle.rawValue
            self.sets = sets
        }
    }

    package struct Response: Codable, Sendable {
        /// Preferred unit.
        package let unit: String
        package let days: [Day]
        /// True if bodyweight reps count only their added load because the body weight wasn't known;
        /// otherwise `nil`.
        package let withoutBody: Bool?
        /// Sets by week and muscle, the muscle with the most sets first; `nil` from older daemons.
        package let muscles: [MuscleWeek]?

        package init(
            unit: Load.Unit, days: [Day], lacksBody: Bool = false, muscles: [MuscleWeek] = []
        ) {
            self.unit = unit.rawValue
            self.days = days
            self.muscles = muscles
            withoutBody = lacksBody ? true : nil
        }
    }
}
