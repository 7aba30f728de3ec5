import TrackerCore

/// The last workouts with an exercise, newest first, each with all sets of that exercise.
package struct ExerciseHistory: ReadRequest, LongRequest, Limited {
    package static let method = "exercise.history"
    package static let maximumLimit = 200
    package static let defaultLimit = 5

    package var exercise: String
    package var limit: Int?

    package init(exercise: String, limit: Int? = nil) {
        self.exercise = exercise
        self.limit = limit
    }

    package struct Session: Codable, Sendable, Hashable {
        /// Id of the workout.
        package let workout: String
        package let name: String
        /// Local day of the workout, such as `2026-03-01`; `nil` from older daemons.
        package let day: String
        /// Sets in order of time.
        package let sets: [SetView]

        package init(_ workout: Workout, sets: [SetView]) {
            self.workout = workout.id
            name = workout.name
            day = workout.day.text
            self.sets = sets
        }
    }

    package struct Response: Codable, Sendable {
        /// Id of the exercise.
        package let exercise: String
        package let exerciseName: String
        package let sessions: [Session]
        /// Number of workouts with the exercise, whatever the limit; `nil` from older daemons.
        package let total: Int?

        package init(_ exercise: Exercise, sessions: [Session], total: Int) {
            self.exercise = exercise.id
            exerciseName = exercise.name
            self.sessions = sessions
            self.total = total
        }
    }
}
