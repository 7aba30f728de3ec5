import TestSupport
import TrackerAPI

/// The next set of an exercise, worked out from all sets that there are. A set that is logged takes from it
/// what it lacks.
private struct NextModel {
    let exercise: String
    let block: Int64
    let source: SetModel?
    let target: GroupModel?
    /// The mode of a load where nothing tells it.
    let usualMode: String

    var kind: String { target?.kind ?? source?.kind ?? "working" }
    private var isTimed: Bool { target?.reps != nil || target?.seconds != nil }
    var reps: Int64? { isTimed ? target?.reps : source?.reps }
    var seconds: Double? { isTimed ? target?.seconds : source?.seconds }
    var distance: Double? { isTimed ? nil : source?.distance }
    private var isBodyAlone: Bool { target?.mode == "bodyweight" && target?.load == nil }
    var load: LoadModel? {
        if isBodyAlone || target?.percent != nil && target?.percentOf == "max" { return nil }
        return target?.load
            ?? source.flatMap { set in set.load.map { LoadModel(value: $0, unit: set.unit) } }
    }
    var mode: String? {
        if load == nil { return isBodyAlone ? "bodyweight" : nil }
        return target?.mode ?? (source?.load == nil ? usualMode : source?.mode)
    }
}

extension Model {
    /// The mode of a load of an exercise where nobody tells it: on top of the body that hangs from a bar.
    func usualMode(_ exercise: String) -> String {
        let equipment = exercises.first { $0.id == exercise }?.equipment
        return equipment == "pull-up bar" ? "bodyweight" : "external"
    }

    private func counted(_ sets: [SetModel], _ isWarmup: Bool) -> [SetModel] {
        sets.filter {
            $0.dropOf == nil && $0.kind != "drop" && ($0.kind == "warmup") == isWarmup
        }
    }

    func sets(of workout: String, _ exercise: String, _ block: Int64) -> [SetModel] {
        sets(of: workout).filter { $0.exercise == exercise && $0.block == block }
    }

    private func setsLeft(of part: PartModelOfWorkout, in workout: WorkoutModel) -> Int {
        let done = sets(of: workout.id, part.exercise, part.block)
        let others = counted(done, false).count
        if let target = part.target {
            return target.left(warmups: counted(done, true).count, others: others).count
        }
        let former = previousSets(part.exercise, part.block, before: workout)
        let warmups = counted(former, true).count - counted(done, true).count
        return (others == 0 ? max(0, warmups) : 0) + max(0, counted(former, false).count - others)
    }

    private func next(
        of part: PartModelOfWorkout, in workout: WorkoutModel, asked: Bool? = nil
    ) -> NextModel? {
        let done = sets(of: workout.id, part.exercise, part.block)
        let (shown, former) = today(
            part, in: workout,
            after: previousSets(part.exercise, part.block, before: workout))
        let elsewhere = sets(of: workout.id).last {
            $0.exercise == part.exercise && $0.block != part.block
                && ["working", "failure", "partial"].contains($0.kind) && $0.dropOf == nil
        }
        let target = shown.target
        var isWarmup = asked ?? false
        if asked == nil, target == nil, counted(done, false).isEmpty {
            let warmups = counted(done, true).count
            isWarmup =
                warmups < counted(former, true).count
                || warmups > 0 && counted(former, false).isEmpty
        }
        if asked == nil, let target {
            let left = target.left(
                warmups: counted(done, true).count, others: counted(done, false).count)
            isWarmup = left.first?.isWarmup ?? false
        }
        let (own, like) = (counted(done, isWarmup), counted(former, isWarmup))
        let partner = like.dropFirst(own.count).first
        let left = target?.left(
            warmups: counted(done, true).count, others: counted(done, false).count)
        let wish =
            left?.first { $0.isWarmup == isWarmup }
            ?? target?.sets.filter { $0.isWarmup == isWarmup }.dropFirst(own.count).first
        let source = partner ?? own.last ?? like.last ?? (isWarmup ? nil : elsewhere)
        guard source != nil || wish != nil else { return nil }
        return NextModel(
            exercise: part.exercise, block: part.block, source: source, target: wish,
            usualMode: usualMode(part.exercise))
    }

    private func next(in workout: WorkoutModel) -> NextModel? {
        let parts = workout.parts
        let hasTargets = parts.contains { $0.target != nil }
        guard let set = sets(of: workout.id).last,
            let newest = workout.part(set.exercise, set.block),
            let place = parts.firstIndex(of: newest)
        else {
            guard hasTargets else {
                return parts.compactMap { next(of: $0, in: workout) }.first
            }
            return parts.first { setsLeft(of: $0, in: workout) > 0 }
                .flatMap { next(of: $0, in: workout) }
        }
        var turns = [newest]
        if let superset = newest.superset {
            let round = Array(parts[(place + 1)...] + parts[..<place])
            turns = round.filter { $0.superset == superset } + turns
        }
        let coming = hasTargets ? turns + parts : turns
        if let part = coming.first(where: { setsLeft(of: $0, in: workout) > 0 }) {
            return next(of: part, in: workout)
        }
        return hasTargets ? nil : next(of: newest, in: workout)
    }

    func nextBlock(in workout: WorkoutModel) throws -> (ExerciseModel, Int64?) {
        guard let coming = next(in: workout),
            let exercise = exercises.first(where: { $0.id == coming.exercise })
        else { throw Refusal("conflict", field: "exercise", state: "done") }
        return (exercise, coming.block)
    }

    func block(
        _ number: Int64?, of exercise: String, in workout: WorkoutModel,
        after drop: SetModel? = nil
    ) throws -> Int64 {
        if let number {
            try require(workout.part(exercise, number) != nil, .invalid("block"))
            return number
        }
        if let drop, drop.exercise == exercise { return drop.block }
        let own = workout.parts.filter { $0.exercise == exercise }
        let left = own.filter { setsLeft(of: $0, in: workout) > 0 }
        let all = sets(of: workout.id)
        if let newest = all.last, newest.exercise == exercise,
            left.contains(where: { $0.block == newest.block })
        {
            return newest.block
        }
        return left.first?.block ?? all.last { $0.exercise == exercise }?.block
            ?? own.first?.block ?? 1
    }

    /// Changes the load of the set that a drop set continues, or else of the next set.
    func changeLoad(
        _ fields: inout SetFields, of exercise: String, _ block: Int64, in workout: WorkoutModel,
        after former: SetModel?
    ) throws {
        guard let change = fields.loadChange else { return }
        guard former == nil else {
            try fields.take(former?.load, former?.unit, former?.mode, changedBy: change)
            return
        }
        let part = workout.part(exercise, block) ?? PartModelOfWorkout(exercise: exercise)
        let asked = fields.kind.map { $0 == "warmup" }
        guard let next = next(of: part, in: workout, asked: asked) else {
            throw Refusal("invalid_params", field: "reps", state: "none")
        }
        try fields.take(next.load?.value, next.load?.unit, next.mode, changedBy: change)
    }

    /// Adds what a set lacks from the next set of its exercise.
    func complete(
        _ fields: inout SetFields, _ exercise: ExerciseModel, _ block: Int64,
        in workout: WorkoutModel, unit: String
    ) throws {
        let part =
            workout.part(exercise.id, block) ?? PartModelOfWorkout(exercise: exercise.id)
        if fields.kind == nil, fields.dropOf == nil, fields.mode != "assisted",
            let load = fields.load.flatMap(\.self),
            let coming = next(of: part, in: workout), coming.kind == "warmup",
            coming.target != nil, let working = next(of: part, in: workout, asked: false),
            working.mode != "assisted",
            let most = working.load, inKg(load, unit) < inKg(most.value, most.unit)
        {
            fields.kind = "warmup"
        }
        let isBare =
            fields.reps == nil && fields.seconds == nil && fields.distance == nil
        let isCount =
            fields.reps != nil && fields.seconds == nil && fields.distance == nil
            && exercise.unit == "reps"
        let lacksLoad =
            fields.load == nil && fields.mode != "bodyweight" && (isCount || isBare)
        let isDrop = fields.kind == "drop" || fields.dropOf != nil
        var openShare: GroupModel?
        if !isDrop, isBare || lacksLoad {
            let next = next(of: part, in: workout, asked: fields.kind.map { $0 == "warmup" })
            openShare = next?.load == nil && next?.target?.percent != nil ? next?.target : nil
            if isBare {
                fields.reps = next?.reps.map(Optional.some)
                fields.seconds = next?.seconds.map(Optional.some)
                fields.distance = next?.distance.map(Optional.some)
                fields.kind = fields.kind ?? next?.kind
            }
            if lacksLoad, let load = next?.load {
                fields.load = .some(load.value)
                fields.unit = load.unit
                fields.mode = fields.mode ?? next?.mode
                if next?.kind == "warmup" { fields.kind = fields.kind ?? "warmup" }
            } else if lacksLoad, next?.mode == "bodyweight" {
                fields.mode = "bodyweight"
            }
        }
        guard fields.reps != nil || fields.seconds != nil || fields.distance != nil else {
            throw Refusal("invalid_params", field: "reps", state: "none")
        }
        let known =
            sets(of: workout.id, exercise.id, block)
            + previousSets(exercise.id, block, before: workout)
            + sets(of: workout.id).filter {
                $0.exercise == exercise.id && $0.block != block
                    && ["working", "failure", "partial"].contains($0.kind) && $0.dropOf == nil
            }.suffix(1)
        let isLoaded = isDrop && known.contains { $0.load != nil }
        guard lacksLoad, fields.load == nil, fields.mode != "bodyweight" else { return }
        let hasShare = openShare != nil && (fields.reps != nil || fields.seconds != nil)
        // Of the equipment that the dice use only a barbell is a load.
        let takesLoad =
            exercise.unit == "reps" && fields.reps != nil
            && (exercise.equipment == "barbell" || isLoaded)
        if hasShare, openShare?.percentOf == "max" {
            throw Refusal("invalid_params", field: "load", state: "max")
        }
        if hasShare || takesLoad { throw Refusal.invalid("load") }
    }

    private func inKg(_ load: Double, _ unit: String) -> Double {
        unit == "kg" ? load : load * 0.453_592_37
    }

    fileprivate func askNext(_ params: Params) throws -> Expected {
        let (wanted, text) = (
            try params.optionalText("workout"), try params.optionalText("exercise")
        )
        let workout = try workout(wanted)
        _ = try text.map { try exercise($0, in: workout) }
        return .result(.derived)
    }
}

extension Arm {
    static let nextSets: [Arm] = [
        Arm("set.next", 4, .none, expect: { try $0.askNext($1) }) { dice, model in
            dice.inWorkout(model, dice.chance(40) ? ["exercise": dice.presentExercise(model)] : [:])
        }
    ]
}

extension Model {
    /// Refuses a load without a unit that is more than twice the heaviest of the last 50 sets, or
    /// four times where there are fewer than three.
    func refuseJump(to load: LoadModel, of exercise: String) throws {
        let latest = sets.filter { $0.exercise == exercise }
            .sorted { ($1.atMs, $1.order, $1.position) < ($0.atMs, $0.order, $0.position) }
            .prefix(50)
        let loads = latest.filter { $0.mode == "external" && $0.kind != "warmup" }.compactMap {
            set in
            set.load.map { LoadModel(value: $0, unit: set.unit).micrograms }
        }
        guard let most = loads.max(), most > 0,
            load.micrograms > (loads.count < 3 ? 4 : 2) * most
        else { return }
        throw Refusal("invalid_params", field: "load", state: "doubtful")
    }

    /// Refuses a set as a person typed it if another reading is more plausible.
    ///
    /// - Parameter usual: unit of a load that is given without one.
    func refuseDoubtful(
        _ fields: SetFields, of exercise: String, _ block: Int64, in workout: WorkoutModel,
        usual: String
    ) throws {
        guard fields.isTyped else { return }
        try refuseAssistance(fields, of: exercise)
        let part = workout.part(exercise, block) ?? PartModelOfWorkout(exercise: exercise)
        let coming = next(of: part, in: workout)
        let plannedLoad = coming?.load?.value ?? 0
        let (reps, seconds) = (fields.reps.flatMap(\.self), fields.seconds.flatMap(\.self))
        if let change = fields.loadChange, change > 0, reps != nil || seconds != nil,
            plannedLoad > 0, coming?.mode == "bodyweight"
        {
            throw Refusal("invalid_params", field: "load_change", state: "doubtful")
        }
        guard let reps, reps > 30, seconds == nil, fields.mode == nil else { return }
        guard let load = fields.load.flatMap(\.self) else {
            let planned = max(coming?.reps ?? 0, coming?.target?.repsTo ?? 0)
            guard fields.loadChange == nil, fields.dropOf == nil, reps > planned,
                plannedLoad > 0, coming?.mode != "assisted"
            else { return }
            throw Refusal("invalid_params", field: "reps", state: "doubtful")
        }
        guard fields.unit == nil, load > 0, load < Double(reps), load == load.rounded() else {
            return
        }
        let lightest = lightestRecord(of: exercise).map {
            Double($0) / Double(LoadModel.micrograms(usual))
        }
        guard lightest.map({ load < $0 / 2 }) ?? (load <= 30) else { return }
        throw Refusal("invalid_params", field: "load", state: "doubtful")
    }

    /// Refuses assistance as a person typed it for an exercise whose equipment is the load.
    func refuseAssistance(_ fields: SetFields, of exercise: String) throws {
        // Of the equipment that the dice use only a barbell is a load, and no name says 'assisted'.
        guard fields.isTyped, fields.mode == "assisted", fields.load.flatMap(\.self) ?? 0 > 0,
            exercises.contains(where: { $0.id == exercise && $0.equipment == "barbell" })
        else { return }
        throw Refusal("invalid_params", field: "load_mode", state: "doubtful")
    }

    /// The lightest load among the records of an exercise in micrograms, assistance left out; `nil` for none.
    private func lightestRecord(of exercise: String) -> Int64? {
        let deloads = Set(workouts.filter { $0.deload != nil }.map(\.id))
        let counted = sets.filter {
            $0.exercise == exercise && $0.mode != "assisted"
                && !["warmup", "partial"].contains($0.kind) && !deloads.contains($0.workout)
        }
        func micrograms(_ set: SetModel) -> Int64 {
            set.load.map { LoadModel(value: $0, unit: set.unit).micrograms } ?? 0
        }
        let longest = counted.filter { $0.seconds != nil && $0.reps == nil && $0.distance == nil }
            .min {
                (-($0.seconds ?? 0), $0.atMs, $0.order, $0.position, $0.id)
                    < (-($1.seconds ?? 0), $1.atMs, $1.order, $1.position, $1.id)
            }
        // Each load that was moved for reps has its most reps. Of sets without reps only the heaviest and the
        // longest are records.
        let moved = counted.filter { $0.reps != nil }.map(micrograms)
        let others = [longest.map(micrograms), counted.map(micrograms).max()].compactMap(\.self)
        return (moved + others).filter { $0 > 0 }.min()
    }
}
