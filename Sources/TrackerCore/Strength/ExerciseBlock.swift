/// One block of an exercise in a workout, which may have several of the same exercise.
package struct ExerciseBlock: Sendable, Hashable {
    /// Id of the exercise.
    package let exercise: String
    /// Number among the blocks of this exercise, from 1. It stays the same when the workout is reordered or
    /// other blocks are removed.
    package let number: Int64

    package init(_ exercise: String, _ number: Int64 = 1) {
        self.exercise = exercise
        self.number = number
    }

    /// Text after the exercise's name that distinguishes the block from others: ` (2)`; empty for the first.
    package var suffix: String { number > 1 ? " (\(number))" : "" }
}

extension Workout {
    package func has(_ block: ExerciseBlock) -> Bool {
        exercises.contains { $0.place == block }
    }

    /// The blocks of an exercise, in the order of their numbers.
    package func blocks(of exercise: String) -> [ExerciseBlock] {
        exercises.lazy.filter { $0.exercise == exercise }.map(\.place)
            .sorted { $0.number < $1.number }
    }

    /// The block that an exercise gets when it is added once more.
    package func nextBlock(of exercise: String) -> ExerciseBlock {
        ExerciseBlock(exercise, (blocks(of: exercise).last?.number ?? 0) + 1)
    }

    /// Whether the workout's rest follows a set of the block: within a superset, only after its last member.
    private func rests(after block: ExerciseBlock) -> Bool {
        guard let superset = exercises.first(where: { $0.place == block })?.superset else {
            return true
        }
        return exercises.last { $0.superset == superset }?.place == block
    }

    /// Milliseconds of rest after a set of a block: the block's own rest if it has one; otherwise the
    /// workout's, but none between the members of a superset. 0 for none, `nil` where the workout doesn't
    /// say.
    package func restMs(after block: ExerciseBlock) -> Int64? {
        exercises.first { $0.place == block }?.target?.restMs ?? (rests(after: block) ? restMs : 0)
    }
}
