import TestSupport
import TrackerAPI

/// A training max: the load that templates take shares of.
struct MaxModel: Hashable {
    let id: String
    var exercise: String
    let load: LoadModel
    let atMs: Int64
    let order: Int64

    /// - Parameter isCurrent: whether what the plan has made of it is told.
    func view(_ model: Model, isCurrent: Bool = false) -> Json {
        let now = isCurrent ? model.currentMax(of: exercise, atMs: .max) : nil
        let own = now?.entry.id == id ? now : nil
        return .members([
            "id": .text(id), "exercise": .text(exercise),
            "exercise_name": .text(model.nameOfExercise(exercise)), "load": .plain(load.value),
            "unit": .text(load.unit), "at": model.text(atMs),
            "now": own.flatMap { $0.load == load ? nil : .plain($0.load.value) },
            "rises": own.flatMap { $0.rises == 0 ? nil : .int($0.rises) },
            "resets": own.flatMap { $0.resets == 0 ? nil : .int($0.resets) },
        ])
    }
}

extension Model {
    var maxes: [MaxModel] { records.values.compactMap(\.trainingMax) }

    /// The groups with loads in place of shares of the training max at a moment.
    func withMax(
        _ groups: [GroupModel], of exercise: String, atMs ms: Int64, besides workout: String = ""
    ) -> [GroupModel] {
        guard let max = currentMax(of: exercise, atMs: ms, besides: workout)?.load else {
            return groups
        }
        return resolved(groups, "max", of: max, exercise)
    }

    /// The groups with loads in place of shares of a load.
    private func resolved(
        _ groups: [GroupModel], _ base: String, of load: LoadModel, _ exercise: String
    ) -> [GroupModel] {
        groups.map { group in
            guard let percent = group.percent, group.percentOf == base else { return group }
            var group = group
            (group.percent, group.percentOf) = (nil, nil)
            group.load = made(weights(of: exercise, in: load.unit), percent, of: load)
            return group
        }
    }

    /// Load that weights make of a share of a load, in percent.
    private func made(_ owned: WeightsModel, _ percent: Double, of load: LoadModel) -> LoadModel {
        let most = min(10_000, hundredMillionths(owned.own(load) * percent / 100))
        return LoadModel(value: owned.makeable(most), unit: owned.unit)
    }

    /// A part of a workout as it is to be done, and the sets of the last time with the loads of a deload.
    func today(
        _ part: PartModelOfWorkout, in workout: WorkoutModel, after former: [SetModel]
    ) -> (part: PartModelOfWorkout, former: [SetModel]) {
        func lowered(_ load: LoadModel, _ mode: String) -> LoadModel {
            guard let deload = workout.deload, mode != "assisted" else { return load }
            let owned = weights(of: part.exercise, mode, in: load.unit)
            let less = made(owned, deload, of: load)
            return less.value < owned.own(load) ? less : load
        }
        let former = former.map { set in
            var set = set
            guard let value = set.load else { return set }
            let load = lowered(LoadModel(value: value, unit: set.unit), set.mode)
            (set.load, set.unit) = (load.value, load.unit)
            return set
        }
        let last = former.last { $0.load != nil }
        func mode(of group: GroupModel) -> String {
            group.mode ?? last?.mode ?? usualMode(part.exercise)
        }
        guard var target = part.target else { return (part, former) }
        target.groups = withMax(
            target.groups, of: part.exercise, atMs: workout.endedMs ?? now.wallMs,
            besides: workout.id)
        for index in target.groups.indices {
            let meant = mode(of: target.groups[index])
            target.groups[index].load = target.groups[index].load.map { lowered($0, meant) }
        }
        let planned = target.groups.filter { !$0.isWarmup && mode(of: $0) != "assisted" }
            .compactMap(\.load)
        let lifted = former.filter {
            !["warmup", "drop"].contains($0.kind) && $0.mode != "assisted"
        }.compactMap { set in set.load.map { LoadModel(value: $0, unit: set.unit) } }
        let heaviest = (planned.isEmpty ? lifted : planned)
            .max { $0.micrograms < $1.micrograms }
        if let heaviest {
            target.groups = resolved(target.groups, "working", of: heaviest, part.exercise)
        }
        var shown = part
        shown.target = target
        return (shown, former)
    }

    /// The parts of a template as a workout that begins now would show them.
    func coming(_ template: TemplateModel) -> [PartModelOfWorkout] {
        let parts = begun(template, atMs: now.wallMs)
        var workout = WorkoutModel(
            id: "", name: template.name, startedMs: now.wallMs, order: 0, parts: parts)
        workout.deload = template.deload
        return parts.map { part in
            let former = previousSets(part.exercise, part.block, before: workout)
            return today(part, in: workout, after: former).part
        }
    }

    fileprivate mutating func logMax(_ params: Params) throws -> Expected {
        let text = try params.text("exercise")
        let value = try needed(params.optionalNumber("load"), "load")
        let unit = try params.choice("unit", ["kg", "lb"])
        let at = try givenPast("at", params, onDay: true)
        let exercise = try exercise(text, hasLoad: true)
        try LoadModel.check(value, "load")
        try requirePast(at, "at")
        let entry = MaxModel(
            id: newID(), exercise: exercise.id,
            load: LoadModel(value: value, unit: unit ?? usualUnit(of: exercise)),
            atMs: at?.fromMs ?? now.wallMs, order: seq + 1)
        try require(value > 0, .invalid("load"))
        try require(entry.atMs >= 0, .invalid("at"))
        return write(.trainingMax(entry), entry.id, "max.logged", entry.view(self))
    }

    fileprivate mutating func deleteMax(_ params: Params) throws -> Expected {
        let meant = try found(
            params.text("entry"), field: "entry", among: maxes, id: \.id, last: lastTouchedMax)
        return write(.trainingMax(meant), meant.id, "max.deleted", meant.view(self))
    }

    fileprivate func listMaxes(_ params: Params) throws -> Expected {
        let text = try params.optionalText("exercise")
        let limit = try params.limit(200)
        let meant = try text.map { try exercise($0, hasLoad: true) }
        let newest = maxes.sorted { ($1.atMs, $1.order) < ($0.atMs, $0.order) }
        var found = newest.filter { $0.exercise == meant?.id }
        if meant == nil {
            var seen: Set<String> = []
            found = newest.filter { seen.insert($0.exercise).inserted }.sorted {
                let keys = [$0, $1].map { ExerciseModel.key(nameOfExercise($0.exercise)) }
                return keys[0] == keys[1]
                    ? $0.id < $1.id : keys[0].utf8.lexicographicallyPrecedes(keys[1].utf8)
            }
        }
        let shown = found.prefix(Int(limit)).enumerated().map { index, entry in
            entry.view(self, isCurrent: meant == nil || index == 0)
        }
        let proposed = meant.flatMap { meant -> LoadModel? in
            let owned = weights(of: meant.id, in: settings.unit)
            return best(of: meant.id, before: .max, in: owned.unit).map {
                made(owned, 90, of: LoadModel(value: $0, unit: owned.unit))
            }
        }
        return .result(
            .members([
                "entries": .list(shown), "total": .int(Int64(found.count)),
                "exercise_name": meant.map { .text($0.name) },
                "proposed": proposed.map { .plain($0.value) },
                "proposed_unit": proposed.map { .text($0.unit) },
            ]))
    }
}

extension Params {
    static func check(deload: Double?) throws {
        guard let deload else { return }
        guard (1...100).contains(deload), (deload * 100).rounded() / 100 == deload else {
            throw Refusal.invalid("deload")
        }
    }
}

extension Arm {
    static let maxes: [Arm] = [
        Arm("max.log", 4, expect: { try $0.logMax($1) }) { dice, model in
            var params: [String: Json] = [
                "exercise": dice.exercise(model),
                "load": dice.spoils(5)
                    ? dice.one(of: 0, -1, "80", 10_001)
                    : dice.one(of: 80, 100, .number("142.5"), 225),
            ]
            if dice.chance(30) { params["unit"] = dice.choice(["kg", "lb"]) }
            if dice.chance(50) { params["at"] = dice.moment(model) }
            return params
        },
        Arm("max.list", 2, .none, expect: { try $0.listMaxes($1) }) { dice, model in
            var params: [String: Json] = [:]
            if dice.chance(60) { params["exercise"] = dice.exercise(model) }
            if dice.chance(30) { params["limit"] = .int(dice.spread(1...3)) }
            if dice.spoils(4) { params["limit"] = dice.one(of: 0, 1001, "x") }
            return params
        },
        Arm("max.delete", 1, expect: { try $0.deleteMax($1) }) { dice, model in
            if dice.spoils(3) { return ["entry": dice.one(of: "", 5)] }
            guard let id = dice.pick(model.maxes.map(\.id).sorted()), dice.chance(70) else {
                return ["entry": dice.chance(80) ? "last" : "nothing"]
            }
            return ["entry": .text(id)]
        },
    ]
}

extension Dice {
    mutating func deload() -> Json {
        if spoils(6) { return one(of: 0, 101, "60%", .number("60.125")) }
        return one(of: 60, 50, .number("62.5"), 100)
    }
}
