import TrackerAPI
import TrackerCore
import TrackerStore

extension Context {
    /// The plan of one block of a workout.
    func plan(of part: WorkoutExercise, in workout: Workout) throws -> BlockPlan {
        let sets = try transaction.sets(ofWorkout: workout.id, exercise: part.exercise)
        let former = try transaction.previousSets(of: part.place, before: workout)
        let (shown, lowered) = try today(part, in: workout, after: former)
        let hasOpenMode = shown.target?.groups.contains(where: \.hasOpenMode) ?? false
        let exercise = try hasOpenMode ? transaction.exercise(id: part.exercise) : nil
        return BlockPlan(
            shown, loadMode: exercise?.usualLoadMode() ?? .external,
            done: sets.filter { $0.block == part.block },
            former: former, lowered: lowered,
            others: sets.filter { $0.block != part.block })
    }

    private func plan(of workout: Workout) throws -> WorkoutPlan {
        let newest = try transaction.sets(ofWorkout: workout.id)
            .max { ($0.atMs, $0.position, $0.id) < ($1.atMs, $1.position, $1.id) }
        return WorkoutPlan(
            try workout.exercises.map { try plan(of: $0, in: workout) }, newest: newest?.place)
    }

    /// Block of a workout that a set of an exercise belongs to.
    ///
    /// - Parameters:
    ///   - number: number of the block; `nil` where it isn't given.
    ///   - drop: the set that this one continues as a drop set; `nil` for none.
    func block(
        _ number: Int64?, of exercise: Exercise, in workout: Workout, after drop: WorkoutSet? = nil
    ) throws -> ExerciseBlock {
        if let number {
            let block = ExerciseBlock(exercise.id, number)
            guard workout.has(block) else { throw noBlock(number, of: exercise, in: workout) }
            return block
        }
        if let drop, drop.exercise == exercise.id, workout.has(drop.place) { return drop.place }
        let blocks = workout.blocks(of: exercise.id)
        guard blocks.count > 1 else { return blocks.first ?? ExerciseBlock(exercise.id) }
        let last = try transaction.sets(ofWorkout: workout.id, exercise: exercise.id).last?.place
        return try plan(of: workout).block(of: exercise.id, last: last) ?? blocks[0]
    }

    private func noBlock(
        _ number: Int64, of exercise: Exercise, in workout: Workout
    ) -> Rejection {
        let numbers = workout.blocks(of: exercise.id).map { "\($0.number)" }
        return .invalid(
            "block",
            """
            \(field: "block") must be one of \(exercise.name) in this workout: \
            \(numbers.joined(separator: " or "))
            """)
    }

    /// The set that comes next in a workout; `nil` once all is done, or where nothing is known.
    func nextSet(in workout: Workout) throws -> PlannedSet? {
        try plan(of: workout).next
    }

    /// The next set of an exercise, whether it is in the workout already or not; `nil` where nothing is known.
    fileprivate func nextSet(of exercise: Exercise, in workout: Workout) throws -> PlannedSet? {
        let block = try block(nil, of: exercise, in: workout)
        let part =
            workout.exercises.first { $0.place == block } ?? WorkoutExercise(exercise: exercise.id)
        return try plan(of: part, in: workout).next()
    }

    /// The exercise of the set that comes next in a workout, and the number of its block.
    func nextBlock(in workout: Workout) throws -> (Exercise, Int64) {
        if let place = try nextSet(in: workout)?.place,
            let exercise = try transaction.exercise(id: place.exercise)
        {
            return (exercise, place.number)
        }
        throw Rejection(
            .conflict,
            workout.exercises.contains { $0.target != nil }
                ? "everything planned is done: name the exercise of this set"
                : "nothing is planned: name the exercise of this set",
            field: "exercise", state: PlannedSet.Reason.done.rawValue)
    }
}

extension SetNext: Performable {
    func perform(in context: Context) throws -> Response {
        let workout = try context.workout(workout)
        let exercise = try exercise.map { try context.exercise($0, in: workout) }
        let next =
            if let exercise {
                try context.nextSet(of: exercise, in: workout)
            } else {
                try context.nextSet(in: workout)
            }
        return try context.view(next)
    }
}

extension Context {
    /// - Parameter next: `nil` once all is done, or if nothing is known.
    func view(_ next: PlannedSet?) throws -> SetNext.Response {
        guard let next else { return SetNext.Response(set: nil, why: .done, lastTime: nil) }
        return SetNext.Response(
            set: PlannedSetView(
                next, name: try name(ofExercise: next.place.exercise) ?? "",
                plates: try plates(for: next)),
            why: next.reason, lastTime: try next.lastTime.map(view))
    }

    /// The plates for a set whose load is put on a bar; `nil` where they aren't to be shown, and for other sets.
    private func plates(for set: PlannedSet) throws -> PlatesCalculate.Response? {
        guard dependencies.configuration.lifting.showPlates, let load = set.load,
            set.loadMode == .external,
            let exercise = try transaction.exercise(id: set.place.exercise)
        else { return nil }
        let weights = OwnedWeights(try transaction.settings(), of: exercise, in: load.unit)
        return weights.plates(for: load).map {
            PlatesCalculate.Response($0, unit: load.unit, bar: weights.bar)
        }
    }
}

extension SetLog {
    /// Request completed from the planned next set: with its load, and with its reps, time or distance where
    /// the request has none of these. A time or a distance that is given gets no load by itself. A set in the
    /// place of a planned warm-up becomes a warm-up where it is lighter than the working sets to come.
    ///
    /// - Parameter usual: unit of a load that is given without one.
    /// - Throws: `invalid_params` where nothing tells the amount, and for a set whose load isn't known, where the
    ///   exercise takes one or the plan is a share of the 1RM.
    func completed(
        by plan: BlockPlan, of exercise: Exercise, in usual: Load.Unit
    ) throws(Rejection) -> SetLog {
        var request = self
        if isWarmUp(by: plan, in: unit ?? usual) { request.type = .warmup }
        // A drop set has less load than the set it continues, so it doesn't take the planned one.
        let isDrop = type == .drop || dropOf != nil
        let isCount = reps != nil && seconds == nil && distanceM == nil && exercise.unit == .reps
        let needsLoad = load == nil && loadMode != .bodyweight && (isCount || !hasAmount)
        var openShare: (percent: Double, base: SetGroup.ShareBase)?
        if !isDrop, !hasAmount || needsLoad {
            let planned = plan.next(isWarmup: type.map { $0 == .warmup })
            if let percent = planned?.openShare, let base = planned?.shareBase {
                openShare = (percent, base)
            }
            if !hasAmount {
                request.reps = planned?.reps
                request.seconds = planned?.seconds
                request.distanceM = planned?.distanceM
            }
            if needsLoad, let load = planned?.load {
                request.load = load.value
                request.unit = load.unit
                request.loadMode = loadMode ?? planned?.loadMode
            } else if needsLoad, planned?.loadMode == .bodyweight {
                request.loadMode = .bodyweight
            }
            // A set that takes the load of a planned warm-up is a warm-up.
            if !hasAmount || needsLoad && planned?.kind == .warmup && planned?.load != nil {
                request.type = type ?? planned?.kind
            }
        }
        guard request.hasAmount else { throw .nothingToRepeat(of: exercise) }
        if needsLoad, request.load == nil, request.loadMode != .bodyweight {
            try request.checkLoad(openShare, of: exercise, dropsLoad: isDrop && plan.isLoaded)
        }
        return request
    }

    private var hasAmount: Bool { reps != nil || seconds != nil || distanceM != nil }

    /// - Parameters:
    ///   - share: planned load in percent of another load; `nil` for none.
    ///   - dropsLoad: true for a drop set of a set with a load.
    /// - Throws: `invalid_params` for a set without a load that it needs.
    private func checkLoad(
        _ share: (percent: Double, base: SetGroup.ShareBase)?, of exercise: Exercise,
        dropsLoad: Bool
    ) throws(Rejection) {
        let amount = reps.map { "\($0)" } ?? seconds.map { "\(NumberText.exact($0))s" }
        if let share, let amount {
            throw Self.missing(NumberText.exact(share.percent), of: share.base, exercise, amount)
        }
        guard exercise.unit == .reps, let reps, exercise.takesLoad || dropsLoad else { return }
        throw .invalid(
            "load",
            """
            \(field: "load") is missing: \(exercise.name) needs one, and \
            \(dropsLoad ? "a drop set has its own" : "there is no earlier one"): give it, such \
            as \(reps)x100, or \(reps)x0 for none
            """)
    }

    /// The refusal of a set whose load is a share of a load that isn't known.
    private static func missing(
        _ percent: String, of base: SetGroup.ShareBase, _ exercise: Exercise, _ amount: String
    ) -> Rejection {
        switch base {
        case .best:
            .invalid(
                "load",
                """
                \(field: "load") is missing: \(exercise.name) is planned at \(percent)% of your best \
                1RM, which isn't known yet: give the load, such as \(amount)x100, and the next workout \
                will use it; or \(amount)x0 for none
                """)
        case .max:
            Rejection(
                .invalidParams,
                """
                \(field: "load") is missing: \(exercise.name) is planned at \(percent)% of your \
                training max, which isn't set: set it, or give the load, such as \(amount)x100
                """, field: "load", state: "max")
        case .working:
            .invalid(
                "load",
                """
                \(field: "load") is missing: this warm-up of \(exercise.name) is planned at \
                \(percent)% of the working load, which isn't known: give it, such as \(amount)x20
                """)
        }
    }

    private func isWarmUp(by plan: BlockPlan, in unit: Load.Unit) -> Bool {
        guard type == nil, dropOf == nil, let load, loadMode != .assisted,
            let next = plan.next(), next.kind == .warmup, next.reason == .template,
            let working = plan.next(isWarmup: false),
            working.loadMode != .assisted, let most = working.load,
            let given = try? Load(load, unit)
        else { return false }
        return given.converted(to: most.unit).value < most.value
    }
}

// MARK: - Alerts

extension Context {
    /// The line of a rest's alert about the next set: `next: Bench Press 3 of 3: 5x100kg (last time
    /// 5x102.5kg@9)`; `nil` for a rest that no set began, and once all is done.
    func nextLine(after rest: Rest.After) throws -> String? {
        guard rest.kind == .set, let set = try transaction.set(id: rest.id),
            let workout = try transaction.workout(id: set.workout), workout.state == .open,
            let planned = try nextSet(in: workout),
            let name = try name(ofExercise: planned.place.exercise)
        else { return nil }
        let place = "next: \(name)\(planned.place.suffix) \(planned.index) of \(planned.count)"
        let former = planned.lastTime.map { " (last time \($0.fields.phrase()))" } ?? ""
        guard planned.hasAmount else { return place }
        let drops = SetPhrase.drops(planned.drops)
        return "\(place): \(planned.fields.phrase(as: planned))\(drops)\(former)"
    }
}

extension PlannedSet {
    fileprivate var fields: WorkoutSet.Fields {
        var fields = WorkoutSet.Fields(
            kind: kind, loadUnit: load?.unit ?? .kg, loadMode: loadMode ?? .bodyweight)
        fields.reps = reps
        fields.seconds = seconds
        fields.distanceM = distanceM
        fields.load = load
        fields.rpe = rpe
        return fields
    }
}

extension WorkoutSet.Fields {
    /// The set as it would be typed, such as `5x100kg@8`.
    ///
    /// - Parameter plan: the planned set; `nil` for one that was done.
    fileprivate func phrase(as plan: PlannedSet? = nil) -> String {
        let amount =
            reps.map {
                SetPhrase.reps(
                    $0, to: plan?.repsTo, amrap: plan?.amrap, perSide: plan?.perSide)
            }
            ?? seconds.map {
                SetPhrase.time(seconds: $0) + (plan?.perSide == true ? SetPhrase.side : "")
            }
            ?? distanceM.map { "\(NumberText.exact($0)) m" } ?? ""
        let weight = load.map { "x\(SetPhrase.load($0.value, loadMode))\($0.unit.rawValue)" } ?? ""
        return amount + weight + SetPhrase.effort(rpe: rpe, rir: rir)
            + SetPhrase.tempo(plan?.tempo)
            + (kind.remark.map { ", \($0)" } ?? "")
    }
}
