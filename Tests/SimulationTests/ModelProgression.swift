import TestSupport
import TrackerAPI

/// The way of an exercise from one workout of its template to the next.
struct ProgressionModel: Hashable {
    /// The unit is empty where none was given.
    var add: LoadModel?
    var resetAfter: Int64?
    var resetPercent: Double?

    var view: Json {
        .members([
            "add": add.map { .plain($0.value) }, "add_unit": add.map { .text($0.unit) },
            "reset_after": resetAfter.map(Json.int), "reset_percent": resetPercent.map(Json.plain),
        ])
    }

    func check(_ place: String) throws {
        if let add, add.value <= 0 { throw Refusal.invalid("\(place)add") }
        try require((1...20).contains(resetAfter ?? 1), .invalid("\(place)reset_after"))
        if resetPercent != nil {
            guard (1...90).contains(resetPercent ?? 1), resetAfter != nil else {
                throw Refusal.invalid("\(place)reset_percent")
            }
        }
        try require(add != nil || resetAfter != nil, .invalid("\(place)add"))
    }
}

/// A workout of a template, by its planned working sets and the sets that stand for them.
private struct Trial {
    let asked: [GroupModel]
    /// Of each planned working set the index of its group, and what was done.
    let sets: [(group: Int, done: SetModel)]
    let isWhole: Bool
    let basis: [GroupModel]

    var hasFailed: Bool {
        sets.contains { set in
            let plan = basis[set.group]
            if let reps = plan.reps { return (set.done.reps ?? reps) < reps }
            return plan.seconds.map { (set.done.seconds ?? $0) < $0 } ?? false
        }
    }

    var hasSucceeded: Bool {
        !hasFailed && isWhole
            && sets.allSatisfy { set in
                let wish = asked[set.group]
                let isDone =
                    wish.reps.map { set.done.reps ?? 0 >= $0 }
                    ?? wish.seconds.map { set.done.seconds ?? 0 >= $0 } ?? true
                guard let load = wish.load, isDone else { return isDone }
                let isHelp = (wish.mode ?? set.done.mode) == "assisted"
                return set.done.weight >= (isHelp ? -load.micrograms : load.micrograms)
            }
    }

    var isAtTop: Bool {
        sets.allSatisfy { set in asked[set.group].repsTo.map { set.done.reps ?? 0 >= $0 } ?? true }
    }

    func lowest(_ group: Int) -> SetModel? {
        var lowest: SetModel?
        for set in sets where set.group == group {
            if lowest.map({ set.done.weight < $0.weight }) ?? true { lowest = set.done }
        }
        return lowest
    }

    func fewest(_ group: Int) -> Int64? {
        sets.filter { $0.group == group }.compactMap(\.done.reps).min()
    }
}

extension Model {
    /// The parts of a template as a workout begins with them.
    func begun(_ template: TemplateModel, atMs startMs: Int64) -> [PartModelOfWorkout] {
        let former = workouts.filter {
            !$0.isOpen && $0.startedMs < startMs && $0.deload == nil
        }.sorted { ($0.startedMs, $0.order) > ($1.startedMs, $1.order) }
        return Self.numbered(template.parts).map { part in
            guard let target = part.target else { return part }
            var begun = part
            if !target.takesMax { begun.target?.progression = nil }
            var groups = target.groups
            if let progression = target.progression, target.changesGroups {
                var byTemplate = [template.id: part]
                for sibling in siblings(of: part, in: template) {
                    byTemplate[sibling.template] = sibling.part
                }
                let own = former.filter { $0.template.map { byTemplate[$0] != nil } ?? false }
                let trials = own.prefix(50).compactMap { workout -> Trial? in
                    guard let id = workout.template, let source = byTemplate[id] else { return nil }
                    return trial(of: source, in: workout, source.target?.groups ?? [])
                }
                groups = next(progression, after: trials, target.groups, part.exercise)
            }
            groups = withMax(groups, of: part.exercise, atMs: startMs)
            groups = resolved(groups, of: part.exercise, before: startMs)
            begun.target?.groups = groups
            if groups != target.groups { begun.target?.basis = target.groups }
            return begun
        }
    }

    private func trial(
        of part: PartModelOfWorkout, in workout: WorkoutModel, _ basis: [GroupModel]
    ) -> Trial? {
        let parts = workout.parts.filter {
            $0.exercise == part.exercise && ($0.target?.basis ?? $0.target?.groups) == basis
        }
        let meant = parts.first { $0.block == part.block } ?? parts.first
        return meant.flatMap { trial(doing: $0, in: workout, basis) }
    }

    /// - Parameter part: the part of the workout itself.
    private func trial(
        doing part: PartModelOfWorkout, in workout: WorkoutModel, _ basis: [GroupModel]
    ) -> Trial? {
        guard let target = part.target else { return nil }
        let done = sets(of: workout.id, part.exercise, part.block).filter {
            $0.dropOf == nil && !["warmup", "drop"].contains($0.kind)
        }
        let planned = target.groups.indices.flatMap { index in
            target.groups[index].isWarmup
                ? [] : Array(repeating: index, count: Int(target.groups[index].sets))
        }
        guard !done.isEmpty, !planned.isEmpty else { return nil }
        return Trial(
            asked: target.groups, sets: zip(planned, done).map { (group: $0, done: $1) },
            isWhole: done.count >= planned.count, basis: basis)
    }

    /// The training max of an exercise at a moment, with how often the plan raised and lowered it since it was set.
    func currentMax(
        of exercise: String, atMs ms: Int64, besides other: String = ""
    ) -> (entry: MaxModel, load: LoadModel, rises: Int64, resets: Int64)? {
        let entry = maxes.filter { $0.exercise == exercise && $0.atMs <= ms }
            .max { ($0.atMs, $0.order) < ($1.atMs, $1.order) }
        guard let entry else { return nil }
        var (value, failures, rises, resets): (Double, Int64, Int64, Int64) =
            (entry.load.value, 0, 0, 0)
        func hundredths(_ value: Double) -> Double {
            min(10_000, max(0.01, (value * 100).rounded() / 100))
        }
        let since = workouts.filter {
            !$0.isOpen && $0.deload == nil && $0.startedMs < ms && $0.id != other
                && $0.startedMs >= entry.atMs - dayMs
        }.sorted { ($0.startedMs, $0.order) < ($1.startedMs, $1.order) }
        for workout in since {
            let lasted = workout.endedMs.map { $0 >= entry.atMs } ?? false
            for part in workout.parts where part.exercise == exercise {
                guard let target = part.target, let rule = target.progression,
                    workout.startedMs >= entry.atMs || lasted && target.takesMax,
                    let trial = trial(doing: part, in: workout, target.basis ?? target.groups)
                else { continue }
                failures = trial.hasFailed ? failures + 1 : 0
                if trial.hasFailed, let after = rule.resetAfter, failures % after == 0 {
                    value = hundredths(value * (1 - (rule.resetPercent ?? 10) / 100))
                    resets += 1
                } else if trial.hasSucceeded, let add = rule.add {
                    value = hundredths(value + add.value(in: entry.load.unit))
                    rises += 1
                }
            }
        }
        return (entry, LoadModel(value: value, unit: entry.load.unit), rises, resets)
    }

    private func next(
        _ progression: ProgressionModel, after trials: [Trial], _ basis: [GroupModel],
        _ exercise: String
    ) -> [GroupModel] {
        guard let last = trials.first else { return basis }
        let failures = trials.prefix { $0.hasFailed }.count
        let isReset =
            failures > 0 && progression.resetAfter.map { failures % Int($0) == 0 } ?? false
        let working = basis.indices.filter { !basis[$0].isWarmup }
        let asked = last.asked.indices.filter { !last.asked[$0].isWarmup }
        return basis.indices.map { place in
            let plan = basis[place]
            guard let number = working.firstIndex(of: place) else { return plan }
            let index = asked[number]
            var group = plan
            (group.reps, group.repsTo) = (last.asked[index].reps, last.asked[index].repsTo)
            (group.load, group.mode) = (last.asked[index].load, last.asked[index].mode)
            let rises = last.hasSucceeded && last.isAtTop && progression.add != nil
            if rises || isReset { (group.reps, group.repsTo) = (plan.reps, plan.repsTo) }
            if last.hasSucceeded, !rises, let top = plan.repsTo, let few = last.fewest(index) {
                group.reps = min(top, few + 1)
                group.repsTo = group.reps == top ? nil : top
            }
            if last.hasSucceeded, let set = last.lowest(index) {
                raise(&group, set, by: rises ? progression.add : nil, exercise)
            } else if isReset {
                lower(&group, last.lowest(index), progression, exercise)
            }
            if plan.percent != nil {
                group.load = nil
                (group.percent, group.mode) = (plan.percent, plan.mode)
                group.percentOf = plan.percentOf
            }
            return group
        }
    }

    private func raise(
        _ group: inout GroupModel, _ set: SetModel, by add: LoadModel?, _ exercise: String
    ) {
        guard let load = set.load else {
            if let add, set.mode == "bodyweight" { (group.load, group.mode) = (add, "bodyweight") }
            return
        }
        group.mode = set.mode
        guard let add else {
            group.load = LoadModel(value: load, unit: set.unit)
            return
        }
        let owned = weights(of: exercise, set.mode, in: set.unit)
        let base = owned.base(LoadModel(value: load, unit: set.unit))
        let more = add.unit == owned.unit ? add.value : owned.settings.step(nearest: add)
        let value = set.mode == "assisted" ? max(0, base - more) : owned.raised(base, by: more)
        group.load = LoadModel(value: hundredMillionths(value), unit: owned.unit)
    }

    private func lower(
        _ group: inout GroupModel, _ set: SetModel?, _ progression: ProgressionModel,
        _ exercise: String
    ) {
        let lifted = set.flatMap { set in
            set.load.map { LoadModel(value: $0, unit: set.unit) }
        }
        guard let given = group.load ?? lifted else { return }
        let share = (progression.resetPercent ?? 10) / 100
        let mode = group.mode ?? set?.mode ?? "external"
        group.mode = mode
        let owned = weights(of: exercise, mode, in: given.unit)
        let load = owned.base(given)
        var value = min(10_000, load * (1 + share))
        if mode != "assisted" {
            value = load * (1 - share)
            if !owned.hasBar, owned.stack == nil, let add = progression.add {
                let step =
                    add.unit == owned.unit ? add.value : owned.settings.step(nearest: add)
                let count = ((load - value) / step - 1e-9).rounded(.up)
                value = max(0, load - count * step)
            } else {
                value = min(load, owned.makeable(hundredMillionths(value)))
            }
        }
        group.load = LoadModel(value: hundredMillionths(value), unit: owned.unit)
    }
}

extension SettingsModel {
    /// What is added in the other unit: as many of the lightest plates as come nearest.
    fileprivate func step(nearest add: LoadModel) -> Double {
        let plate = plates.map(\.weight).min() ?? 1
        return hundredMillionths(max(1, (add.value(in: unit) / plate).rounded()) * plate)
    }
}

extension Params {
    func progression() throws -> ProgressionModel? {
        guard let value = given("progression") else { return nil }
        return try Self.read(value, at: "progression") { params -> ProgressionModel in
            let add = try params.optionalNumber("add")
            let unit = try params.choice("add_unit", ["kg", "lb"]) ?? ""
            return ProgressionModel(
                add: add.map { LoadModel(value: $0, unit: unit) },
                resetAfter: try params.optionalInt("reset_after"),
                resetPercent: try params.optionalNumber("reset_percent"))
        }
    }
}

extension Dice {
    mutating func progression() -> Json {
        if spoils(4) {
            let wrong: [Json] = [
                5, [:], ["add": 0], ["add": "5"], ["reset_after": 21],
                ["add": 5, "add_unit": "st"],
                ["add": 5, "reset_percent": 10],
            ]
            return pick(wrong) ?? .null
        }
        var progression: [String: Json] = [:]
        if chance(80) { progression["add"] = one(of: 5, .number("2.5"), 1, .number("0.5")) }
        if chance(30), progression["add"] != nil { progression["add_unit"] = choice(["kg", "lb"]) }
        if chance(60) || progression["add"] == nil {
            progression["reset_after"] = .int(spread(1...3))
            if chance(50) { progression["reset_percent"] = .number("12.5") }
        }
        return .object(progression)
    }
}

// MARK: - Proposals

extension Arm {
    static let proposals: [Arm] = [
        Arm("workout.propose", 2, .none) { _, _ in .result(.derived) }
    ]
}
