import TrackerAPI
import TrackerCore
import TrackerStore

extension Context {
    /// The workout that a text refers to, where a name is that of the newest, and `last` is the one that was
    /// touched last; `nil` stands for the open workout.
    func workout(_ text: String?) throws -> Workout {
        if let text { return try workout(named: text) }
        if let workout = try transaction.openWorkout() { return workout }
        throw Rejection(
            .conflict, "no workout is open", field: "workout", state: "none")
    }

    func workout(
        named text: String, field: String = "workout"
    ) throws -> Workout {
        try resolve(
            text,
            Address(
                field: "workout", plural: "workouts",
                // No workout has this name, so that none is looked for.
                named: { try $0 == Text.last ? nil : transaction.newestWorkout(named: $0) },
                last: transaction.lastTouchedWorkout),
            field: field)
    }

    /// - Parameter hasPrevious: whether to add each exercise's sets of an earlier workout, and to the summary
    ///   its records, difference and muscles.
    func view(_ workout: Workout, hasPrevious: Bool = true) throws -> WorkoutView {
        let all = try transaction.sets(ofWorkout: workout.id).filter { workout.has($0.place) }
        let byBlock = Dictionary(grouping: all, by: \.place)
        let exercises = try workout.exercises.map { part in
            try view(part, of: workout, byBlock[part.place] ?? [], hasPrevious: hasPrevious)
        }
        let rests = exercises.flatMap(\.sets).compactMap(\.restMs)
        let summary = try summary(of: workout, all, restsMs: rests, hasPrevious: hasPrevious)
        return WorkoutView(
            workout, exercises: exercises, summary: summary, machine: try machine(of: workout),
            zone: zone)
    }

    /// A workout with the exercises of some of its sets alone, and without a summary.
    func view(_ workout: Workout, with sets: [WorkoutSet]) throws -> WorkoutView {
        let places = Set(sets.map(\.place))
        let exercises = try workout.exercises.filter { places.contains($0.place) }.map { part in
            let own = try transaction.sets(ofWorkout: workout.id, exercise: part.exercise)
                .filter { $0.place == part.place }
            return try view(part, of: workout, own, hasPrevious: true)
        }
        return WorkoutView(
            workout, exercises: exercises, summary: nil, machine: try machine(of: workout),
            zone: zone)
    }

    /// - Parameter sets: all sets of the exercise's block.
    private func view(
        _ part: WorkoutExercise, of workout: Workout, _ sets: [WorkoutSet], hasPrevious: Bool
    ) throws -> WorkoutView.Exercise {
        let name = try name(ofExercise: part.exercise) ?? ""
        let previous =
            hasPrevious ? try transaction.previousSets(of: part.place, before: workout) : []
        let shown = try hasPrevious ? today(part, in: workout, after: previous).part : part
        return WorkoutView.Exercise(
            shown, name: name, previous: previous.isEmpty ? nil : try views(previous, name: name),
            sets: try views(sets, name: name))
    }

    /// Name of the machine that a workout belongs to; `nil` for this machine's.
    private func machine(of workout: Workout) throws -> String? {
        guard transaction.isSharing, let owner = workout.owner, try !transaction.isOwn(owner) else {
            return nil
        }
        return try transaction.knownMachines()[owner]?.name ?? owner
    }

    /// The summary of a finished workout; `nil` while it is open.
    private func summary(
        of workout: Workout, _ sets: [WorkoutSet], restsMs: [Int64], hasPrevious: Bool
    ) throws -> WorkoutView.Summary? {
        guard let endedMs = workout.endedMs else { return nil }
        let unit = try transaction.settings().unit
        var summary = WorkoutView.Summary(
            durationMs: endedMs - workout.startedMs, of: try totals(of: sets), restsMs: restsMs,
            unit: unit)
        guard hasPrevious else { return summary }
        summary.records = try records(madeIn: workout)
        if workout.deload == nil {
            summary.difference = try difference(of: workout, sets, in: unit)
        }
        summary.muscles = try muscles(of: sets)
        return summary
    }

    private func muscles(of sets: [WorkoutSet]) throws -> [WorkoutView.MuscleCount] {
        let counted = sets.filter { $0.fields.kind != .warmup }
        var muscles = MuscleSets()
        for (exercise, own) in Dictionary(grouping: counted, by: \.exercise) {
            muscles.add(own.count, of: try transaction.exercise(id: exercise)?.fields.muscles)
        }
        return muscles.list.map { .init(muscle: $0.muscle, sets: $0.sets) }
    }

    /// Difference from the last workout with the same exercises; `nil` where there was none.
    private func difference(
        of workout: Workout, _ sets: [WorkoutSet], in unit: Load.Unit
    ) throws -> WorkoutView.Difference? {
        let exercises = Set(sets.map(\.exercise))
        guard let former = try transaction.workout(before: workout, with: exercises.sorted()) else {
            return nil
        }
        let before = try totals(
            of: transaction.sets(ofWorkout: former.id).filter { exercises.contains($0.exercise) })
        let now = try totals(of: sets)
        return WorkoutView.Difference(
            workout: former,
            work: Load.rounded(now.work.value(in: unit) - before.work.value(in: unit)),
            sets: now.sets - before.sets, reps: now.reps - before.reps)
    }

    private func totals(of sets: [WorkoutSet]) throws -> SetTotals {
        SetTotals(
            of: sets, try transaction.bodyWeights(of: sets), pairs: try transaction.pairs())
    }

    /// Views of all sets of a block in a workout, in the order of their times.
    func views(_ sets: [WorkoutSet], name: String) throws -> [SetView] {
        try sets.enumerated().map { try view($0.element, name: name, index: $0.offset + 1) }
    }

    /// Records a change of a workout.
    ///
    /// - Parameters:
    ///   - removed: the sets that are deleted with the change.
    ///   - isGone: whether the workout is deleted.
    /// - Returns: the workout as it is now, or was at its end.
    @discardableResult
    func append(
        _ type: EventType, _ workout: Workout, removed: [WorkoutSet] = [], isGone: Bool = false
    ) throws -> Written<WorkoutView> {
        let result = try Written(view(workout))
        try append(
            type, subject: workout.id, data: view(workout, hasPrevious: false),
            isGone ? [] : [workout], removed: removed + (isGone ? [workout] : []))
        return result
    }

    /// Ends the rest that a set of the workout began.
    fileprivate func endRest(of workout: Workout) throws {
        guard workout.state == .open else { return }
        try endRest { $0.after?.kind == .set }
    }

    fileprivate func removeWorkout(_ workout: Workout, _ type: EventType) throws -> Written<
        WorkoutView
    > {
        try endRest(of: workout)
        return try append(
            type, workout, removed: transaction.sets(ofWorkout: workout.id), isGone: true)
    }
}

extension WorkoutStart: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        try context.checkNoneIsLive(Workout.self)
        return try resolved(in: context).start(in: context)
    }

    private func start(in context: Context) throws -> Written<Response> {
        guard template == nil || `repeat` == nil else {
            throw Rejection.invalid(
                "repeat",
                "\(field: "repeat") and \(field: "template") can't be combined: give one of them")
        }
        let plan = try plan(in: context)
        let name = try name.map { try Text.nameBesideLast($0, field: "name") } ?? plan.name
        let start = try at.map(context.pastInstant) ?? context.local(context.now.wallMs)
        let workout = try Workout(
            id: context.newID(), name: name, template: plan.template, restMs: plan.restMs,
            exercises: plan.exercises(start.ms), start: start,
            isBackdated: at != nil, deload: deload ?? plan.deload,
            owner: context.transaction.device,
            order: context.transaction.nextOrder(of: Workout.self), at: context.now)
        return try context.append(.workoutStarted, workout)
    }

    private struct Plan {
        var name = Workout.defaultName
        var template: String?
        var restMs: Int64?
        var deload: Double?
        /// Makes the exercises for a start in UTC milliseconds.
        var exercises: (_ startMs: Int64) throws -> [WorkoutExercise] = { _ in [] }
    }

    private func plan(in context: Context) throws -> Plan {
        if let template {
            let template = try context.template(template)
            return Plan(
                name: template.name, template: template.id, restMs: template.fields.restMs,
                deload: template.fields.deload,
                exercises: { try context.planned(template, startMs: $0) })
        }
        guard let text = `repeat` else { return Plan() }
        let former = try context.workout(named: text, field: "repeat")
        let exercises = try former.exercises.map { try context.again($0, of: former) }
        return Plan(
            name: former.name, template: former.template, restMs: former.restMs,
            deload: former.deload, exercises: { _ in exercises })
    }
}

extension WorkoutAddExercise: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        var workout = try context.workout(workout)
        let exercise = try context.exercise(exercise, in: workout)
        if let last = workout.blocks(of: exercise.id).last,
            try context.transaction.sets(ofWorkout: workout.id, of: last).isEmpty
        {
            guard let superset else { throw Workout.present }
            try workout.join(superset, last, at: position)
        } else {
            let block = workout.nextBlock(of: exercise.id)
            try workout.add(
                WorkoutExercise(
                    exercise: exercise.id, block: block.number, superset: superset), at: position)
        }
        return try context.append(.workoutUpdated, workout)
    }
}

extension Context {
    /// The exercise of a workout that a text refers to.
    fileprivate func exercise(_ text: String, of workout: Workout) throws -> Exercise {
        let exercise = try exercise(text, in: workout)
        guard workout.has(exercise.id) else {
            throw Rejection(
                .notFound, "the workout has no \(exercise.name): add it first", field: "exercise",
                state: workout.state.rawValue)
        }
        return exercise
    }

    /// The block of a workout that a text and a number refer to.
    ///
    /// - Throws: a refusal without a number where the exercise stands in the workout more than once.
    func block(
        _ text: String, _ number: Int64?, of workout: Workout
    ) throws -> (Exercise, ExerciseBlock) {
        let exercise = try exercise(text, of: workout)
        let blocks = workout.blocks(of: exercise.id)
        guard number != nil || blocks.count == 1 else {
            let numbers = blocks.map { "\($0.number)" }.joined(separator: " or ")
            throw Rejection.invalid(
                "block",
                """
                \(exercise.name) is in the workout \(blocks.count) times: give \(field: "block") to \
                say which, \(numbers)
                """)
        }
        return (exercise, try block(number, of: exercise, in: workout))
    }
}

extension WorkoutRemoveExercise: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        var workout = try context.workout(workout)
        let (exercise, block) = try context.block(exercise, block, of: workout)
        let sets = try context.transaction.sets(ofWorkout: workout.id, of: block)
        guard sets.isEmpty || confirm == true else {
            throw Rejection(
                .confirmationRequired,
                "\(exercise.name)\(block.suffix) would be removed with its sets (\(sets.count))",
                field: "confirm",
                state: workout.state.rawValue)
        }
        workout.remove(block)
        let gone = Set(sets.map(\.id))
        try context.endRest { $0.after.map { gone.contains($0.id) } ?? false }
        return try context.append(.workoutUpdated, workout, removed: sets)
    }
}

extension WorkoutUpdate: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        var workout = try context.workout(workout)
        guard name != nil || startedAt != nil || endedAt != nil || deload != nil else {
            throw Rejection.invalid(
                "name",
                """
                nothing to change: give \(field: "name"), \(field: "started_at"), \
                \(field: "ended_at") or \(field: "deload")
                """)
        }
        let former = workout
        let start = try startedAt.map {
            try context.pastInstant($0, onDayOf: former, field: "started_at")
        }
        let movedEndMs = try start.flatMap { try context.moveSets(of: former, to: $0) }
        try workout.edit(
            name: name.map { try Text.nameBesideLast($0, field: "name") },
            start: start,
            endedMs: endedAt.map {
                try context.pastInstant($0, onDayOf: former, field: "ended_at").ms
            } ?? movedEndMs,
            setsMs: context.transaction.setsMs(ofWorkout: workout.id), at: context.now)
        if let deload { try workout.mark(deload: deload.value) }
        return try context.append(.workoutUpdated, workout)
    }
}

extension WorkoutFinish: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        var workout = try context.workout(workout)
        let former = workout
        try workout.finish(
            endedMs: at.map { try context.pastInstant($0, in: former).ms },
            lastSetMs: context.transaction.lastSetMs(ofWorkout: workout.id), at: context.now)
        // A rest ends with its workout.
        try context.endRest { $0.after?.kind == .set }
        let finished = try context.append(.workoutFinished, workout)
        try context.tellWork(of: workout)
        return finished
    }
}

extension WorkoutDiscard: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        let workout = try context.workout(workout)
        guard workout.state == .open else {
            throw Rejection.conflict(
                "the workout is finished: it can be deleted, not discarded",
                state: workout.state.rawValue)
        }
        guard confirm == true else {
            let count = try context.transaction.setCount(ofWorkout: workout.id)
            throw Rejection(
                .confirmationRequired,
                "this discards '\(workout.name)' with its sets (\(count))", field: "confirm",
                state: workout.state.rawValue)
        }
        return try context.removeWorkout(workout, .workoutDiscarded)
    }
}

extension WorkoutGet: Performable {
    func perform(in context: Context) throws -> WorkoutView {
        if workout == nil, try context.transaction.openWorkout() == nil {
            guard let last = try context.transaction.lastWorkout() else {
                throw Rejection(
                    .notFound, "no workout has been started yet", field: "workout", state: "none")
            }
            return try context.view(last)
        }
        return try context.view(context.workout(workout))
    }
}

extension WorkoutDelete: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        try context.removeWorkout(context.workout(workout), .workoutDeleted)
    }
}

extension WorkoutList: Performable {
    func perform(in context: Context) throws -> Response {
        let limit = try checkedLimit
        let exercise = try exercise.map { try context.exercise($0, readFrom: .sets).id }
        let query = WorkoutQuery(span: try context.span(from: from, to: to), exercise: exercise)
        let workouts = try context.transaction.workouts(query, limit: limit)
        let total = try total(listed: workouts.count, limit: limit) {
            try context.transaction.workoutCount(query)
        }
        return Response(
            workouts: try workouts.map { try context.view($0, hasPrevious: false) }, total: total)
    }
}
