import TrackerCore

/// The work of each day on which there was any, by exercise; warm-ups are left out. Days turn at
/// `day_starts_at`.
package struct VolumeList: Request {
    package static let method = "volume.list"
    package static let effect = Effect.none
    package static let isLong = true
    /// Ten years.
    package static let maximumDays = 3653
    package static let maximumRows = 50_000

    package var exercise: String?
    /// The first day, or one that this moment lies in.
    package var from: When
    /// The last day.
    package var to: When

    package init(exercise: String? = nil, from: When, to: When) {
        self.exercise = exercise
        self.from = from
        self.to = to
    }

    package struct Day: Codable, Sendable, Hashable {
        /// `2026-03-01`.
        package let date: String
        /// Its id.
        package let exercise: String
        package let exerciseName: String
        /// Reps × load.
        package let volume: Double
        /// Of this day and the six before, whether they were asked for or not.
        package let rolling7d: Double

        package init(_ day: Volume.Day, date: String, exerciseName: String, unit: Load.Unit) {
            self.date = date
            exercise = day.exercise
            self.exerciseName = exerciseName
            volume = day.volume.value(in: unit)
            rolling7d = day.rolling.value(in: unit)
        }
    }

    package struct Response: Codable, Sendable {
        /// The preferred one.
        package let unit: String
        package let days: [Day]

        package init(unit: Load.Unit, days: [Day]) {
            self.unit = unit.rawValue
            self.days = days
        }
    }
}
