import TrackerCore

/// Training volume by day and exercise, for days that have any; warm-up sets aren't counted. Days begin at
/// `day_starts_at`.
package struct VolumeList: ReadRequest, LongRequest {
    package static let method = "volume.list"
    /// About ten years.
    package static let maximumDays = 3653
    package static let maximumRows = 50_000

    package var exercise: String?
    /// The first day, or a moment within it.
    package var from: When
    /// The last day, or a moment within it.
    package var to: When

    package init(exercise: String? = nil, from: When, to: When) {
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
        /// Volume of this day and the six before, whether those are within the requested span or not.
        package let rolling7d: Double

        package init(_ day: Volume.Day, date: String, exerciseName: String, unit: Load.Unit) {
            self.date = date
            exercise = day.exercise
            self.exerciseName = exerciseName
            volume = day.volume.value(in: unit)
            rolling7d = day.rolling.value(in: unit)
        }
    }

    /// Sets of a week by muscle, in the span; a set is half a one for a secondary muscle.
    package struct MuscleWeek: Codable, Sendable, Hashable {
        /// The first day of the week, such as `2026-03-02`, which may lie before the span.
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
        /// The preferred unit.
        package let unit: String
        package let days: [Day]
        /// True where reps that move the body count with their added load alone, since its weight wasn't
        /// known; `nil` elsewhere.
        package let withoutBody: Bool?
        /// By week, the muscle with the most sets first; `nil` from older daemons.
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
