import TrackerCore
import TrackerStore

extension Context {
    /// The exercises of a template as the blocks of a workout, each with what it is to be now.
    ///
    /// - Parameter startMs: start of the workout, UTC milliseconds; what was lifted later doesn't count.
    func planned(_ template: Template, startMs: Int64) throws -> [WorkoutExercise] {
        var counts: [String: Int64] = [:]
        return try template.fields.exercises.map { planned in
            counts[planned.exercise, default: 0] += 1
            return WorkoutExercise(
                exercise: planned.exercise, block: counts[planned.exercise] ?? 1,
                superset: planned.superset, target: try target(of: planned, startMs: startMs))
        }
    }

    private func target(of planned: PlannedExercise, startMs: Int64) throws -> ExerciseTarget {
        var target = planned.target
        guard target.groups.contains(where: { $0.percent != nil }),
            let exercise = try transaction.exercise(id: planned.exercise)
        else { return target }
        let settings = try transaction.settings()
        let weights = OwnedWeights(settings, in: settings.unit, hasBar: exercise.hasBar)
        let records = try transaction.records(
            ofExercise: exercise.id, among: .before(startMs, besidesWorkout: ""))
        let oneRepMax = records.oneRepMax(in: settings.unit)
        target.groups = try target.groups.map {
            try $0.resolved(oneRepMax: oneRepMax, with: weights)
        }
        return target
    }
}
