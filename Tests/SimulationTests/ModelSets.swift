import TestSupport
import TrackerAPI

extension Model {
    private func set(
        _ text: String, field: String = "set", in workout: String? = nil
    ) throws -> SetModel {
        func newest() -> SetModel? {
            let meant = workout ?? openWorkout?.id ?? lastTouchedWorkout?.id
            return field == "drop_of"
                ? sets.filter { $0.workout == meant }
                    .max { ($0.atMs, $0.position) < ($1.atMs, $1.position) }
                : meant.flatMap(lastTouchedSet)
        }
        return try found(text, field: field, among: sets, id: \.id, last: newest())
    }

    /// Refuses a drop set of two exercises or workouts, and one that goes on from itself.
    private func checkDrop(_ set: SetModel) throws {
        guard let former = sets.first(where: { $0.id == set.dropOf }) else { return }
        try require(set.isBeside(former), .invalid("drop_of"))
        var above: SetModel? = former
        var seen: Set<String> = []
        while let step = above {
            try require(step.id != set.id && seen.insert(step.id).inserted, .invalid("drop_of"))
            above = sets.first { $0.id == step.dropOf }
        }
    }

    /// The workout with the exercise, which is added where it is missing.
    private mutating func add(_ exercise: String, to workout: WorkoutModel) -> WorkoutModel {
        guard !workout.has(exercise) else { return workout }
        var workout = workout
        workout.parts.append(PartModelOfWorkout(exercise: exercise))
        settle(workout, "updated")
        return workout
    }

    /// Refuses a time that lies ahead, or before the start of the workout.
    private func check(_ at: Given?, in workout: WorkoutModel?) throws {
        guard let at else { return }
        let startMs = max(0, workout?.startedMs ?? 0)
        try require(!at.isDay && startMs <= at.fromMs && at.fromMs <= now.wallMs, .invalid("at"))
    }

    /// Refuses reps alone for an exercise that is counted in seconds.
    private func requireTime(
        of exercise: ExerciseModel, reps: Int64?, load: Double?, seconds: Double?,
        distance: Double?
    ) throws {
        guard exercise.unit == "seconds", reps != nil, load == nil, seconds == nil, distance == nil
        else { return }
        throw Refusal.invalid("reps")
    }

    /// Takes what another set of the workout gives: all that is left open for `repeat`, otherwise the exercise
    /// and the block.
    private func fill(_ fields: inout SetFields, in workout: WorkoutModel) throws {
        try require(fields.load == nil || fields.loadChange == nil, .invalid("load_change"))
        let source = fields.exerciseOf ?? fields.dropOf
        guard fields.isRepeated || fields.exercise == nil && source != nil else { return }
        let newest = sets.filter { $0.workout == workout.id }
            .max { ($0.atMs, $0.position) < ($1.atMs, $1.position) }
        guard let newest else { throw Refusal("not_found", field: "exercise", state: "none") }
        if fields.exercise == nil {
            let field = fields.exerciseOf == nil ? "drop_of" : "exercise_of"
            let former = try source.map { try set($0, field: field, in: workout.id) } ?? newest
            let isPresent = workout.part(former.exercise, former.block) != nil
            fields.exercise = former.exercise
            fields.block = fields.block ?? (isPresent ? former.block : nil)
        }
        if fields.isRepeated { try fields.copy(newest) }
    }

    fileprivate mutating func logSet(_ params: Params) throws -> Expected {
        var fields = try SetFields(params, self, isUpdate: false)
        let rest = try params.removable("rest", Params.ms)
        let named = try workout(params.optionalText("workout"))
        try fill(&fields, in: named)
        try require(fields.exercise != nil || fields.block == nil, .invalid("block"))
        let (exercise, number) =
            try fields.exercise.map { name in
                (
                    try self.exercise(
                        name, in: named, hasLoad: fields.load.flatMap(\.self) != nil),
                    fields.block
                )
            } ?? nextBlock(in: named)
        let workout = add(exercise.id, to: named)
        let former = try fields.dropOf.map {
            try self.set($0, field: "drop_of", in: workout.id)
        }
        let dropOf = former?.id
        let usual = usualUnit(of: exercise)
        let block = try block(number, of: exercise.id, in: workout, after: former)
        let isUnitless = fields.unit == nil && fields.load.flatMap(\.self) != nil
        try refuseDoubtful(fields, of: exercise.id, block, in: workout, usual: usual)
        try changeLoad(&fields, of: exercise.id, block, in: workout, after: former)
        try complete(&fields, exercise, block, in: workout, unit: fields.unit ?? usual)
        let load = fields.load.flatMap(\.self)
        let mode = fields.mode ?? (load == nil ? "bodyweight" : usualMode(exercise.id))
        if let load { try LoadModel.check(load, "load") }
        try requireTime(
            of: exercise, reps: fields.reps.flatMap(\.self), load: load,
            seconds: fields.seconds.flatMap(\.self), distance: fields.distance.flatMap(\.self))
        if isUnitless, let load, mode == "external" {
            try refuseJump(to: LoadModel(value: load, unit: fields.unit ?? usual), of: exercise.id)
        }
        let isNow = fields.at == nil && workout.isOpen && !workout.isBackdated
        let length = try restLength(
            rest, after: exercise.id, block, workout, isNow: isNow,
            isWarmUp: fields.kind == "warmup")
        if workout.isBackdated { fields.at = within(fields.at, workout) }
        try check(fields.at, in: workout)
        if workout.isBackdated, workout.isOpen, fields.at == nil {
            fields.at = nextTime(in: workout)
        }
        var set = SetModel(
            id: newID(), workout: workout.id, exercise: exercise.id, block: block,
            position: seq + 1,
            kind: fields.kind ?? (dropOf == nil ? "working" : "drop"),
            reps: fields.reps.flatMap(\.self), load: load, unit: fields.unit ?? usual,
            mode: mode, seconds: fields.seconds.flatMap(\.self),
            distance: fields.distance.flatMap(\.self), rpe: fields.rpe.flatMap(\.self),
            rir: fields.rir.flatMap(\.self), dropOf: dropOf,
            note: fields.note?.isEmpty == true ? nil : fields.note,
            atMs: fields.at?.fromMs ?? workout.endedMs ?? now.wallMs, order: seq + 1)
        set.day = fields.at.map { day(written: $0) } ?? day(set.atMs)
        try set.check()
        try checkDrop(set)
        let view = set.view(self)
        let nexts = nexts
        beginIntervals(by: set.exercise, atMs: set.atMs)
        change([set.id: .set(set)], type: "set.logged", set.id, view)
        noteMoves(from: nexts)
        var result: [String: Json?] = ["set": view]
        if length > 0 {
            skipLiveRest()
            let begun = begin(
                RestModel(
                    id: newID(), duration: length, marks: [3000],
                    armed: length > 3000 ? [3000] : [], label: exercise.name,
                    startedMs: now.wallMs, since: now, set: set.id))
            if case .result(let view) = begun { result["rest"] = view }
        } else if isNow, liveRest?.training == nil {
            skipLiveRest()
        }
        result["records"] = takeRecords(of: set.id, ["set": view, "workout": .text(set.workout)])
        answerPending(by: set.exercise, atMs: set.atMs)
        return .result(.members(result))
    }

    /// The length of the rest in milliseconds; 0 for none.
    private func restLength(
        _ asked: Int64??, after exercise: String, _ block: Int64, _ workout: WorkoutModel,
        isNow: Bool, isWarmUp: Bool
    ) throws -> Int64 {
        if let asked, asked == nil { return 0 }
        let asked = asked.flatMap(\.self)
        try Params.checkRest(asked)
        guard isNow else {
            try require(asked ?? 0 == 0, .invalid("rest"))
            return 0
        }
        if let training = liveTraining {
            try require(asked ?? 0 == 0, .conflict(training.state))
            return 0
        }
        return asked ?? (isWarmUp ? 0 : usualRest(after: exercise, block, workout))
    }

    /// The length of a rest in milliseconds where none is asked for; 0 for none.
    func usualRest(after exercise: String, _ block: Int64, _ workout: WorkoutModel) -> Int64 {
        let part = workout.part(exercise, block)
        if let own = part?.target?.restMs { return own }
        if let superset = part?.superset,
            workout.parts.last(where: { $0.superset == superset }) != part
        {
            return 0
        }
        return workout.restMs ?? settings.restMs
    }

    fileprivate mutating func updateSet(_ params: Params) throws -> Expected {
        let text = try params.text("set")
        var fields = try SetFields(params, self, isUpdate: true)
        var set = try set(text)
        try require(!fields.isEmpty, .invalid("set"))
        try move(&set, by: fields)
        try refuseAssistance(fields, of: set.exercise)
        if let change = fields.loadChange {
            try require(fields.load == nil, .invalid("load_change"))
            let mode = fields.mode
            try fields.take(set.load, set.unit, set.mode, changedBy: change)
            set.mode = fields.mode ?? set.mode
            fields.mode = mode
        }
        set.unit = fields.unit ?? set.unit
        if let load = fields.load { set.load = load }
        if let load = set.load { try LoadModel.check(load, "load") }
        if let reps = fields.reps { set.reps = reps }
        set.kind = fields.kind ?? set.kind
        if let seconds = fields.seconds { set.seconds = seconds }
        if let distance = fields.distance { set.distance = distance }
        // RPE and RIR replace each other, but a removal of one leaves the other.
        if let rpe = fields.rpe { (set.rpe, set.rir) = (rpe, rpe == nil ? set.rir : nil) }
        if let rir = fields.rir {
            let former = rir == nil ? set.rpe : nil
            (set.rir, set.rpe) = (rir, fields.rpe ?? former)
        }
        set.mode = fields.mode ?? set.mode
        if let note = fields.note { set.note = note.isEmpty ? nil : note }
        if let text = fields.dropOf {
            set.dropOf =
                text.isEmpty ? nil : try self.set(text, field: "drop_of", in: set.workout).id
        }
        if fields.reps.flatMap(\.self) != nil,
            let exercise = exercises.first(where: { $0.id == set.exercise })
        {
            try requireTime(
                of: exercise, reps: set.reps, load: set.load, seconds: set.seconds,
                distance: set.distance)
        }
        let workout = workouts.first { $0.id == set.workout }
        let at = workout?.isBackdated == true ? within(fields.at, workout) : fields.at
        try check(at, in: workout)
        try set.check()
        try checkDrop(set)
        if let at { (set.atMs, set.day) = (at.fromMs, day(written: at)) }
        set.updatedMs = now.wallMs
        let view = set.view(self)
        change([set.id: .set(set)], type: "set.updated", set.id, view)
        return .result(["set": view])
    }

    private mutating func move(_ set: inout SetModel, by fields: SetFields) throws {
        guard let workout = workouts.first(where: { $0.id == set.workout }),
            fields.exercise != nil || fields.block != nil
        else { return }
        let id =
            try fields.exercise.map {
                try exercise(
                    $0, in: workout, hasLoad: fields.load.map { $0 != nil } ?? (set.load != nil)
                ).id
            } ?? set.exercise
        guard id != set.exercise || fields.block != nil else { return }
        let whole = add(id, to: workout)
        let block = try block(fields.block, of: id, in: whole)
        guard (id, block) != (set.exercise, set.block) else { return }
        let isDropped = sets.contains { $0.dropOf == set.id }
        guard !isDropped, set.dropOf == nil || fields.dropOf == "" else {
            throw Refusal("conflict", field: "exercise", state: "drop")
        }
        (set.exercise, set.block) = (id, block)
    }

    fileprivate mutating func deleteSet(_ params: Params) throws -> Expected {
        let set = try set(params.text("set"))
        endRest(after: [set.id])
        let view = set.view(self)
        var rows: [String: RecordModel?] = [set.id: nil]
        for var drop in sets where drop.dropOf == set.id {
            drop.dropOf = nil
            rows[drop.id] = .set(drop)
        }
        change(rows, type: "set.deleted", set.id, view)
        for drop in sets.filter({ rows[$0.id] != nil }).sorted(by: { $0.id < $1.id }) {
            record("set.updated", drop.id, drop.view(self))
        }
        return .result(["set": view])
    }
}

extension Arm {
    static let sets: [Arm] = [
        Arm("set.log", 12, expect: { try $0.logSet($1) }) { dice, model in
            var params = dice.chance(10) ? dice.doubtfulTraits() : dice.setTraits(model)
            if dice.chance(80) {
                params["exercise"] = dice.presentExercise(model)
            } else if dice.chance(30) {
                params["exercise_of"] = dice.set(model)
            }
            if dice.chance(8) { params["repeat"] = true }
            if dice.chance(15) { params["block"] = dice.block() }
            if params["reps"] == nil, dice.chance(75) { params["reps"] = dice.reps() }
            if dice.chance(30) { params["rest"] = dice.chance(30) ? .bool(false) : dice.setRest() }
            return dice.inWorkout(model, params)
        },
        Arm("set.update", 5, expect: { try $0.updateSet($1) }) { dice, model in
            var params = dice.setTraits(model, isRemoving: true)
            params["set"] = dice.set(model)
            if dice.chance(40) { params["reps"] = dice.reps() }
            if dice.chance(20) { params["exercise"] = dice.presentExercise(model) }
            if dice.chance(15) { params["block"] = dice.block() }
            return params
        },
        Arm("set.delete", 3, expect: { try $0.deleteSet($1) }) { ["set": $0.set($1)] },
    ]
}

extension Dice {
    fileprivate mutating func set(_ model: Model) -> Json {
        entry(among: model.sets.map(\.id).sorted(), last: 30, known: 94)
    }

    fileprivate mutating func reps() -> Json {
        if spoils(5) { return one(of: 0, -1, 10_001, "5", .number("5.5"), .int(.max)) }
        return .int(chance(5) ? 10_000 : spread(1...50))
    }

    /// Numbers that a person may mean in another way.
    fileprivate mutating func doubtfulTraits() -> [String: Json] {
        let doubtful: [[String: Json]] = [
            ["reps": 100, "load": 5], ["reps": 60], ["reps": 8, "load_change": 10],
            ["load": 20, "load_mode": "assisted"],
        ]
        var params = pick(doubtful) ?? [:]
        params["typed"] = .bool(chance(75))
        return params
    }

    fileprivate mutating func setTraits(
        _ model: Model, isRemoving: Bool = false
    ) -> [String: Json] {
        var params: [String: Json] = [:]
        if chance(60) {
            params["load"] = load()
        } else if chance(25) {
            params["load_change"] = one(of: .number("2.5"), .number("-2.5"), -40)
        }
        if chance(20) { params["unit"] = choice(["kg", "lb"]) }
        if chance(25) {
            params["type"] = choice(["warmup", "working", "drop", "failure", "partial"])
        }
        if chance(15) { params["seconds"] = spoils(10) ? 0 : one(of: 30, .number("59.5")) }
        if chance(10) { params["distance_m"] = spoils(10) ? 0 : 400 }
        if chance(20) {
            params["rpe"] =
                spoils(15)
                ? one(of: 11, .number("7.3"), "8") : one(of: 8, .number("8.5"))
        } else if chance(15) {
            params["rir"] = spoils(15) ? one(of: -1, 11, "2") : one(of: 0, 2)
        }
        if chance(15) { params["drop_of"] = isRemoving && chance(30) ? "" : set(model) }
        if chance(15) { params["load_mode"] = choice(["external", "bodyweight", "assisted"]) }
        if chance(20) { params["note"] = setNote() }
        if chance(15) { params["at"] = moment(model) }
        if chance(30) { params["typed"] = truth() }
        if isRemoving, chance(30), let name = pick(["load", "seconds", "rpe", "rir", "reps"]) {
            params[name] = .bool(false)
        }
        return params
    }
}
