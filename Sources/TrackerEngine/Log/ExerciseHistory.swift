import TrackerAPI
import TrackerCore
import TrackerStore

extension ExerciseHistory: Performable {
    func perform(in context: Context) throws -> Response {
        let limit = try checkedLimit
        let exercise = try context.exercise(exercise, readFrom: .sets)
        let ids = try context.transaction.workouts(ofExercise: exercise.id, limit: limit)
        let sessions = try ids.compactMap { id -> Session? in
            guard let workout = try context.transaction.workout(id: id) else { return nil }
            let sets = try context.transaction.sets(ofWorkout: id, exercise: exercise.id)
            return Session(workout, sets: try context.views(sets, name: exercise.name))
        }
        let total = try total(listed: ids.count, limit: limit) {
            try context.transaction.workoutCount(WorkoutQuery(exercise: exercise.id))
        }
        return Response(exercise, sessions: sessions, total: total)
    }
}
