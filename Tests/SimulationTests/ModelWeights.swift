import Rig
import TestSupport
import TrackerAPI

/// A weight of the body.
struct WeightModel: Hashable {
    let id: String
    let weight: LoadModel
    let atMs: Int64
    let day: Int64
    let order: Int64

    func view(_ model: Model) -> Json {
        [
            "id": .text(id), "weight": .plain(weight.value), "unit": .text(weight.unit),
            "at": model.text(atMs),
        ]
    }
}

extension Model {
    var weights: [WeightModel] {
        records.values.compactMap { record in
            guard case .weight(let weight) = record else { return nil }
            return weight
        }
    }

    /// The weight that counts with a set: the last one noted at or before it.
    func body(of set: SetModel) -> LoadModel? {
        guard set.mode != "external", set.reps != nil else { return nil }
        return weights.filter { $0.atMs <= set.atMs }
            .max { ($0.atMs, $0.order) < ($1.atMs, $1.order) }?.weight
    }

    /// The set with the body's weight.
    func embodied(_ set: SetModel) -> SetModel {
        var set = set
        set.body = body(of: set)
        return set
    }

    fileprivate mutating func logWeight(_ params: Params) throws -> Expected {
        guard let value = try params.optionalNumber("weight") else {
            throw Refusal.invalid("weight")
        }
        let unit = try params.choice("unit", ["kg", "lb"]) ?? settings.unit
        let at = try given("at", params)
        let weight = LoadModel(value: value, unit: unit)
        try LoadModel.check(value, "weight")
        if at?.isDay == true || at.map({ $0.fromMs > now.wallMs }) == true {
            throw Refusal.invalid("at")
        }
        guard (1_000_000_000...1_000_000_000_000).contains(weight.micrograms) else {
            throw Refusal.invalid("weight")
        }
        let entry = WeightModel(
            id: newID(), weight: weight, atMs: at?.fromMs ?? now.wallMs, day: day(written: at),
            order: seq + 1)
        guard entry.atMs >= 0 else { throw Refusal.invalid("at") }
        let view = entry.view(self)
        change([entry.id: .weight(entry)], type: "weight.logged", entry.id, view)
        return .result(view)
    }

    fileprivate mutating func deleteWeight(_ params: Params) throws -> Expected {
        let text = try params.text("entry")
        guard !text.isEmpty else { throw Refusal.invalid("entry") }
        var meant = weights.first { $0.id == text }
        if meant == nil {
            meant = try beginning(text, of: weights, field: "entry", id: \.id)
        }
        if meant == nil, text == "last" {
            meant = weights.max { ($0.atMs, $0.order) < ($1.atMs, $1.order) }
        }
        guard let meant else { throw Refusal("not_found", field: "entry") }
        let view = meant.view(self)
        change([meant.id: nil], type: "weight.deleted", meant.id, view)
        return .result(view)
    }

    fileprivate func listWeights(_ params: Params) throws -> Expected {
        let from = try given("from", params)
        let to = try given("to", params)
        let limit = try params.optionalInt("limit") ?? 1000
        guard (1...10_000).contains(limit) else { throw Refusal.invalid("limit") }
        let span = try span(from, to)
        let found = weights.filter { span.contains($0.atMs, $0.day) }
            .sorted { ($1.atMs, $1.order) < ($0.atMs, $0.order) }
        return .result(["entries": .list(found.prefix(Int(limit)).map { $0.view(self) })])
    }
}

extension Arm {
    static let weights: [Arm] = [
        Arm("weight.log", 3) { dice, model in
            var params: [String: Json] = ["weight": dice.bodyWeight()]
            if dice.chance(30) { params["unit"] = dice.choice(["kg", "lb"]) }
            if dice.chance(60) { params["at"] = dice.moment(model) }
            return params
        } expect: {
            try $0.logWeight($1)
        },
        Arm("weight.list", 1, .none) { dice, model in
            var params: [String: Json] = [:]
            if dice.chance(40) { params["from"] = dice.moment(model, days: true) }
            if dice.chance(40) { params["to"] = dice.moment(model, days: true) }
            if dice.chance(30) { params["limit"] = .int(Int64.random(in: 1...4, using: &dice)) }
            if dice.spoils(4) { params["limit"] = dice.pick([0, 10_001, "x"] as [Json]) }
            return params
        } expect: {
            try $0.listWeights($1)
        },
        Arm("weight.delete", 1) { dice, model in
            if dice.spoils(3) { return ["entry": dice.pick(["", 5] as [Json]) ?? 5] }
            let ids = model.weights.map(\.id).sorted()
            guard let id = dice.pick(ids), dice.chance(70) else {
                return ["entry": dice.chance(80) ? "last" : "nothing"]
            }
            let length =
                dice.chance(50) ? 12 : Int.random(in: dice.shortestPrefix...12, using: &dice)
            return ["entry": .text(String(id.prefix(length)))]
        } expect: {
            try $0.deleteWeight($1)
        },
    ]
}

extension Dice {
    fileprivate mutating func bodyWeight() -> Json {
        if spoils(6) {
            return pick([0, -1, "80", 10_001, .number("1.123456789"), 2300] as [Json]) ?? 0
        }
        return pick([80, 81, .number("82.5"), 180, .number("60.25")] as [Json]) ?? 80
    }
}
