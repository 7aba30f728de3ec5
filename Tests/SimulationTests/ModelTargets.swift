import TestSupport
import TrackerAPI

/// Sets that are to be done alike.
struct GroupModel: Hashable {
    var sets: Int64
    var kind = "working"
    var reps: Int64?
    var repsTo: Int64?
    var seconds: Double?
    var load: LoadModel?
    var mode: String?
    var percent: Double?
    /// The load that `percent` is a share of; `nil` for the best 1RM.
    var percentOf: String?
    var rpe: Double?
    var isAMRAP = false
    var isPerSide = false
    var tempo: String?
    var drops: Int64?

    var isWarmup: Bool { kind == "warmup" }

    var view: Json {
        .members([
            "sets": .int(sets), "type": .text(kind), "reps": reps.map(Json.int),
            "reps_to": repsTo.map(Json.int), "seconds": seconds.map(Json.plain),
            "load": load.map { .plain($0.value) }, "load_unit": load.map { .text($0.unit) },
            "load_mode": mode.map(Json.text), "percent": percent.map(Json.plain),
            "percent_of": percentOf.map(Json.text), "rpe": rpe.map(Json.plain),
            "amrap": isAMRAP ? .bool(true) : nil, "per_side": isPerSide ? .bool(true) : nil,
            "tempo": tempo.map(Json.text), "drops": drops.map(Json.int),
        ])
    }

    func check(_ place: String) throws {
        try require((1...100).contains(sets), .invalid("\(place)sets"))
        try require((1...10_000).contains(reps ?? 1), .invalid("\(place)reps"))
        if let repsTo {
            guard let reps, reps < repsTo, repsTo <= 10_000 else {
                throw Refusal.invalid("\(place)reps_to")
            }
        }
        if isAMRAP, reps == nil || repsTo != nil { throw Refusal.invalid("\(place)amrap") }
        if isPerSide, reps == nil, seconds == nil { throw Refusal.invalid("\(place)per_side") }
        if let tempo, tempo.split(separator: "-").count < 3 {
            throw Refusal.invalid("\(place)tempo")
        }
        try require((0.1...86_400).contains(seconds ?? 1), .invalid("\(place)seconds"))
        if let rpe, !(5...10).contains(rpe) || rpe * 2 != (rpe * 2).rounded() {
            throw Refusal.invalid("\(place)rpe")
        }
        try require(kind != "drop", .invalid("\(place)type"))
        if let drops, isWarmup || !(1...10).contains(drops) {
            throw Refusal.invalid("\(place)drops")
        }
        if let percent {
            guard (1...150).contains(percent), (percent * 100).rounded() / 100 == percent,
                load == nil
            else { throw Refusal.invalid("\(place)percent") }
        }
        if percentOf != nil, percent == nil || percentOf == "working" && !isWarmup {
            throw Refusal.invalid("\(place)percent_of")
        }
        let isAlone = mode == "bodyweight" && percent == nil
        try require(mode == nil || load != nil || isAlone, .invalid("\(place)load_mode"))
    }
}

extension GroupModel {
    /// Takes over what the plan said of a set that was done for this one.
    fileprivate mutating func take(from plan: GroupModel) {
        tempo = plan.tempo
        drops = plan.drops
        if reps != nil || seconds != nil { isPerSide = plan.isPerSide }
        if reps != nil, reps == plan.reps { isAMRAP = plan.isAMRAP }
    }
}

struct TargetModel: Hashable {
    var groups: [GroupModel]
    var restMs: Int64?
    var progression: ProgressionModel?
    /// The template's groups that those of a workout follow from.
    var basis: [GroupModel]?

    /// True if the progression changes the training max.
    var takesMax: Bool {
        groups.contains { !$0.isWarmup && $0.percent != nil && $0.percentOf == "max" }
    }

    /// True if there is a progression and it changes the groups.
    var changesGroups: Bool { progression != nil && !takesMax }

    var members: [String: Json?] {
        [
            "groups": .list(groups.map(\.view)), "rest_ms": restMs.map(Json.int),
            "progression": progression?.view,
        ]
    }

    /// The target for another exercise, whose loads are its own.
    var withoutLoads: TargetModel {
        var target = self
        (target.basis, target.progression) = (nil, nil)
        target.groups = groups.map {
            var group = $0
            (group.load, group.mode) = (nil, nil)
            if group.percentOf != "working" { (group.percent, group.percentOf) = (nil, nil) }
            return group
        }
        return target
    }

    var sets: [GroupModel] { groups.flatMap { Array(repeating: $0, count: Int(max(0, $0.sets))) } }

    /// The planned sets that are left after so many warm-ups and others.
    func left(warmups: Int, others: Int) -> [GroupModel] {
        var (warm, other) = (0, 0)
        var left: [GroupModel] = []
        for set in sets {
            if set.isWarmup {
                if warm >= warmups, other >= others { left.append(set) }
                warm += 1
            } else {
                if other >= others { left.append(set) }
                other += 1
            }
        }
        return left
    }

    func check(_ place: String) throws {
        try require(
            (1...100).contains(groups.count) && sets.count <= 100, .invalid("\(place)groups"))
        try Params.checkRest(restMs, "\(place)rest")
        try progression?.check("\(place)progression.")
    }
}

extension TargetModel {
    /// The target of doing sets once more; `nil` without a working set.
    init?(repeating done: [SetModel], of former: TargetModel?) {
        let planned = done.filter { $0.kind != "drop" && $0.dropOf == nil }.prefix(100)
        guard
            done.contains(where: { ["working", "failure"].contains($0.kind) && $0.dropOf == nil })
        else { return nil }
        groups = []
        restMs = former?.restMs
        let asked = former?.sets ?? []
        var warmups = asked.filter(\.isWarmup)[...]
        var others = asked.filter { !$0.isWarmup }[...]
        for set in planned {
            var one = GroupModel(
                sets: 1, kind: set.kind, reps: set.reps, seconds: set.seconds,
                load: set.load.map { LoadModel(value: $0, unit: set.unit) },
                mode: set.load == nil && set.mode != "bodyweight" ? nil : set.mode)
            if let plan = one.isWarmup ? warmups.popFirst() : others.popFirst() {
                one.take(from: plan)
            }
            var last = groups.last
            last?.sets = 1
            if last == one {
                groups[groups.count - 1].sets += 1
            } else {
                groups.append(one)
            }
        }
    }
}

extension Params {
    struct Group {
        var group: GroupModel
        let load: Double?
        let unit: String?
    }

    func group() throws -> Group {
        let sets = try needed(optionalInt("sets"), "sets")
        let kind = try choice("type", ["warmup", "working", "drop", "failure", "partial"])
        let group = GroupModel(
            sets: sets, kind: kind ?? "working", reps: try optionalInt("reps"),
            repsTo: try optionalInt("reps_to"), seconds: try optionalNumber("seconds"))
        let load = try optionalNumber("load")
        let unit = try choice("load_unit", ["kg", "lb"])
        var whole = Group(group: group, load: load, unit: unit)
        whole.group.mode = try choice("load_mode", ["external", "bodyweight", "assisted"])
        whole.group.percent = try optionalNumber("percent")
        let base = try choice("percent_of", ["best", "max", "working"])
        whole.group.percentOf = base == "best" ? nil : base
        whole.group.rpe = try optionalNumber("rpe")
        whole.group.isAMRAP = try truth("amrap")
        whole.group.isPerSide = try truth("per_side")
        whole.group.tempo = try optionalText("tempo")
        whole.group.drops = try optionalInt("drops")
        return whole
    }

    func groups() throws -> [Group]? {
        guard has("groups") else { return nil }
        let beside = [
            "sets", "type", "reps", "reps_to", "seconds", "load", "load_unit", "load_mode",
            "percent", "percent_of", "rpe", "amrap", "per_side", "tempo", "drops",
        ]
        if let name = beside.first(where: { members[$0] != nil }) { throw Refusal.invalid(name) }
        let groups = try list("groups") ?? []
        try require(groups.count <= 100, .invalid("groups"))
        return try groups.enumerated().map { index, group in
            try Self.read(group, at: "groups[\(index)]") { try $0.group() }
        }
    }
}

// MARK: - Shares of the best 1RM

private func rounded(_ figure: Double) -> Double { (figure * 1e8).rounded() / 1e8 }

extension SetModel {
    fileprivate var counts: Bool { kind != "warmup" && kind != "partial" }

    /// The load in micrograms; below 0 where it is help.
    var weight: Int64 {
        let unit = unit == "kg" ? 1_000_000_000.0 : 453_592_370
        let micrograms = load.map { Int64(($0 * unit).rounded()) } ?? 0
        return mode == "assisted" ? -micrograms : micrograms
    }

    /// Thirtieths of a microgram, by Epley; at least the load.
    fileprivate var strength: Int64? {
        guard let reps, weight > 0 else { return nil }
        return weight * ((2...10).contains(reps) ? 30 + reps : 30)
    }

    fileprivate func isBefore(_ other: SetModel) -> Bool {
        (atMs, order, position, id) < (other.atMs, other.order, other.position, other.id)
    }
}

extension Model {
    /// The groups with each share of the best 1RM before a moment as a load.
    func resolved(_ groups: [GroupModel], of exercise: String, before ms: Int64) -> [GroupModel] {
        var groups = groups
        let owned = weights(of: exercise, in: settings.unit)
        guard let best = best(of: exercise, before: ms, in: owned.unit) else { return groups }
        for (index, group) in groups.enumerated() {
            guard let percent = group.percent, group.percentOf == nil else { continue }
            let most = best * percent / 100
            groups[index].percent = nil
            groups[index].load = LoadModel(value: owned.makeable(rounded(most)), unit: owned.unit)
        }
        return groups
    }

    /// The best 1RM from sets before a moment, in a unit; `nil` where none is known.
    func best(of exercise: String, before ms: Int64, in unit: String) -> Double? {
        let deloads = Set(workouts.filter { $0.deload != nil }.map(\.id))
        let counted = sets.filter {
            $0.exercise == exercise && $0.counts && $0.atMs < ms && $0.strength != nil
                && !deloads.contains($0.workout)
        }
        let best = counted.max {
            let (one, other) = ($0.strength ?? 0, $1.strength ?? 0)
            return one == other ? $1.isBefore($0) : one < other
        }
        guard let best, best.mode == "external" else { return nil }
        return oneRepMax(of: best, in: unit)
    }

    /// By Epley for 2 to 10 reps.
    private func oneRepMax(of set: SetModel, in unit: String) -> Double {
        let load = rounded(Double(set.weight) / Double(LoadModel.micrograms(unit)))
        guard let reps = set.reps, (2...10).contains(reps) else { return load }
        return rounded(load * (30 + Double(reps)) / 30)
    }
}

extension SettingsModel {
    /// The heaviest load that can be made and isn't above a weight, but the bar at least.
    func makeable(_ weight: Double, onBar: Bool) -> Double {
        let limit = min(weight, 10_000)
        guard onBar else {
            let step = plates.map(\.weight).min() ?? 1
            return rounded(((limit + 1e-9) / step).rounded(.down) * step)
        }
        guard limit > bar else { return bar }
        let room = Model.whole(limit) - Model.whole(bar)
        let pile = heaviestPile(within: room / 2)
        guard pile.count <= 100 else { return limit }
        return Double(Model.whole(bar) + 2 * pile.map(Model.whole).reduce(0, +)) / 1e8
    }
}

extension Dice {
    mutating func plannedGroup() -> [String: Json] {
        var group: [String: Json] = ["sets": .int(spread(1...6))]
        if chance(60) {
            let reps = spread(1...30)
            group["reps"] = .int(reps)
            if chance(30) { group["reps_to"] = .int(reps + spread(1...5)) }
        }
        if chance(20) { group["seconds"] = .number("30.5") }
        if chance(30) { group["type"] = choice(["warmup", "working", "failure", "partial"]) }
        if chance(20) { group["rpe"] = .number("8.5") }
        if chance(40) {
            group["load"] = load()
            if chance(30) { group["load_unit"] = .text(chance(50) ? "kg" : "lb") }
            if chance(20) { group["load_mode"] = choice(["external", "bodyweight", "assisted"]) }
        } else if chance(40) {
            group["percent"] = .number(pick(["50", "72.5", "85", "110"]) ?? "85")
            if chance(60) {
                let isWarmup = group["type"] == "warmup"
                group["percent_of"] = choice(
                    isWarmup ? ["max", "working"] : ["max", "max", "best"])
            }
        } else if chance(10) {
            group["load_mode"] = "bodyweight"
        }
        notate(&group)
        if spoils(4) {
            let wrong: [(String, Json)] = [
                ("amrap", true), ("per_side", true), ("tempo", "slow"), ("drops", 11),
                ("percent_of", "max"), ("percent_of", "most"),
                ("sets", 0), ("sets", "3"), ("reps", 0), ("reps_to", 1), ("percent", 151),
                ("rpe", 4), ("type", "drop"), ("sets", 101),
            ]
            if let (name, value) = pick(wrong) {
                group = ["sets": 1]
                group[name] = value
            }
        }
        return group
    }

    private mutating func notate(_ group: inout [String: Json]) {
        if group["reps"] != nil {
            if chance(15), group["reps_to"] == nil { group["amrap"] = truth() }
        }
        if group["reps"] != nil || group["seconds"] != nil, chance(10) {
            group["per_side"] = truth()
        }
        if chance(10) { group["tempo"] = choice(["3-1-1", "2-0-x-0"]) }
        if chance(10), group["type"] != "warmup" { group["drops"] = .int(spread(1...3)) }
    }
}
