import TrackerAPI
import TrackerCore
import TrackerStore

extension Context {
    /// The plan of one block of a workout.
    func plan(of part: WorkoutExercise, in workout: Workout) throws -> BlockPlan {
        let sets = try transaction.sets(ofWorkout: workout.id, exercise: part.exercise)
        let hasOpenMode = part.target?.groups.contains(where: \.hasOpenMode) ?? false
        let exercise = try hasOpenMode ? transaction.exercise(id: part.exercise) : nil
        return BlockPlan(
            part, loadMode: exercise?.usualLoadMode() ?? .external,
            done: sets.filter { $0.block == part.block },
            former: try transaction.previousSets(of: part.place, before: workout),
            others: sets.filter { $0.block != part.block })
    }

    private func plan(of workout: Workout) throws -> WorkoutPlan {
        let newest = try transaction.sets(ofWorkout: workout.id)
            .max { ($0.atMs, $0.position) < ($1.atMs, $1.position) }
        return WorkoutPlan(
            try workout.exercises.map { try plan(of: $0, in: workout) }, newest: newest?.place)
    }

    /// The block of a workout that a set of an exercise is of.
    ///
    /// - Parameters:
    ///   - number: the number of the block, where it is given.
    ///   - drop: the set that it goes on from; `nil` for none.
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
            "block must be one that \(exercise.name) has in the workout: "
                + numbers.joined(separator: " or "))
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
                ? "all that was planned is done: name the exercise of this set"
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
        guard let planned = next else {
            return Response(set: nil, why: .done, lastTime: nil)
        }
        return Response(
            set: PlannedSetView(
                planned, name: try context.name(ofExercise: planned.place.exercise) ?? ""),
            why: planned.reason, lastTime: try planned.lastTime.map(context.view))
    }
}

extension SetLog {
    /// The request with what it leaves out taken from the next set of the exercise: the load, and the reps,
    /// the time or the distance where it has none of these. A time or a distance that is given has no load
    /// unless it says so.
    ///
    /// - Throws: a refusal of reps without a load, where the exercise takes one and none is known.
    func completed(by plan: BlockPlan, of exercise: Exercise) throws(Rejection) -> SetLog {
        var request = self
        let hasAmount = reps != nil || seconds != nil || distanceM != nil
        // The set that a drop set goes on from had more load than it.
        let isDrop = type == .drop || dropOf != nil
        let isCount = reps != nil && seconds == nil && distanceM == nil && exercise.unit == .reps
        let needsLoad = load == nil && loadMode != .bodyweight && (isCount || !hasAmount)
        if !isDrop, !hasAmount || needsLoad {
            let planned = plan.next(isWarmup: type.map { $0 == .warmup })
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
            // The load of a warm-up makes a warm-up.
            if !hasAmount || needsLoad && planned?.kind == .warmup && planned?.load != nil {
                request.type = type ?? planned?.kind
            }
        }
        guard needsLoad, request.load == nil, request.loadMode != .bodyweight,
            exercise.unit == .reps, let reps = request.reps,
            exercise.takesLoad || isDrop && plan.isLoaded
        else { return request }
        throw .invalid(
            "load",
            "load is missing: \(exercise.name) is done with one, and "
                + (isDrop ? "a drop has one of its own" : "none is known from before")
                + ": give it, \(reps)x100 where a set is typed, or \(reps)x0 for none")
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
        return "\(place): \(planned.fields.phrase(repsTo: planned.repsTo))\(former)"
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
    /// - Parameter repsTo: the most reps of a range.
    fileprivate func phrase(repsTo: Int64? = nil) -> String {
        let amount =
            reps.map { "\($0)" + (repsTo.map { "-\($0)" } ?? "") }
            ?? seconds.map { DurationText.text(ms: Int64(($0 * 1000).rounded())) }
            ?? distanceM.map { "\(Self.figure($0)) m" } ?? ""
        let sign =
            switch loadMode {
            case .external: ""
            case .bodyweight: "+"
            case .assisted: "-"
            }
        let weight = load.map { "x\(sign)\(Self.figure($0.value))\($0.unit.rawValue)" } ?? ""
        let effort = rpe.map { "@\(Self.figure($0))" } ?? rir.map { "@rir\($0)" } ?? ""
        let type =
            switch kind {
            case .working: ""
            case .warmup: ", warm-up"
            default: ", \(kind.rawValue)"
            }
        return amount + weight + effort + type
    }

    /// The number without a needless `.0`; loads have no exponents.
    private static func figure(_ number: Double) -> String {
        Int64(exactly: number).map { "\($0)" } ?? "\(number)"
    }
}
