import TrackerAPI
import TrackerCore
import TrackerStore

extension Context {
    /// The exercises of a template as the blocks of a workout, each with what it is to be now.
    ///
    /// - Parameter startMs: start of the workout, UTC milliseconds; what was lifted later doesn't count.
    func planned(_ template: Template, startMs: Int64) throws -> [WorkoutExercise] {
        let history = try ProgressionHistory(of: template, before: startMs, self)
        let settings = try transaction.settings()
        return try template.fields.blocks.map { block, planned in
            var target = planned.target
            if !target.takesMax { target.progression = nil }
            target.groups = try groups(of: planned, block, after: history, settings, startMs)
            if target.groups != planned.target.groups { target.basis = planned.target.groups }
            return WorkoutExercise(
                exercise: planned.exercise, block: block.number, superset: planned.superset,
                target: target, note: planned.note)
        }
    }

    private func groups(
        of planned: PlannedExercise, _ block: ExerciseBlock, after history: ProgressionHistory,
        _ settings: Settings.Fields, _ startMs: Int64
    ) throws -> [SetGroup] {
        var groups = planned.target.groups
        let exercise = try transaction.exercise(id: planned.exercise)
        if let progression = planned.target.progression, planned.target.changesGroups {
            groups = try progression.next(
                after: history.sessions(of: planned, block), from: groups
            ) {
                OwnedWeights(settings, of: exercise, in: $0)
            }
        }
        groups = try withMax(groups, of: planned.exercise, settings, atMs: startMs)
        guard groups.contains(where: { $0.share == .best }) else { return groups }
        let records = try transaction.records(
            ofExercise: planned.exercise, among: .before(startMs, besidesWorkout: ""))
        let weights = OwnedWeights(settings, of: exercise, in: settings.unit)
        let oneRepMax = records.oneRepMax(in: weights.unit)
        return try groups.map { try $0.resolved(.best, of: oneRepMax, with: weights) }
    }

    /// The groups with loads in place of shares of the exercise's training max at a time, UTC milliseconds. Without
    /// one they stay open.
    ///
    /// - Parameter workout: id of the workout that the groups are of, which doesn't count; `nil` for none.
    func withMax(
        _ groups: [SetGroup], of exercise: String, _ settings: Settings.Fields, atMs: Int64,
        besides workout: String? = nil
    ) throws -> [SetGroup] {
        guard groups.contains(where: { $0.share == .max }),
            let max = try currentMax(of: exercise, atMs: atMs, besides: workout)
        else { return groups }
        let weights = OwnedWeights(
            settings, of: try transaction.exercise(id: exercise), in: max.load.unit)
        let whole = max.load.entered(in: weights.unit).value
        return try groups.map { try $0.resolved(.max, of: whole, with: weights) }
    }
}

/// The earlier workouts from which the progressions of a template follow: those of the template, and of the
/// templates that share progressions with it in a plan.
private struct ProgressionHistory {
    /// Another template of the plans that the template is in.
    private struct Sibling {
        let template: Template
        /// Plans that both templates are in.
        let plans: [TrainingPlan]
    }

    private let transaction: Transaction
    private let template: Template
    private let siblings: [Sibling]
    /// Workouts of these templates by their ids, the newest first.
    private let workouts: [String: [Workout]]

    /// - Parameter startMs: the moment before which the workouts began, UTC milliseconds.
    init(of template: Template, before startMs: Int64, _ context: Context) throws {
        transaction = context.transaction
        self.template = template
        guard template.fields.exercises.contains(where: { $0.target.changesGroups }) else {
            siblings = []
            workouts = [:]
            return
        }
        let plans = try transaction.plans().filter { $0.fields.templates.contains(template.id) }
        let ids = Set(plans.flatMap(\.fields.templates)).subtracting([template.id])
        var siblings: [Sibling] = []
        for id in ids.sorted() {
            guard let other = try context.transaction.template(id: id) else { continue }
            let plans = plans.filter { $0.fields.templates.contains(id) }
            siblings.append(Sibling(template: other, plans: plans))
        }
        self.siblings = siblings
        var workouts: [String: [Workout]] = [:]
        for id in [template.id] + siblings.map(\.template.id) {
            workouts[id] = try context.transaction.workouts(
                ofTemplate: id, before: startMs, limit: Progression.maximumSessions)
        }
        self.workouts = workouts
    }

    /// A block of a template that progresses with the one that is planned.
    private struct Source {
        let template: String
        let block: ExerciseBlock
        let groups: [SetGroup]
    }

    /// The sessions from which the next groups of a planned exercise follow, the newest first.
    func sessions(
        of planned: PlannedExercise, _ block: ExerciseBlock
    ) throws -> [ProgressionSession] {
        let own = Source(template: template.id, block: block, groups: planned.target.groups)
        let sources = [own] + siblings.compactMap { source(like: own, in: $0) }
        let trials = sources.flatMap { source in
            (workouts[source.template] ?? []).map { (workout: $0, source: source) }
        }.sorted { $1.workout.startKey < $0.workout.startKey }
        return try trials.prefix(Progression.maximumSessions).compactMap {
            try session($0.source, in: $0.workout)
        }
    }

    /// The block of another template whose progression is shared: the one of the same number, or else the first
    /// that asks for the same reps; `nil` for none.
    private func source(like own: Source, in sibling: Sibling) -> Source? {
        guard sibling.plans.contains(where: { $0.shares(own.block.exercise) }) else { return nil }
        let alike = sibling.template.fields.blocks.filter { block, planned in
            block.exercise == own.block.exercise && planned.target.changesGroups
                && SetGroup.progress(planned.target.groups, with: own.groups)
        }
        let found = alike.first { $0.block == own.block } ?? alike.first
        return found.map {
            Source(
                template: sibling.template.id, block: $0.block, groups: $0.planned.target.groups)
        }
    }

    /// The session of a block in a workout; `nil` where it was begun with other groups, or did nothing of it. Where the
    /// exercises of the template were in another order then, or others were merged into one, the block of that
    /// number has other groups, and the first one with these is meant.
    private func session(_ source: Source, in workout: Workout) throws -> ProgressionSession? {
        let parts = workout.exercises.filter {
            $0.exercise == source.block.exercise
                && ($0.target?.basis ?? $0.target?.groups) == source.groups
        }
        guard let part = parts.first(where: { $0.place == source.block }) ?? parts.first,
            let target = part.target
        else { return nil }
        return ProgressionSession(
            basis: source.groups, asked: target.groups,
            sets: try transaction.sets(ofWorkout: workout.id, of: part.place))
    }
}

extension Workout {
    /// Key by which workouts are sorted by their starts.
    fileprivate var startKey: (Int64, Int64, String) { (startedMs, startOrder, id) }
}
