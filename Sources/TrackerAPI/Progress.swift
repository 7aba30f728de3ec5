import TrackerCore

/// The progress of an exercise, workout by workout: the earliest first. Warm-ups are left out.
package struct ExerciseProgress: Request {
    package static let method = "exercise.progress"
    package static let effect = Effect.none
    package static let isLong = true
    package static let maximumPoints = 10_000

    package var exercise: String
    /// By the time of sets, inclusive; a day from its beginning, which is at `day_starts_at`.
    package var from: When?
    /// Exclusive; a day until its end.
    package var to: When?

    package init(exercise: String, from: When? = nil, to: When? = nil) {
        self.exercise = exercise
        self.from = from
        self.to = to
    }

    package struct Point: Codable, Sendable, Hashable {
        /// The time of its first set.
        package let at: String
        package let bestLoad: Double?
        package let best1RM: Double?
        /// Reps × load, of partial sets too.
        package let volume: Double
        package let reps: Int64
        /// Seconds.
        package let longestHold: Double?
        /// Its id.
        package let workout: String

        package init(_ point: Progress.Point, unit: Load.Unit, zone: Zone) {
            at = zone.text(ofMs: point.atMs)
            bestLoad = point.heaviest.map(unit.value(ofMicrograms:))
            best1RM = point.best?.oneRepMax(in: unit)
            volume = point.volume.value(in: unit)
            reps = point.reps
            longestHold = point.longestHold
            workout = point.workout
        }
    }

    package struct Response: Codable, Sendable {
        /// Its id.
        package let exercise: String
        package let exerciseName: String
        /// The preferred unit, of loads, estimates and volume.
        package let unit: String
        package let points: [Point]

        package init(_ exercise: Exercise, unit: Load.Unit, points: [Point]) {
            self.exercise = exercise.id
            exerciseName = exercise.name
            self.unit = unit.rawValue
            self.points = points
        }
    }
}
