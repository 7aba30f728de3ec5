import TestSupport
import TrackerAPI

extension Model {
    /// The workout with an exact id, else a unique prefix, else `last`; `nil` stands for the open one.
    func workout(_ text: String?, field: String = "workout") throws -> WorkoutModel {
        guard let text else {
            guard let open = openWorkout else {
                throw Refusal("conflict", field: "workout", state: "none")
            }
            return open
        }
        guard !text.isEmpty else { throw Refusal.invalid(field) }
        if let workout = workouts.first(where: { $0.id == text }) { return workout }
        if let workout = try beginning(text, of: workouts, field: field, id: \.id) {
            return workout
        }
        guard text == "last", let last = lastWorkout else {
            throw Refusal("not_found", field: field)
        }
        return last
    }

    var lastWorkout: WorkoutModel? {
        workouts.max { ($0.startedMs, $0.order) < ($1.startedMs, $1.order) }
    }

    /// Stores the workout and records its change.
    ///
    /// - Parameter gone: ids of the sets that are removed.
    @discardableResult
    mutating func settle(
        _ workout: WorkoutModel, _ change: String, gone: [String] = [], isGone: Bool = false
    ) -> Expected {
        if isGone { withdrawRecords(of: workout.id) }
        let result = workout.view(self)
        var rows: [String: RecordModel?] = [workout.id: isGone ? nil : .workout(workout)]
        for id in gone { rows[id] = .some(nil) }
        self.change(
            rows, type: "workout.\(change)", workout.id,
            workout.view(self, withPrevious: false))
        return .result(result)
    }

    private mutating func endSetRest() {
        if liveRest?.set != nil { skipLiveRest() }
    }

    /// Ends the live rest where one of the removed sets began it.
    mutating func endRest(after sets: [String]) {
        if let set = liveRest?.set, sets.contains(set) { skipLiveRest() }
    }

    /// The span of a request. Whole days begin at `day_starts_at`, and are compared with the days of rows.
    func span(_ from: Given?, _ to: Given?) throws -> SpanModel {
        let fromMs = from.map { $0.isDay ? beginning(ofDay: day($0)) : $0.fromMs }
        let toMs = to.map { $0.isDay ? beginning(ofDay: day($0) + 1) : $0.toMs }
        if let fromMs, let toMs, toMs < fromMs || toMs == fromMs && to?.isDay == true {
            throw Refusal.invalid("to")
        }
        return SpanModel(
            fromMs: from?.isDay == false ? fromMs : nil, toMs: to?.isDay == false ? toMs : nil,
            fromDay: from?.isDay == true ? from.map(day) : nil,
            toDay: to?.isDay == true ? to.map(day) : nil)
    }

    fileprivate mutating func startWorkout(_ params: Params) throws -> Expected {
        let template = try params.optionalText("template")
        let former = try params.optionalText("repeat")
        let name = try params.optionalName()
        let at = try given("at", params)
        if let open = openWorkout { throw Refusal.conflict(open.state) }
        guard template == nil || former == nil else { throw Refusal.invalid("repeat") }
        var plan = WorkoutModel(
            id: "", name: "Workout", startedMs: 0, order: 0, parts: [])
        if let template {
            let template = try self.template(template)
            plan = WorkoutModel(
                id: "", name: template.name, template: template.id, startedMs: 0, order: 0,
                restMs: template.restMs, parts: Self.numbered(template.parts))
        } else if let former {
            plan = try workout(former, field: "repeat")
            plan.parts = plan.parts.map { repeated($0, plan.id) }
        }
        try Params.checkBesideLast(name, "name")
        if at?.isDay == true || at.map({ $0.fromMs > now.wallMs }) == true {
            throw Refusal.invalid("at")
        }
        var workout = WorkoutModel(
            id: newID(), name: name ?? plan.name, template: plan.template,
            startedMs: at?.fromMs ?? now.wallMs, order: seq + 1, restMs: plan.restMs,
            parts: plan.parts)
        workout.day = day(written: at)
        if at != nil, workout.startedMs < 0 { throw Refusal.invalid("at") }
        return settle(workout, "started")
    }

    /// The target of repeating an exercise: as many sets as there were, each like the first.
    private func repeated(_ part: PartModelOfWorkout, _ workout: String) -> PartModelOfWorkout {
        var part = part
        part.note = nil
        let done = sets(of: workout).filter {
            $0.exercise == part.exercise && $0.block == part.block
                && ["working", "failure"].contains($0.kind)
        }
        guard let first = done.first else { return part }
        part.target = TargetModel(
            sets: min(100, Int64(done.count)), reps: first.reps, seconds: first.seconds,
            load: first.load.map { LoadModel(value: $0, unit: first.unit) },
            restMs: part.target?.restMs)
        return part
    }

    private static func numbered(_ parts: [PartModelOfWorkout]) -> [PartModelOfWorkout] {
        parts.enumerated().map { index, part in
            var part = part
            part.block =
                Int64(parts[..<index].count { $0.exercise == part.exercise }) + 1
            return part
        }
    }

    fileprivate mutating func addExercise(_ params: Params) throws -> Expected {
        let text = try params.text("exercise")
        let superset = try params.optionalText("superset")
        let position = try params.optionalInt("position")
        let wanted = try params.optionalText("workout")
        var workout = try workout(wanted)
        let exercise = try exercise(text, in: workout)
        let last = workout.parts.filter { $0.exercise == exercise.id }.map(\.block).max()
        let isDone = last.map { !sets(of: workout.id, exercise.id, $0).isEmpty } ?? true
        var part = PartModelOfWorkout(exercise: exercise.id, block: (last ?? 0) + 1)
        var byDefault = Int64(workout.parts.count) + 1
        if !isDone {
            let index = workout.parts.firstIndex {
                $0.exercise == exercise.id && $0.block == last
            }
            guard let superset, let index, workout.parts[index].superset != superset else {
                throw Refusal("conflict", field: "exercise", state: "present")
            }
            part = workout.parts.remove(at: index)
            byDefault = Int64(index) + 1
        }
        try Params.checkName(superset, "superset")
        part.superset = superset
        let place = position ?? byDefault
        guard (1...Int64(workout.parts.count) + 1).contains(place) else {
            throw Refusal.invalid("position")
        }
        workout.parts.insert(part, at: Int(place) - 1)
        return settle(workout, "updated")
    }

    /// The index of the block that is meant.
    private func index(
        _ text: String, _ block: Int64?, of workout: WorkoutModel
    ) throws -> Int {
        let exercise = try exercise(text, in: workout)
        guard workout.has(exercise.id) else {
            throw Refusal("not_found", field: "exercise", state: workout.state)
        }
        let own = workout.parts.indices.filter { workout.parts[$0].exercise == exercise.id }
        let meant = own.filter { block == nil || workout.parts[$0].block == block }
        guard meant.count == 1 else { throw Refusal.invalid("block") }
        return meant[0]
    }

    fileprivate mutating func removeExercise(_ params: Params) throws -> Expected {
        let text = try params.text("exercise")
        let block = try params.optionalInt("block")
        let isConfirmed = try params.truth("confirm")
        let wanted = try params.optionalText("workout")
        var workout = try workout(wanted)
        let index = try index(text, block, of: workout)
        let part = workout.parts[index]
        let gone = sets(of: workout.id, part.exercise, part.block)
        guard gone.isEmpty || isConfirmed else {
            throw Refusal("confirmation_required", field: "confirm", state: workout.state)
        }
        workout.parts.remove(at: index)
        endRest(after: gone.map(\.id))
        return settle(workout, "updated", gone: gone.map(\.id))
    }

    fileprivate mutating func reorder(_ params: Params) throws -> Expected {
        guard let texts = try params.optionalTexts("exercises") else {
            throw Refusal.invalid("exercises")
        }
        let wanted = try params.optionalText("workout")
        var workout = try workout(wanted)
        let order = try texts.map {
            try exercise($0, field: "exercises", in: workout).id
        }
        guard order.sorted() == workout.parts.map(\.exercise).sorted() else {
            throw Refusal.invalid("exercises")
        }
        let parts = workout.parts.sorted { $0.block < $1.block }
        workout.parts = order.enumerated().map { index, id in
            let mention = order[..<index].count { $0 == id }
            return parts.filter { $0.exercise == id }[mention]
        }
        return settle(workout, "updated")
    }

    fileprivate mutating func noteWorkout(_ params: Params) throws -> Expected {
        let note = try params.text("note")
        let text = try params.optionalText("exercise")
        let block = try params.optionalInt("block")
        let wanted = try params.optionalText("workout")
        var workout = try workout(wanted)
        guard text != nil || block == nil else { throw Refusal.invalid("block") }
        let index = try text.map { try self.index($0, block, of: workout) }
        if note.count > 4000 { throw Refusal("too_large", field: "note") }
        let kept = note.isEmpty ? nil : note
        if let index {
            workout.parts[index].note = kept
        } else {
            workout.note = kept
        }
        return settle(workout, "updated")
    }

    fileprivate mutating func finishWorkout(_ params: Params) throws -> Expected {
        let at = try given("at", params)
        let wanted = try params.optionalText("workout")
        var workout = try workout(wanted)
        if at?.isDay == true || at.map({ $0.fromMs > now.wallMs }) == true {
            throw Refusal.invalid("at")
        }
        guard workout.isOpen else { throw Refusal.conflict("finished") }
        guard let last = sets(of: workout.id).last else { throw Refusal.conflict("open") }
        if let end = at?.fromMs,
            end < 0 || end < workout.startedMs || end < last.atMs
        {
            throw Refusal.invalid("at")
        }
        workout.endedMs = at?.fromMs ?? max(now.wallMs, workout.startedMs, last.atMs)
        endSetRest()
        let finished = settle(workout, "finished")
        let soFar = RecordsModel(self).made(in: workout)
        let made = soFar.filter { $0["kind"] == "workout_work" }
        if !made.isEmpty {
            record(
                "record.set", workout.id,
                [
                    "workout": .text(workout.id), "name": .text(workout.name),
                    "records": .list(made), "so_far": .list(soFar),
                ], alert: soFar.count == 1 ? "New record" : "New records")
        }
        return finished
    }

    private mutating func takeAway(_ workout: WorkoutModel, _ change: String) -> Expected {
        if workout.isOpen { endSetRest() }
        return settle(workout, change, gone: sets(of: workout.id).map(\.id), isGone: true)
    }

    fileprivate mutating func discard(_ params: Params) throws -> Expected {
        let isConfirmed = try params.truth("confirm")
        let wanted = try params.optionalText("workout")
        let workout = try workout(wanted)
        guard workout.isOpen else { throw Refusal.conflict("finished") }
        guard isConfirmed else {
            throw Refusal("confirmation_required", field: "confirm", state: "open")
        }
        return takeAway(workout, "discarded")
    }

    fileprivate func getWorkout(_ params: Params) throws -> Expected {
        let wanted = try params.optionalText("workout")
        if wanted == nil, openWorkout == nil {
            guard let last = lastWorkout else {
                throw Refusal("not_found", field: "workout", state: "none")
            }
            return .result(last.view(self))
        }
        return .result(try workout(wanted).view(self))
    }

    fileprivate mutating func deleteWorkout(_ params: Params) throws -> Expected {
        takeAway(try workout(params.optionalText("workout")), "deleted")
    }

    fileprivate func listWorkouts(_ params: Params) throws -> Expected {
        let from = try given("from", params)
        let to = try given("to", params)
        let wanted = try params.optionalText("exercise")
        let limit = try params.optionalInt("limit") ?? 20
        guard (1...200).contains(limit) else { throw Refusal.invalid("limit") }
        let exercise = try wanted.map { try self.exercise($0).id }
        let span = try span(from, to)
        let found = workouts.filter { workout in
            span.contains(workout.startedMs, workout.day)
                && (exercise == nil || sets(of: workout.id).contains { $0.exercise == exercise })
        }.sorted { ($1.startedMs, $1.order) < ($0.startedMs, $0.order) }
        return .result([
            "workouts": .list(
                found.prefix(Int(limit)).map { $0.view(self, withPrevious: false) })
        ])
    }
}

// MARK: - Arms

extension Arm {
    static let workouts: [Arm] = [
        Arm("workout.start", 6) { dice, model in
            var params: [String: Json] = [:]
            if dice.chance(40) { params["template"] = dice.template(model) }
            if dice.chance(30) { params["repeat"] = dice.workout(model) }
            if dice.chance(30) { params["name"] = dice.name() }
            if dice.chance(20) { params["at"] = dice.moment(model) }
            return params
        } expect: {
            try $0.startWorkout($1)
        },
        Arm("workout.add_exercise", 4) { dice, model in
            var params: [String: Json] = [
                "exercise":
                    dice.chance(30) ? dice.presentExercise(model) : dice.meantExercise(model)
            ]
            if dice.chance(40) { params["superset"] = dice.chance(60) ? "A" : "B" }
            if dice.chance(30) { params["position"] = .int(dice.spread(1...4)) }
            return dice.inWorkout(model, params)
        } expect: {
            try $0.addExercise($1)
        },
        Arm("workout.remove_exercise", 2) { dice, model in
            var params: [String: Json] = ["exercise": dice.presentExercise(model)]
            if dice.chance(30) { params["block"] = dice.block() }
            if dice.chance(60) { params["confirm"] = dice.truth() }
            return dice.inWorkout(model, params)
        } expect: {
            try $0.removeExercise($1)
        },
        Arm("workout.reorder", 2) { dice, model in
            let present = (model.openWorkout?.parts ?? []).map { Json.text($0.exercise) }
            var texts = present.shuffled(using: &dice)
            if dice.chance(10) { texts = Array(texts.dropFirst()) }
            return dice.inWorkout(model, ["exercises": .list(texts)])
        } expect: {
            try $0.reorder($1)
        },
        Arm("workout.note", 3) { dice, model in
            var params: [String: Json] = ["note": dice.setNote()]
            if dice.chance(50) { params["exercise"] = dice.presentExercise(model) }
            if dice.chance(20) { params["block"] = dice.block() }
            return dice.inWorkout(model, params)
        } expect: {
            try $0.noteWorkout($1)
        },
        Arm("workout.finish", 4) { dice, model in
            dice.inWorkout(model, dice.chance(25) ? ["at": dice.moment(model)] : [:])
        } expect: {
            try $0.finishWorkout($1)
        },
        Arm("workout.discard", 1) { dice, model in
            dice.inWorkout(model, dice.chance(60) ? ["confirm": dice.truth()] : [:])
        } expect: {
            try $0.discard($1)
        },
        Arm("workout.get", 2, .none) { dice, model in
            dice.chance(50) ? [:] : ["workout": dice.workout(model)]
        } expect: { model, params in
            try model.getWorkout(params)
        },
        Arm("workout.delete", 2) { dice, model in
            dice.chance(15) ? [:] : ["workout": dice.workout(model)]
        } expect: {
            try $0.deleteWorkout($1)
        },
        Arm("workout.list", 2, .none) { dice, model in
            var params: [String: Json] = [:]
            if dice.chance(40) { params["from"] = dice.moment(model, days: true) }
            if dice.chance(40) { params["to"] = dice.moment(model, days: true) }
            if dice.chance(30) { params["exercise"] = dice.meantExercise(model) }
            if dice.chance(40) { params["limit"] = .int(Int64.random(in: 1...4, using: &dice)) }
            if dice.spoils(4) { params["limit"] = dice.pick([0, 201, "x"] as [Json]) }
            return params
        } expect: { model, params in
            try model.listWorkouts(params)
        },
    ]
}

extension Dice {
    mutating func workout(_ model: Model) -> Json {
        if spoils(2) { return pick(["", 5] as [Json]) ?? .null }
        if chance(25) { return "last" }
        guard let workout = pick(model.workouts.sorted { $0.id < $1.id }), chance(94) else {
            return "nothing"
        }
        let length = chance(50) ? 12 : Int.random(in: shortestPrefix...12, using: &self)
        return .text(String(workout.id.prefix(length)))
    }

    /// Params that at times name another workout than the open one.
    mutating func inWorkout(_ model: Model, _ params: [String: Json]) -> [String: Json] {
        var params = params
        if chance(model.openWorkout == nil ? 60 : 12) { params["workout"] = workout(model) }
        return params
    }

    /// The exercise, at times by a part of its name.
    mutating func meantExercise(_ model: Model) -> Json {
        guard chance(20) else { return exercise(model) }
        let parts = ["push", "pre", "bench", "SQU", "squats split", "ups", "pl", "e", " "]
        return .text(pick(parts) ?? "")
    }

    /// The number of a block.
    mutating func block() -> Json {
        spoils(4) ? pick([0, "1", .int(-1)] as [Json]) ?? .null : .int(spread(1...3))
    }

    /// An exercise, mostly one of the open workout.
    mutating func presentExercise(_ model: Model) -> Json {
        guard chance(80), let part = pick(model.openWorkout?.parts ?? []) else {
            return meantExercise(model)
        }
        return .text(part.exercise)
    }

    mutating func setNote() -> Json {
        if spoils(4) {
            return pick([.text(String(repeating: "n", count: 4001)), 5] as [Json]) ?? 5
        }
        return .text(pick(["", "deep\nand slow", "\"so\""]) ?? "")
    }
}

/// The span of a list: by moments, or by days from 1970-01-01.
struct SpanModel {
    let fromMs: Int64?
    /// Milliseconds, exclusive.
    let toMs: Int64?
    let fromDay: Int64?
    let toDay: Int64?

    func contains(_ ms: Int64, _ day: Int64) -> Bool {
        ms >= fromMs ?? .min && ms < toMs ?? .max && day >= fromDay ?? .min
            && day <= toDay ?? .max
    }
}
