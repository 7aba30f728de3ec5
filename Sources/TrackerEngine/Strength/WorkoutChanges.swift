import TrackerAPI
import TrackerCore
import TrackerStore

extension WorkoutSwap: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        var workout = try context.workout(workout)
        let (exercise, block) = try context.block(exercise, block, of: workout)
        let other = try context.exercise(with, field: "with")
        guard other.id != exercise.id else {
            throw Rejection.invalid(
                "with", "\(exercise.name) can't replace itself: name another exercise")
        }
        let sets = try context.transaction.sets(ofWorkout: workout.id, of: block)
        guard sets.isEmpty else {
            throw Rejection(
                .conflict,
                "\(exercise.name)\(block.suffix) has sets (\(sets.count)): add \(other.name) instead",
                field: "exercise", state: "performed")
        }
        workout.swap(block, for: other.id)
        return try context.append(.workoutUpdated, workout)
    }
}

extension WorkoutMove: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        var workout = try context.workout(workout)
        let (_, block) = try context.block(exercise, block, of: workout)
        try workout.move(block, to: position)
        return try context.append(.workoutUpdated, workout)
    }
}

extension WorkoutReorder: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        // Checked before any of the exercises is looked up.
        guard exercises.count <= Workout.maximumExercises else { throw Workout.tooManyExercises }
        var workout = try context.workout(workout)
        try workout.reorder(
            exercises.map {
                try context.exercise($0, field: "exercises", in: workout).id
            })
        return try context.append(.workoutUpdated, workout)
    }
}

extension WorkoutNote: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        var workout = try context.workout(workout)
        guard exercise != nil || block == nil else {
            throw Rejection.invalid(
                "block",
                "\(field: "block") needs an exercise: give \(field: "exercise") as well")
        }
        let place = try exercise.map { try context.block($0, block, of: workout).1 }
        try workout.write(note: note, on: place)
        return try context.append(.workoutUpdated, workout)
    }
}
