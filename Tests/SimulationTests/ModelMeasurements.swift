import Rig
import TestSupport
import TrackerAPI

/// A number of the person; a body weight is one called `weight`.
struct MeasurementModel: Hashable {
    let id: String
    let what: String
    let value: Double
    let unit: String?
    let atMs: Int64
    let day: Int64
    let order: Int64

    var key: String { ExerciseModel.key(what) }
    var isWeight: Bool { key == "weight" }
    var weight: LoadModel { LoadModel(value: value, unit: unit ?? "") }

    /// Units of each dimension with their highest values; the unit is empty for plain numbers.
    static let dimensions: [[String: Double]] = [
        ["kg": 1000, "lb": 2204.62262184], ["cm": 1000, "in": 393.7007874], ["%": 100],
        ["bpm": 300], ["h": 24, "min": 1440], ["": 1_000_000],
    ]
    static let units = dimensions.dropLast().flatMap(\.keys)

    static func dimension(_ unit: String?) -> [String: Double] {
        dimensions.first { $0[unit ?? ""] != nil } ?? [:]
    }

    var dimension: [String: Double] { Self.dimension(unit) }

    func view(_ model: Model) -> Json {
        .members([
            "id": .text(id), "what": .text(what), "value": .plain(value),
            "unit": unit.map(Json.text), "at": model.text(atMs),
        ])
    }

    func weightView(_ model: Model) -> Json {
        [
            "id": .text(id), "weight": .plain(value), "unit": .text(unit ?? ""),
            "at": model.text(atMs),
        ]
    }

    fileprivate func check(_ field: String) throws {
        if isWeight {
            try require(["kg", "lb"].contains(unit), .invalid("unit"))
            try require(
                (1_000_000_000...1_000_000_000_000).contains(weight.micrograms), .invalid(field))
        } else {
            let least: Double = unit == "bpm" ? 1 : 0
            try require(value >= least && value <= dimension[unit ?? ""] ?? 0, .invalid(field))
        }
    }
}

extension Model {
    var measurements: [MeasurementModel] { records.values.compactMap(\.measurement) }

    var weights: [MeasurementModel] { measurements.filter(\.isWeight) }

    /// The weight that counts with a set: the last one noted at or before it.
    func body(of set: SetModel) -> LoadModel? {
        guard set.mode != "external", set.reps != nil else { return nil }
        return weights.filter { $0.atMs <= set.atMs }
            .max { ($0.atMs, $0.order) < ($1.atMs, $1.order) }?.weight
    }

    /// Whether a measurement has the dimension of the others of the same thing.
    func isAlike(_ entry: MeasurementModel) -> Bool {
        let others = measurements.filter { $0.key == entry.key && $0.id != entry.id }
        return others.allSatisfy { $0.dimension == entry.dimension }
    }

    private func newestFirst(_ entries: [MeasurementModel]) -> [MeasurementModel] {
        entries.sorted { ($1.atMs, $1.order) < ($0.atMs, $0.order) }
    }

    /// - Parameter field: the member that has the value.
    private mutating func measure(
        _ what: String, _ value: Double, _ unit: String?, _ params: Params, field: String
    ) throws -> MeasurementModel {
        let at = try givenPast("at", params, onDay: true)
        try Params.checkName(what, "what")
        let isWeight = ExerciseModel.key(what) == "weight"
        let key = ExerciseModel.key(what)
        let last = newestFirst(measurements.filter { $0.key == key }).first
        if !isWeight, unit == nil, ["h", "min"].contains(last?.unit) {
            throw Refusal.invalid("unit")
        }
        try require(
            value.magnitude <= 1_000_000 && (value * 1e8).rounded() / 1e8 == value, .invalid(field))
        try requirePast(at, "at")
        let entry = MeasurementModel(
            id: newID(), what: isWeight ? "weight" : last?.what ?? what, value: value,
            unit: unit ?? (isWeight ? settings.unit : last?.unit), atMs: at?.fromMs ?? now.wallMs,
            day: day(written: at), order: seq + 1)
        try entry.check(field)
        try require(entry.atMs >= 0, .invalid("at"))
        try require(isAlike(entry), .invalid("unit"))
        let (type, view) =
            isWeight ? ("weight", entry.weightView(self)) : ("measurement", entry.view(self))
        change([entry.id: .measurement(entry)], type: "\(type).logged", entry.id, view)
        return entry
    }

    fileprivate mutating func logWeight(_ params: Params) throws -> Expected {
        let value = try needed(params.optionalNumber("weight"), "weight")
        let unit = try params.choice("unit", ["kg", "lb"])
        let entry = try measure("weight", value, unit, params, field: "weight")
        return .result(entry.weightView(self))
    }

    fileprivate mutating func logMeasurement(_ params: Params) throws -> Expected {
        let what = try params.name("what")
        let value = try needed(params.optionalNumber("value"), "value")
        let unit = try params.choice("unit", Array(MeasurementModel.units))
        return .result(try measure(what, value, unit, params, field: "value").view(self))
    }

    fileprivate mutating func delete(
        _ params: Params, of all: [MeasurementModel], last: MeasurementModel?
    ) throws -> MeasurementModel {
        let meant = try found(
            params.text("entry"), field: "entry", among: all, id: \.id, last: last)
        let (type, view) =
            meant.isWeight
            ? ("weight", meant.weightView(self)) : ("measurement", meant.view(self))
        change([meant.id: nil], type: "\(type).deleted", meant.id, view)
        return meant
    }

    private func list(_ all: [MeasurementModel], _ params: Params) throws -> (
        shown: [MeasurementModel], total: Json
    ) {
        let (from, to) = (try given("from", params), try given("to", params))
        let limit = try params.limit(1000, upTo: 10_000)
        let span = try span(from, to)
        let found = newestFirst(all.filter { span.contains($0.atMs, $0.day) })
        return (Array(found.prefix(Int(limit))), .int(Int64(found.count)))
    }

    fileprivate func listWeights(_ params: Params) throws -> Expected {
        let (shown, total) = try list(weights, params)
        return .result(["entries": .list(shown.map { $0.weightView(self) }), "total": total])
    }

    fileprivate func listMeasurements(_ params: Params) throws -> Expected {
        let key = try params.optionalText("what").map(ExerciseModel.key)
        let (shown, total) = try list(measurements.filter { key == nil || $0.key == key }, params)
        return .result(["entries": .list(shown.map { $0.view(self) }), "total": total])
    }
}

extension Arm {
    static let weights: [Arm] = [
        Arm("weight.log", 3, expect: { try $0.logWeight($1) }) { dice, model in
            var params: [String: Json] = ["weight": dice.bodyWeight()]
            if dice.chance(30) { params["unit"] = dice.choice(["kg", "lb"]) }
            if dice.chance(60) { params["at"] = dice.moment(model) }
            return params
        },
        Arm("weight.list", 1, .none, expect: { try $0.listWeights($1) }) { $0.listed($1) },
        Arm("weight.delete", 1) { model, params in
            let gone = try model.delete(params, of: model.weights, last: model.lastTouchedWeight)
            return .result(gone.weightView(model))
        } make: { dice, model in
            dice.entry(of: dice.chance(90) ? model.weights : model.measurements)
        },
    ]

    static let measurements: [Arm] = [
        Arm("measurement.log", 3, expect: { try $0.logMeasurement($1) }) { dice, model in
            let things = ["waist", "Waist", "body-fat", "body fat", "mood", "weight"]
            var params: [String: Json] = [
                "what": dice.spoils(4)
                    ? dice.one(of: "", " ", 5) : dice.choice(things),
                "value": dice.bodyWeight(),
            ]
            let known = model.measurements.filter { .text($0.what) == params["what"] }.first
            if dice.chance(50) {
                let units = known.map { Array($0.dimension.keys).filter { !$0.isEmpty }.sorted() }
                let all = MeasurementModel.units.sorted()
                let meant = dice.chance(80) ? units ?? all : all
                params["unit"] = dice.pick(meant.isEmpty ? all : meant).map(Json.text)
            }
            if dice.chance(60) { params["at"] = dice.moment(model) }
            return params
        },
        Arm("measurement.list", 1, .none, expect: { try $0.listMeasurements($1) }) { dice, model in
            var params = dice.listed(model)
            if dice.chance(50) { params["what"] = dice.choice(["WAIST", "weight", "hips"]) }
            return params
        },
        Arm("measurement.delete", 1) { model, params in
            let gone = try model.delete(
                params, of: model.measurements, last: model.lastTouchedMeasurement)
            return .result(gone.view(model))
        } make: { dice, model in
            dice.entry(of: model.measurements)
        },
    ]
}

extension Dice {
    fileprivate mutating func bodyWeight() -> Json {
        if spoils(6) { return one(of: 0, -1, "80", 10_001, .number("1.123456789"), 2300) }
        return one(of: 80, 81, .number("82.5"), 180, .number("60.25"))
    }

    fileprivate mutating func listed(_ model: Model) -> [String: Json] {
        var params: [String: Json] = [:]
        if chance(40) { params["from"] = moment(model, days: true) }
        if chance(40) { params["to"] = moment(model, days: true) }
        if chance(30) { params["limit"] = .int(Int64.random(in: 1...4, using: &self)) }
        if spoils(4) { params["limit"] = one(of: 0, 10_001, "x") }
        return params
    }

    fileprivate mutating func entry(of entries: [MeasurementModel]) -> [String: Json] {
        if spoils(3) { return ["entry": one(of: "", 5)] }
        guard let id = pick(entries.map(\.id).sorted()), chance(70) else {
            return ["entry": chance(80) ? "last" : "nothing"]
        }
        return ["entry": chance(50) ? .text(String(id.prefix(12))) : beginning(of: id)]
    }
}
