import TestSupport
import TrackerAPI

extension Model {
    /// The workout with an exact id, else the newest with a name, else a unique prefix, else `last`; `nil` stands
    /// for the open one.
    func workout(_ text: String?, field: String = "workout") throws -> WorkoutModel {
        guard let text else {
            guard let open = openWorkout else {
                throw Refusal("conflict", field: "workout", state: "none")
            }
            return open
        }
        let key = ExerciseModel.key(text)
        let named = Self.newest(of: workouts.filter { ExerciseModel.key($0.name) == key })
        return try found(
            text, field: field, among: workouts, id: \.id, isNamed: { $0.id == named?.id },
            last: lastTouchedWorkout)
    }

    var lastWorkout: WorkoutModel? { Self.newest(of: workouts) }

    private static func newest(of workouts: [WorkoutModel]) -> WorkoutModel? {
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

    private mutating func endSetRest() { if liveRest?.set != nil { skipLiveRest() } }

    /// Ends the live rest where one of the removed sets began it.
    mutating func endRest(after sets: [String]) {
        if let set = liveRest?.set, sets.contains(set) { skipLiveRest() }
    }

    /// The span of a request. Whole days begin at `day_starts_at`, and are compared with the days of rows.
    func span(_ from: Given?, _ to: Given?) throws -> SpanModel {
        let fromMs = from.map { $0.isDay ? beginning(ofDay: day($0)) : $0.fromMs }
        let toMs = to.map { $0.isDay ? beginning(ofDay: day($0) + 1) : $0.fromMs }
        if let fromMs, let toMs, toMs < fromMs || toMs == fromMs && to?.isDay == true {
            throw Refusal.invalid("to")
        }
        return SpanModel(
            fromMs: from?.isDay == false ? fromMs : nil, toMs: to?.isDay == false ? toMs : nil,
            fromDay: from?.isDay == true ? from.map(day) : nil,
            toDay: to?.isDay == true ? to.map(day) : nil)
    }

    mutating func startWorkout(_ params: Params) throws -> Expected {
        var template = try params.optionalText("template")
        let former = try params.optionalText("repeat")
        let name = try params.optionalName()
        let named = try params.optionalText("named")
        let at = try givenPast("at", params)
        let deload = try params.optionalNumber("deload")
        if let open = openWorkout { throw Refusal.conflict(open.state) }
        if let named {
            try require(template == nil && former == nil, .invalid("named"))
            let text = Params.trimmed(named)
            try require(!text.isEmpty, .invalid("named"))
            let key = ExerciseModel.key(text)
            let plan = plans.first { $0.key == key }
            let meant =
                templates.first { $0.key == key || $0.id == text } ?? plan.flatMap { next(of: $0) }
            guard let meant else { throw Refusal("not_found", field: "named") }
            template = meant.id
        }
        try require(template == nil || former == nil, .invalid("repeat"))
        var plan = WorkoutModel(id: "", name: "Workout", startedMs: 0, order: 0, parts: [])
        if let template {
            let template = try self.template(template)
            plan = WorkoutModel(
                id: "", name: template.name, template: template.id, startedMs: 0, order: 0,
                restMs: template.restMs, parts: begun(template, atMs: at?.fromMs ?? now.wallMs))
            plan.deload = template.deload
        } else if let former {
            plan = try workout(former, field: "repeat")
            plan.parts = plan.parts.map { repeated($0, of: plan) }
        }
        try Params.checkBesideLast(name, "name")
        try requirePast(at, "at")
        var workout = WorkoutModel(
            id: newID(), name: name ?? plan.name, template: plan.template,
            startedMs: at?.fromMs ?? now.wallMs, order: seq + 1, restMs: plan.restMs,
            parts: plan.parts)
        workout.day = day(written: at)
        workout.offsetMs = at?.offsetMs ?? offsetMs(workout.startedMs)
        workout.isBackdated = at != nil
        if at != nil, workout.startedMs < 0 { throw Refusal.invalid("at") }
        try Params.check(deload: deload)
        workout.deload = deload ?? plan.deload
        return settle(workout, "started")
    }

    /// The target of repeating an exercise: each set as it was, or in a deload what was planned.
    func repeated(_ part: PartModelOfWorkout, of workout: WorkoutModel) -> PartModelOfWorkout {
        var part = part
        part.target?.basis = nil
        part.target?.progression = nil
        let done = sets(of: workout.id, part.exercise, part.block)
        let again = TargetModel(repeating: done, of: part.target)
        part.target =
            workout.deload == nil
            ? again ?? part.target : part.target ?? again?.withoutLoads
        return part
    }

    static func numbered(_ parts: [PartModelOfWorkout]) -> [PartModelOfWorkout] {
        parts.enumerated().map { index, part in
            var part = part
            part.block =
                Int64(parts[..<index].count { $0.exercise == part.exercise }) + 1
            return part
        }
    }

    mutating func addExercise(_ params: Params) throws -> Expected {
        let text = try params.text("exercise")
        let superset = try params.optionalText("superset")
        let position = try params.optionalInt("position")
        var workout = try workout(params.optionalText("workout"))
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
        try require((1...Int64(workout.parts.count) + 1).contains(place), .invalid("position"))
        workout.parts.insert(part, at: Int(place) - 1)
        return settle(workout, "updated")
    }

    private func index(_ text: String, _ block: Int64?, of workout: WorkoutModel) throws -> Int {
        let exercise = try exercise(text, in: workout)
        try require(
            workout.has(exercise.id), Refusal("not_found", field: "exercise", state: workout.state))
        let own = workout.parts.indices.filter { workout.parts[$0].exercise == exercise.id }
        let meant = own.filter { block == nil || workout.parts[$0].block == block }
        try require(meant.count == 1, .invalid("block"))
        return meant[0]
    }

    mutating func removeExercise(_ params: Params) throws -> Expected {
        let text = try params.text("exercise")
        let block = try params.optionalInt("block")
        let isConfirmed = try params.truth("confirm")
        var workout = try workout(params.optionalText("workout"))
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

    mutating func reorder(_ params: Params) throws -> Expected {
        let texts = try needed(params.optionalTexts("exercises"), "exercises")
        var workout = try workout(params.optionalText("workout"))
        let order = try texts.map {
            try exercise($0, field: "exercises", in: workout).id
        }
        try require(order.sorted() == workout.parts.map(\.exercise).sorted(), .invalid("exercises"))
        let parts = workout.parts.sorted { $0.block < $1.block }
        workout.parts = order.enumerated().map { index, id in
            let mention = order[..<index].count { $0 == id }
            return parts.filter { $0.exercise == id }[mention]
        }
        return settle(workout, "updated")
    }

    mutating func swapExercise(_ params: Params) throws -> Expected {
        let text = try params.text("exercise")
        let with = try params.text("with")
        let block = try params.optionalInt("block")
        var workout = try workout(params.optionalText("workout"))
        let index = try index(text, block, of: workout)
        let part = workout.parts[index]
        let other = try exercise(with, field: "with")
        try require(other.id != part.exercise, .invalid("with"))
        guard sets(of: workout.id, part.exercise, part.block).isEmpty else {
            throw Refusal("conflict", field: "exercise", state: "performed")
        }
        let last = workout.parts.filter { $0.exercise == other.id }.map(\.block).max() ?? 0
        guard last == 0 || !sets(of: workout.id, other.id, last).isEmpty else {
            throw Refusal("conflict", field: "with", state: "present")
        }
        let template = templates.first { $0.id == workout.template }
        let planned = template.map { begun($0, atMs: workout.startedMs) } ?? []
        let own = planned.first {
            $0.exercise == other.id && workout.part($0.exercise, $0.block) == nil
        }
        workout.parts[index] = PartModelOfWorkout(
            exercise: other.id, block: last + 1, superset: part.superset,
            target: own?.target ?? part.target?.withoutLoads, note: part.note)
        return settle(workout, "updated")
    }

    mutating func moveExercise(_ params: Params) throws -> Expected {
        let text = try params.text("exercise")
        let position = try needed(params.optionalInt("position"), "position")
        let block = try params.optionalInt("block")
        var workout = try workout(params.optionalText("workout"))
        let index = try index(text, block, of: workout)
        try require((1...Int64(workout.parts.count)).contains(position), .invalid("position"))
        let part = workout.parts.remove(at: index)
        workout.parts.insert(part, at: Int(position) - 1)
        return settle(workout, "updated")
    }

    mutating func noteWorkout(_ params: Params) throws -> Expected {
        let note = try params.text("note")
        let text = try params.optionalText("exercise")
        let block = try params.optionalInt("block")
        var workout = try workout(params.optionalText("workout"))
        try require(text != nil || block == nil, .invalid("block"))
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

    mutating func finishWorkout(_ params: Params) throws -> Expected {
        let given = try givenPast("at", params)
        var workout = try workout(params.optionalText("workout"))
        let at = workout.isBackdated ? within(given, workout) : given
        try requirePast(at, "at")
        try require(workout.isOpen, .conflict("finished"))
        guard let last = sets(of: workout.id).last else { throw Refusal.conflict("open") }
        if let end = at?.fromMs,
            end < 0 || end < workout.startedMs || end < last.atMs
        {
            throw Refusal.invalid("at")
        }
        let end = workout.isBackdated ? last.atMs : now.wallMs
        workout.endedMs = at?.fromMs ?? max(end, workout.startedMs, last.atMs)
        endSetRest()
        let finished = settle(workout, "finished")
        takeRecords(of: workout.id, ["workout": .text(workout.id), "name": .text(workout.name)])
        return finished
    }

    private mutating func takeAway(_ workout: WorkoutModel, _ change: String) -> Expected {
        if workout.isOpen { endSetRest() }
        return settle(workout, change, gone: sets(of: workout.id).map(\.id), isGone: true)
    }

    mutating func discard(_ params: Params) throws -> Expected {
        let isConfirmed = try params.truth("confirm")
        let workout = try workout(params.optionalText("workout"))
        try require(workout.isOpen, .conflict("finished"))
        try require(isConfirmed, Refusal("confirmation_required", field: "confirm", state: "open"))
        return takeAway(workout, "discarded")
    }

    func getWorkout(_ params: Params) throws -> Expected {
        let wanted = try params.optionalText("workout")
        if wanted == nil, openWorkout == nil {
            guard let last = lastWorkout else {
                throw Refusal("not_found", field: "workout", state: "none")
            }
            return .result(last.view(self))
        }
        return .result(try workout(wanted).view(self))
    }

    mutating func deleteWorkout(_ params: Params) throws -> Expected {
        takeAway(try workout(params.optionalText("workout")), "deleted")
    }

    func listWorkouts(_ params: Params) throws -> Expected {
        let (from, to) = (try given("from", params), try given("to", params))
        let wanted = try params.optionalText("exercise")
        let limit = try params.limit(20, upTo: 200)
        let exercise = try wanted.map { try self.exercise($0, readFrom: .sets).id }
        let span = try span(from, to)
        let found = workouts.filter { workout in
            span.contains(workout.startedMs, workout.day)
                && (exercise == nil || sets(of: workout.id).contains { $0.exercise == exercise })
        }.sorted { ($1.startedMs, $1.order) < ($0.startedMs, $0.order) }
        return .result([
            "workouts": .list(
                found.prefix(Int(limit)).map { $0.view(self, withPrevious: false) }),
            "total": .int(Int64(found.count)),
        ])
    }
}
