import TrackerCore

/// The progress of an exercise by workout, the earliest first. Warm-up sets aren't counted.
package struct ExerciseProgress: ReadRequest, LongRequest {
    package static let method = "exercise.progress"
    package static let maximumPoints = 10_000

    package var exercise: String
    /// Start of the span of set times, inclusive; a day counts from its beginning, at `day_starts_at`.
    package var from: When?
    /// End of the span, exclusive; a day counts until its end.
    package var to: When?

    package init(exercise: String, from: When? = nil, to: When? = nil) {
        self.exercise = exercise
        self.from = from
        self.to = to
    }

    package struct Point: Codable, Sendable, Hashable {
        /// Time of the workout's first set of the exercise.
        @MomentText package var at: String
        package let bestLoad: Double?
        package let best1RM: Double?
        /// Sum of reps × load, partial sets included.
        package let volume: Double
        package let reps: Int64
        /// True where reps that move the body count with their added load alone, since its weight wasn't
        /// known; `nil` elsewhere.
        package let withoutBody: Bool?
        /// Seconds of the longest hold; `nil` for none.
        package let longestHold: Double?
        /// Id of the workout.
        package let workout: String

        package init(_ point: ExercisePoints.Point, unit: Load.Unit, zone: Zone) {
            at = zone.text(ofMs: point.atMs)
            bestLoad = point.heaviest.map(unit.value(ofMicrograms:))
            best1RM = point.best?.oneRepMax(in: unit)
            volume = point.volume.value(in: unit)
            reps = point.reps
            withoutBody = point.lacksBody ? true : nil
            longestHold = point.longestHold
            workout = point.workout
        }
    }

    package struct Response: Codable, Sendable {
        /// Id of the exercise.
        package let exercise: String
        package let exerciseName: String
        /// The preferred unit, in which loads, estimates and volume are given.
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
