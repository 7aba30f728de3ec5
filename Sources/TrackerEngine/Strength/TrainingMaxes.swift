import TrackerAPI
import TrackerCore
import TrackerStore

extension Context {
    /// The training max of an exercise at a time, with what the plan's rule has made of it; `nil` before the first.
    ///
    /// A workout that was begun without a max, so that its shares are open still, counts where the max was set while it
    /// lasted.
    ///
    /// - Parameters:
    ///   - ms: the time, UTC milliseconds. Workouts that began then or later don't count.
    ///   - former: id of another workout that doesn't count; `nil` for none.
    func currentMax(
        of exercise: String, atMs ms: Int64, besides former: String? = nil
    ) throws -> CurrentMax? {
        guard let base = try transaction.trainingMax(ofExercise: exercise, atMs: ms) else {
            return nil
        }
        var current = CurrentMax(base)
        let workouts = try transaction.workouts(
            withRuleFor: exercise, from: base.atMs - CurrentMax.longestWorkoutMs, before: ms,
            limit: CurrentMax.maximumSessions)
        for workout in workouts where workout.id != former {
            let lasted = workout.endedMs.map { $0 >= base.atMs } ?? false
            for part in workout.exercises where part.exercise == exercise {
                guard let target = part.target, let rule = target.progression,
                    workout.startedMs >= base.atMs || lasted && target.takesMax,
                    let session = ProgressionSession(
                        basis: target.basis ?? target.groups, asked: target.groups,
                        sets: try transaction.sets(ofWorkout: workout.id, of: part.place))
                else { continue }
                try current.take(session.outcome, by: rule)
            }
        }
        return current
    }

    /// The first training max that is proposed for an exercise: a share of the estimated 1RM, as its weights can make
    /// it; `nil` without one.
    fileprivate func proposedMax(of exercise: Exercise) throws -> Load? {
        let settings = try transaction.settings()
        let weights = OwnedWeights(settings, of: exercise, in: settings.unit)
        let records = try transaction.records(
            ofExercise: exercise.id, among: .before(.max, besidesWorkout: ""))
        guard let estimate = records.oneRepMax(in: weights.unit), estimate > 0 else { return nil }
        return try weights.load(atMost: estimate * TrainingMax.proposedPercent / 100)
    }
}

extension TrainingMax: Recorded {
    func view(in context: Context) throws -> TrainingMaxView {
        TrainingMaxView(
            self, name: try context.name(ofExercise: exercise) ?? "", zone: context.zone)
    }
}

extension MaxLog: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        let exercise = try context.exercise(exercise, hasLoad: true)
        let unit = try unit ?? context.usualUnit(of: exercise)
        let entry = try TrainingMax(
            id: context.newID(), exercise: exercise.id, load: Load(load, unit),
            time: at.map(context.pastInstantOnDay) ?? context.local(context.now.wallMs),
            order: context.transaction.nextOrder(of: TrainingMax.self), at: context.now)
        return try context.record(.maxLogged, entry)
    }
}

extension MaxDelete: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        let entry: TrainingMax = try context.resolve(
            entry,
            Address(
                field: "entry", plural: "training maxes", noun: "training max",
                last: context.transaction.lastTouchedMax))
        return try context.record(.maxDeleted, entry, isGone: true)
    }
}

extension MaxList: Performable {
    func perform(in context: Context) throws -> Response {
        let limit = try checkedLimit
        let exercise = try exercise.map { try context.exercise($0, hasLoad: true) }
        let entries = try context.transaction.trainingMaxes(
            ofExercise: exercise?.id, limit: limit)
        let total = try total(listed: entries.count, limit: limit) {
            try context.transaction.trainingMaxCount(ofExercise: exercise?.id)
        }
        var newest: Set<String> = []
        return Response(
            entries: try entries.map { entry in
                let isNewest = newest.insert(entry.exercise).inserted
                let current =
                    isNewest
                    ? try context.currentMax(of: entry.exercise, atMs: .max) : nil
                return TrainingMaxView(
                    entry, current: current,
                    name: try context.name(ofExercise: entry.exercise) ?? "", zone: context.zone)
            }, total: total, exerciseName: exercise?.name,
            proposed: try exercise.flatMap(context.proposedMax))
    }
}
