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
        if let last = workout.blocks(of: other.id).last,
            try context.transaction.sets(ofWorkout: workout.id, of: last).isEmpty
        {
            throw Rejection(
                .conflict,
                "the workout already has \(other.name), with no sets yet: move it instead",
                field: "with", state: "present")
        }
        let planned = try context.planned(other.id, missingIn: workout)
        workout.swap(block, for: other.id, planned: planned)
        return try context.append(.workoutUpdated, workout)
    }
}

extension Context {
    /// The target that a workout's template has for an exercise in a block that isn't in the workout; `nil` for none.
    fileprivate func planned(
        _ exercise: String, missingIn workout: Workout
    ) throws -> ExerciseTarget? {
        guard let id = workout.template, let template = try transaction.template(id: id) else {
            return nil
        }
        return try planned(template, startMs: workout.startedMs)
            .first { $0.exercise == exercise && !workout.has($0.place) }?.target
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
