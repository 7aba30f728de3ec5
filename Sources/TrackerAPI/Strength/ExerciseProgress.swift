import TrackerCore

/// Progress of an exercise by workout, earliest first, without warm-up sets.
package struct ExerciseProgress: ReadRequest, LongRequest {
    package static let method = "exercise.progress"
    package static let maximumPoints = 10_000

    package var exercise: String
    /// Earliest time of a set, inclusive; a date means the beginning of that day, at `day_starts_at`; `nil`
    /// for no limit.
    package var from: When?
    /// End of the range, exclusive; a date includes that whole day; `nil` for no limit.
    package var to: When?

    package init(exercise: String, from: When? = nil, to: When? = nil) {
        self.exercise = exercise
        self.from = from
        self.to = to
    }

    package struct Point: Codable, Sendable, Hashable {
        /// Time of the first set of the exercise in the workout.
        @MomentText package var at: String
        package let bestLoad: Double?
        package let best1RM: Double?
        /// Sum of reps × load, including partial sets.
        package let volume: Double
        package let reps: Int64
        /// True if bodyweight reps count only their added load because the body weight wasn't known;
        /// otherwise `nil`.
        package let withoutBody: Bool?
        /// Length of the longest hold, seconds; `nil` for none.
        package let longestHold: Double?
        /// Id of the workout.
        package let workout: String
        /// True for a workout of a deload; otherwise `nil`.
        package let deload: Bool?

        /// - Parameter isDeload: whether the workout is one of a deload.
        package init(
            _ point: ExercisePoints.Point, isDeload: Bool = false, unit: Load.Unit, zone: Zone
        ) {
            at = zone.text(ofMs: point.atMs)
            bestLoad = point.heaviest.map(unit.value(ofMicrograms:))
            best1RM = point.best?.oneRepMax(in: unit)
            volume = point.volume.value(in: unit)
            reps = point.reps
            withoutBody = point.lacksBody ? true : nil
            longestHold = point.longestHold
            workout = point.workout
            deload = isDeload ? true : nil
        }
    }

    package struct Response: Codable, Sendable {
        /// Id of the exercise.
        package let exercise: String
        package let exerciseName: String
        /// Preferred unit, used for loads, estimates and volume.
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
