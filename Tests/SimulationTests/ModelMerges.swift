import TestSupport
import TrackerAPI

extension Model {
    fileprivate mutating func aliasExercise(_ params: Params) throws -> Expected {
        let text = try params.text("exercise")
        _ = try params.text("alias")
        var exercise = try exercise(text)
        let alias = try params.name("alias")
        let key = ExerciseModel.key(alias)
        if try params.truth("remove") {
            guard exercise.aliases.contains(where: { ExerciseModel.key($0) == key }) else {
                throw Refusal("not_found", field: "alias")
            }
            exercise.aliases.removeAll { ExerciseModel.key($0) == key }
            return settle(exercise, "updated")
        }
        let named = exercises.filter { other in
            !other.isArchived
                && ([other.name] + other.aliases).contains { ExerciseModel.key($0) == key }
        }
        if !named.isEmpty {
            let states = Set(named.map { $0.id == exercise.id ? "present" : "taken" })
            throw Refusal(
                "conflict", field: "alias",
                state: states.count == 1 ? states.first : Refusal.anyState)
        }
        exercise.aliases.append(alias)
        return settle(exercise, "updated")
    }

    fileprivate mutating func mergeExercise(_ params: Params) throws -> Expected {
        let (one, other) = (try params.text("exercise"), try params.text("into"))
        let (gone, kept) = (try exercise(one), try exercise(other, field: "into"))
        try require(gone.id != kept.id && gone.unit == kept.unit, .invalid("into"))
        try require(!kept.isArchived, Refusal("conflict", field: "into", state: "archived"))
        if let live = liveTraining, live.fields.exercise == gone.id {
            throw Refusal.conflict(live.state)
        }
        var rows: [String: RecordModel?] = [:]
        for exercise in try united(gone, kept) { rows[exercise.id] = .exercise(exercise) }
        let merged = moved(from: gone.id, to: kept.id, &rows)
        // The last use is that of both.
        var after = self
        after.change(rows, type: "", kept.id, [:])
        guard
            case .object(var view)? = after.exercises.first(where: { $0.id == kept.id })?.view(
                after)
        else { throw Refusal("not_found") }
        view["merged"] = merged
        change(rows, type: "exercise.merged", kept.id, .object(view))
        return .result(.object(view))
    }

    private func united(_ gone: ExerciseModel, _ kept: ExerciseModel) throws -> [ExerciseModel] {
        var (new, former) = (kept, gone)
        for name in [gone.name] + gone.aliases {
            let key = ExerciseModel.key(name)
            guard !([new.name] + new.aliases).contains(where: { ExerciseModel.key($0) == key })
            else { continue }
            new.aliases.append(name)
        }
        try require(new.aliases.count <= 20, Refusal("too_large", field: "into"))
        (former.isArchived, former.aliases) = (true, [])
        if kept.parent == gone.id { new.parent = gone.parent }
        var above: Set<String> = []
        var next = kept.parent
        while let id = next, above.insert(id).inserted {
            next = exercises.first { $0.id == id }?.parent
        }
        let others = exercises.filter { $0.parent == gone.id && $0.id != kept.id }.map { variant in
            var variant = variant
            variant.parent = above.contains(variant.id) ? gone.parent : kept.id
            return variant
        }
        return [new, former] + others
    }

    /// - Returns: how many of each kind moved.
    private func moved(
        from gone: String, to kept: String, _ rows: inout [String: RecordModel?]
    ) -> Json {
        var counts: [String: Int64] = [
            "sets": 0, "entries": 0, "sessions": 0, "templates": 0, "reminders": 0, "presets": 0,
        ]
        func put(_ kind: String, _ id: String, _ row: RecordModel) {
            counts[kind, default: 0] += 1
            rows[id] = row
        }
        for var entry in entries where entry.exercise == gone {
            entry.exercise = kept
            put("entries", entry.id, .entry(entry))
        }
        for var training in trainings where training.fields.exercise == gone {
            training.fields.exercise = kept
            put("sessions", training.id, .training(training.withoutAlarm))
        }
        for var reminder in reminders where reminder.fields.exercise == gone {
            reminder.fields.exercise = kept
            put("reminders", reminder.id, .reminder(reminder))
        }
        for var preset in presets where preset.fields.exercise == gone {
            preset.fields.exercise = kept
            put("presets", preset.id, .preset(preset))
        }
        for var goal in goals where goal.exercise == gone {
            goal.exercise = kept
            put("goals", goal.id, .goal(goal))
        }
        for var entry in maxes where entry.exercise == gone {
            entry.exercise = kept
            put("maxes", entry.id, .trainingMax(entry))
        }
        for var template in templates where template.parts.contains(where: { $0.exercise == gone })
        {
            template.parts = template.parts.map { $0.exercise == gone ? $0.of(kept, $0.block) : $0 }
            put("templates", template.id, .template(template))
        }
        for var plan in plans where plan.apart.contains(gone) {
            let apart = plan.apart.map { $0 == gone ? kept : $0 }
            plan.apart = apart.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
            rows[plan.id] = .plan(plan)
        }
        for var workout in workouts where workout.has(gone) {
            let last = workout.parts.filter { $0.exercise == kept }.map(\.block).max() ?? 0
            workout.parts = workout.parts.map {
                $0.exercise == gone ? $0.of(kept, last + $0.block) : $0
            }
            rows[workout.id] = .workout(workout)
            for var set in sets(of: workout.id) where set.exercise == gone {
                (set.exercise, set.block) = (kept, last + set.block)
                put("sets", set.id, .set(set))
            }
        }
        return .object(counts.mapValues(Json.int))
    }
}

extension PartModelOfWorkout {
    fileprivate func of(_ exercise: String, _ block: Int64) -> Self {
        Self(exercise: exercise, block: block, superset: superset, target: target, note: note)
    }
}

extension Arm {
    static let exerciseAlias = Arm("exercise.alias", 2) {
        try $0.aliasExercise($1)
    } make: { dice, model in
        var params: [String: Json] = ["exercise": dice.exercise(model)]
        params["alias"] = .text(dice.pick(Dice.aliases) ?? "")
        if dice.chance(40) { params["remove"] = true }
        return params
    }

    static let exerciseMerge = Arm("exercise.merge", 5) {
        try $0.mergeExercise($1)
    } make: { dice, model in
        let all = model.exercises.sorted { $0.id < $1.id }
        guard dice.chance(70), let one = dice.pick(all),
            let other = dice.pick(all.filter { $0.unit == one.unit && $0.id != one.id })
        else { return ["exercise": dice.exercise(model), "into": dice.exercise(model)] }
        return ["exercise": .text(one.id), "into": .text(other.id)]
    }
}

extension Dice {
    /// None of them is in a name or a text that the dice ask for.
    fileprivate static let aliases = ["Grind", "zwei", "QX", "wobble 9"]
}
