import TrackerCore
import TrackerStore

extension Context {
    /// The exercises of a template as the blocks of a workout, each with what it is to be now.
    ///
    /// - Parameter startMs: start of the workout, UTC milliseconds; what was lifted later doesn't count.
    func planned(_ template: Template, startMs: Int64) throws -> [WorkoutExercise] {
        let isProgressive = template.fields.exercises.contains { $0.target.progression != nil }
        let workouts =
            try isProgressive
            ? transaction.workouts(
                ofTemplate: template.id, before: startMs, limit: Progression.maximumSessions) : []
        let settings = try transaction.settings()
        var counts: [String: Int64] = [:]
        return try template.fields.exercises.map { planned in
            counts[planned.exercise, default: 0] += 1
            let block = ExerciseBlock(planned.exercise, counts[planned.exercise] ?? 1)
            var target = planned.target
            if !target.takesMax { target.progression = nil }
            target.groups = try groups(of: planned, block, after: workouts, settings, startMs)
            if target.groups != planned.target.groups { target.basis = planned.target.groups }
            return WorkoutExercise(
                exercise: planned.exercise, block: block.number, superset: planned.superset,
                target: target, note: planned.note)
        }
    }

    /// - Parameter workouts: those of the template, the newest first.
    private func groups(
        of planned: PlannedExercise, _ block: ExerciseBlock, after workouts: [Workout],
        _ settings: Settings.Fields, _ startMs: Int64
    ) throws -> [SetGroup] {
        var groups = planned.target.groups
        let hasBar = try transaction.exercise(id: planned.exercise)?.hasBar ?? false
        if let progression = planned.target.progression, !planned.target.takesMax {
            let sessions = try workouts.compactMap {
                try session(of: block, in: $0, from: planned.target.groups)
            }
            groups = try progression.next(after: sessions, from: groups) {
                OwnedWeights(settings, in: $0, hasBar: hasBar)
            }
        }
        groups = try withMax(groups, of: planned.exercise, settings, atMs: startMs)
        guard groups.contains(where: { $0.share == .best }) else { return groups }
        let records = try transaction.records(
            ofExercise: planned.exercise, among: .before(startMs, besidesWorkout: ""))
        let oneRepMax = records.oneRepMax(in: settings.unit)
        let weights = OwnedWeights(settings, in: settings.unit, hasBar: hasBar)
        return try groups.map { try $0.resolved(.best, of: oneRepMax, with: weights) }
    }

    /// The groups with loads in place of shares of the exercise's training max at a time, UTC milliseconds. Without
    /// one they stay open.
    func withMax(
        _ groups: [SetGroup], of exercise: String, _ settings: Settings.Fields, atMs: Int64
    ) throws -> [SetGroup] {
        guard groups.contains(where: { $0.share == .max }),
            let max = try currentMax(of: exercise, atMs: atMs)
        else { return groups }
        let hasBar = try transaction.exercise(id: exercise)?.hasBar ?? false
        let weights = OwnedWeights(settings, in: max.load.unit, hasBar: hasBar)
        return try groups.map { try $0.resolved(.max, of: max.load.value, with: weights) }
    }

    /// The session of a block in a workout; `nil` where it was begun with other groups, or did nothing of it. Where the
    /// exercises of the template were in another order then, or others were merged into one, the block of that
    /// number has other groups, and the first one with these is meant.
    private func session(
        of block: ExerciseBlock, in workout: Workout, from basis: [SetGroup]
    ) throws -> ProgressionSession? {
        let parts = workout.exercises.filter {
            $0.exercise == block.exercise && ($0.target?.basis ?? $0.target?.groups) == basis
        }
        guard let part = parts.first(where: { $0.place == block }) ?? parts.first,
            let target = part.target
        else { return nil }
        return ProgressionSession(
            basis: basis, asked: target.groups,
            sets: try transaction.sets(ofWorkout: workout.id, of: part.place))
    }
}
