/// Puts another exercise in the place of a block, with the block's sets. Loads aren't kept, since they were those of
/// the former exercise.
package struct WorkoutSwap: ChangeRequest {
    package typealias Response = WorkoutView
    package static let method = "workout.swap"

    package var exercise: String
    /// Exercise that takes its place.
    package var with: String
    /// Number of the block; needed if the workout has several blocks of the exercise.
    package var block: Int64?
    package var workout: String?

    package init(exercise: String, with: String, block: Int64? = nil, workout: String? = nil) {
        self.exercise = exercise
        self.with = with
        self.block = block
        self.workout = workout
    }
}

/// Moves a block to another place in the workout.
package struct WorkoutMove: ChangeRequest {
    package typealias Response = WorkoutView
    package static let method = "workout.move"

    package var exercise: String
    /// Position among the exercises, from 1.
    package var position: Int64
    /// Number of the block; needed if the workout has several blocks of the exercise.
    package var block: Int64?
    package var workout: String?

    package init(exercise: String, position: Int64, block: Int64? = nil, workout: String? = nil) {
        self.exercise = exercise
        self.position = position
        self.block = block
        self.workout = workout
    }
}

package struct WorkoutReorder: ChangeRequest {
    package typealias Response = WorkoutView
    package static let method = "workout.reorder"

    /// All exercises of the workout in their new order. An exercise appears once for each of its blocks, the
    /// first block first.
    package var exercises: [String]
    package var workout: String?

    package init(exercises: [String], workout: String? = nil) {
        self.exercises = exercises
        self.workout = workout
    }
}
