import TrackerCore
import TrackerStore

extension Context {
    /// A block of a workout as it is to be done: with loads in place of shares of a training max that was set since the
    /// start, with those of a deload, and with warm-ups at shares of the working load.
    ///
    /// - Parameter former: the block's sets in the last workout with it.
    /// - Returns: the block, and these sets with the loads of a deload; `nil` outside of one.
    func today(
        _ part: WorkoutExercise, in workout: Workout, after former: [WorkoutSet]
    ) throws -> (part: WorkoutExercise, lowered: [WorkoutSet]?) {
        let groups = part.target?.groups ?? []
        let isOpen = groups.contains { $0.share == .max || $0.share == .working }
        guard isOpen || workout.deload != nil else { return (part, nil) }
        let settings = try transaction.settings()
        let loads = TodayLoads(
            settings: settings, exercise: try transaction.exercise(id: part.exercise),
            deload: workout.deload, former: former)
        let lowered = try workout.deload.map { _ in
            try former.map { set in
                try set.fields.load.map {
                    try set.with(load: loads.lowered($0, set.fields.loadMode))
                }
                    ?? set
            }
        }
        guard var target = part.target else { return (part, lowered) }
        target.groups = try withMax(
            groups, of: part.exercise, settings, atMs: workout.endedMs ?? now.wallMs,
            besides: workout.id)
        target.groups = try target.groups.map { group in
            var group = group
            group.load = try group.load.map { try loads.lowered($0, loads.mode(of: group)) }
            return group
        }
        target.groups = try loads.warmedUp(target.groups, after: lowered ?? former)
        return (
            WorkoutExercise(
                exercise: part.exercise, block: part.block, superset: part.superset,
                target: target, note: part.note), lowered
        )
    }

    /// The blocks of a template as a workout that begins now would show them. That workout isn't stored.
    func coming(_ template: Template) throws -> [WorkoutExercise] {
        let planned = try planned(template, startMs: now.wallMs)
        let workout = try Workout(
            id: "", name: template.name, template: template.id, exercises: planned,
            start: local(now.wallMs), deload: template.fields.deload, order: 1, at: now)
        return try planned.map { part in
            let former = try transaction.previousSets(of: part.place, before: workout)
            return try today(part, in: workout, after: former).part
        }
    }
}

/// The loads of an exercise in a workout, as they can be made.
private struct TodayLoads {
    let settings: Settings.Fields
    /// `nil` for an exercise that isn't there any more.
    let exercise: Exercise?
    /// Share of the loads in percent; `nil` for all of them.
    let deload: Double?
    /// The block's sets in the last workout with it.
    let former: [WorkoutSet]

    /// Mode of a group's load: where it isn't planned that of the last time, else the exercise's.
    func mode(of group: SetGroup) -> WorkoutSet.LoadMode {
        let last = former.last { $0.fields.load != nil }
        return group.loadMode ?? last?.fields.loadMode ?? exercise?.usualLoadMode() ?? .external
    }

    /// A load as a deload takes it. Assistance stays, since less of it would be harder.
    func lowered(_ load: Load, _ mode: WorkoutSet.LoadMode) throws -> Load {
        guard let deload, mode != .assisted else { return load }
        let weights = OwnedWeights(settings, of: exercise, in: load.unit).moving(mode)
        let whole = load.entered(in: weights.unit).value
        let less = try weights.load(atMost: whole * deload / 100)
        return less.value < whole ? less : load
    }

    /// The groups with loads in place of shares of the working load: the heaviest of the groups, else of the last time.
    func warmedUp(_ groups: [SetGroup], after former: [WorkoutSet]) throws -> [SetGroup] {
        let planned = groups.filter { !$0.isWarmup && mode(of: $0) != .assisted }.compactMap(\.load)
        let lifted = former.filter {
            ![.warmup, .drop].contains($0.fields.kind) && $0.fields.loadMode != .assisted
        }.compactMap(\.fields.load)
        let heaviest = (planned.isEmpty ? lifted : planned).max { $0.micrograms < $1.micrograms }
        guard let heaviest else { return groups }
        let weights = OwnedWeights(settings, of: exercise, in: heaviest.unit)
        let whole = heaviest.entered(in: weights.unit).value
        return try groups.map { try $0.resolved(.working, of: whole, with: weights) }
    }
}
