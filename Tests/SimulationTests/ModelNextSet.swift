import TestSupport
import TrackerAPI

/// The next set of an exercise, worked out from all sets that there are.
private struct NextModel {
    let set: Json
    let why: String
    let like: SetModel?
    let source: SetModel?
    let target: TargetModel?

    var kind: String { target == nil ? source?.kind ?? "working" : "working" }
    private var isTimed: Bool { target?.reps != nil || target?.seconds != nil }
    var reps: Int64? { isTimed ? target?.reps : source?.reps }
    var seconds: Double? { isTimed ? target?.seconds : source?.seconds }
    var distance: Double? { isTimed ? nil : source?.distance }
    var load: LoadModel? {
        target?.load
            ?? source.flatMap { set in set.load.map { LoadModel(value: $0, unit: set.unit) } }
    }
    var mode: String? {
        load == nil ? nil : source?.load == nil ? "external" : source?.mode
    }
}

extension Model {
    private func counted(_ sets: [SetModel], _ isWarmup: Bool) -> [SetModel] {
        sets.filter {
            $0.dropOf == nil && $0.kind != "drop" && ($0.kind == "warmup") == isWarmup
        }
    }

    private func done(_ exercise: String, _ workout: WorkoutModel) -> [SetModel] {
        sets(of: workout.id).filter { $0.exercise == exercise }
    }

    private func setsLeft(of exercise: String, in workout: WorkoutModel) -> Int {
        let done = done(exercise, workout)
        let others = counted(done, false).count
        if let target = workout.part(exercise)?.target { return max(0, Int(target.sets) - others) }
        let former = previousSets(exercise, before: workout)
        let warmups = counted(former, true).count - counted(done, true).count
        return (others == 0 ? max(0, warmups) : 0) + max(0, counted(former, false).count - others)
    }

    private func next(
        of exercise: String, in workout: WorkoutModel, asked: Bool? = nil
    ) -> NextModel? {
        let done = done(exercise, workout)
        let former = previousSets(exercise, before: workout)
        let target = workout.part(exercise)?.target
        var isWarmup = asked ?? false
        if asked == nil, target == nil, counted(done, false).isEmpty {
            let warmups = counted(done, true).count
            isWarmup =
                warmups < counted(former, true).count
                || warmups > 0 && counted(former, false).isEmpty
        }
        let (own, like) = (counted(done, isWarmup), counted(former, isWarmup))
        let partner = like.dropFirst(own.count).first
        let wish = isWarmup || own.count >= target?.sets ?? 0 ? nil : target
        guard let source = partner ?? own.last ?? like.last else {
            guard let wish else { return nil }
            return planned(exercise, workout, done.count, nil, nil, wish)
        }
        return planned(exercise, workout, done.count, partner, source, wish)
    }

    private func planned(
        _ exercise: String, _ workout: WorkoutModel, _ done: Int, _ like: SetModel?,
        _ source: SetModel?, _ target: TargetModel?
    ) -> NextModel {
        let why = target != nil ? "template" : like != nil ? "last_time" : "previous"
        let bare = NextModel(set: .null, why: why, like: like, source: source, target: target)
        let count = done + max(1, setsLeft(of: exercise, in: workout))
        let set = Json.members([
            "exercise": .text(exercise), "exercise_name": .text(nameOfExercise(exercise)),
            "index": .int(Int64(done) + 1), "of": .int(Int64(count)), "type": .text(bare.kind),
            "reps": bare.reps.map(Json.int), "seconds": bare.seconds.map(Json.plain),
            "distance_m": bare.distance.map(Json.plain),
            "load": bare.load.map { .plain($0.value) }, "unit": bare.load.map { .text($0.unit) },
            "load_mode": bare.mode.map(Json.text),
        ])
        return NextModel(set: set, why: why, like: like, source: source, target: target)
    }

    private func next(in workout: WorkoutModel) -> NextModel? {
        let ids = workout.parts.map(\.exercise)
        let hasTargets = workout.parts.contains { $0.target != nil }
        guard let newest = sets(of: workout.id).last?.exercise,
            let place = ids.firstIndex(of: newest)
        else {
            guard hasTargets else {
                return ids.compactMap { next(of: $0, in: workout) }.first
            }
            return ids.first { setsLeft(of: $0, in: workout) > 0 }
                .flatMap { next(of: $0, in: workout) }
        }
        var turns = [newest]
        if let superset = workout.parts[place].superset {
            let round = Array(workout.parts[(place + 1)...] + workout.parts[..<place])
            turns = round.filter { $0.superset == superset }.map(\.exercise) + turns
        }
        let coming = hasTargets ? turns + ids : turns
        if let id = coming.first(where: { setsLeft(of: $0, in: workout) > 0 }) {
            return next(of: id, in: workout)
        }
        return hasTargets ? nil : next(of: newest, in: workout)
    }

    func nextExercise(in workout: WorkoutModel) throws -> ExerciseModel {
        let id = next(in: workout)?.set["exercise"]?.text
        guard let exercise = exercises.first(where: { $0.id == id }) else {
            throw Refusal("conflict", field: "exercise", state: "done")
        }
        return exercise
    }

    /// Adds what a set lacks from the next set of its exercise.
    func complete(
        _ fields: inout SetFields, _ exercise: ExerciseModel, in workout: WorkoutModel
    ) throws {
        let isBare =
            fields.reps == nil && fields.seconds == nil && fields.distance == nil
        let isCount =
            fields.reps != nil && fields.seconds == nil && fields.distance == nil
            && exercise.unit == "reps"
        let lacksLoad =
            fields.load == nil && fields.mode != "bodyweight" && (isCount || isBare)
        let isDrop = fields.kind == "drop" || fields.dropOf != nil
        if !isDrop, isBare || lacksLoad {
            let next = next(
                of: exercise.id, in: workout, asked: fields.kind.map { $0 == "warmup" })
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
            }
        }
        let known = done(exercise.id, workout) + previousSets(exercise.id, before: workout)
        let isLoaded = isDrop && known.contains { $0.load != nil }
        // The only equipment that the dice use is a barbell.
        if lacksLoad, fields.load == nil, fields.reps != nil, exercise.unit == "reps",
            exercise.equipment != nil || isLoaded
        {
            throw Refusal.invalid("load")
        }
    }

    fileprivate func askNext(_ params: Params) throws -> Expected {
        guard let next = next(in: try workout(params.optionalText("workout"))) else {
            return .result(["why": "done"])
        }
        return .result(
            .members([
                "set": next.set, "why": .text(next.why),
                "last_time": next.like.map { $0.view(self) },
            ]))
    }
}

extension Arm {
    static let nextSets: [Arm] = [
        Arm("set.next", 4, .none) { dice, model in
            dice.inWorkout(model, [:])
        } expect: {
            try $0.askNext($1)
        }
    ]
}
