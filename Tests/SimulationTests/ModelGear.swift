import TestSupport
import TrackerCore

struct GearModel: Hashable {
    var unit: String?
    var bar: LoadModel?
    var steps: [Double]?
    var step: Double?
    var start: Double?

    var hasStack: Bool { steps != nil || step != nil }

    var members: [String: Json?] {
        [
            "load_unit": unit.map(Json.text), "bar": bar.map { .plain($0.value) },
            "bar_unit": bar.map { .text($0.unit) },
            "steps": steps.map { .list($0.map(Json.plain)) }, "step": step.map(Json.plain),
            "start": start.map(Json.plain),
        ]
    }

    /// All loads of the machine, the lightest first; `nil` for none.
    var stack: [Double]? {
        if let steps { return steps }
        guard let step, let start else { return nil }
        return (0...Int((10_000 - start) / step)).map {
            hundredMillionths(start + Double($0) * step)
        }
    }

    func check() throws {
        guard hasStack else { return }
        try require(unit != nil, .invalid("load_unit"))
        try require(bar == nil, .invalid("bar"))
        if let steps {
            try require((1...100).contains(steps.count), .invalid("steps"))
            for step in steps { try LoadModel.check(step, "steps") }
            try require(
                steps.allSatisfy({ $0 > 0 }) && Set(steps).count == steps.count, .invalid("steps"))
        }
        guard let step, let start else { return }
        try LoadModel.check(step, "step")
        try LoadModel.check(start, "start")
        try require(step > 0, .invalid("step"))
    }
}

extension GearModel {
    /// The equipment that the store has.
    init(_ gear: Gear) {
        unit = gear.unit?.rawValue
        bar = gear.bar.map { LoadModel(value: $0.value, unit: $0.unit.rawValue) }
        steps = gear.stack?.listed
        step = gear.stack?.even?.step
        start = gear.stack?.even?.start
    }
}

struct GivenGear {
    let unit: String??
    let bar: Double??
    let barUnit: String?
    let isPair: Bool?
    let steps: [Double]??
    let step: Double??
    let start: Double?

    init(_ params: Params) throws {
        unit = try params.removable("load_unit") {
            ["kg", "lb"].contains($0.text) ? $0.text : nil
        }
        bar = try params.removable("bar", \.double)
        barUnit = try params.choice("bar_unit", ["kg", "lb"])
        isPair = try params.optionalTruth("pair")
        steps = try params.removable("steps") { $0.values(\.double) }
        step = try params.removable("step", \.double)
        start = try params.optionalNumber("start")
    }

    func changing(_ former: GearModel, in preferred: String) throws -> GearModel {
        var gear = former
        if let unit { gear.unit = unit }
        let (listed, even) = (steps.flatMap(\.self), step.flatMap(\.self))
        try require(listed == nil || even == nil, .invalid("step"))
        try require(start == nil || even != nil, .invalid("start"))
        if listed != nil || even != nil {
            gear.steps = listed?.sorted()
            (gear.step, gear.start) = (even, even == nil ? nil : start ?? even)
            gear.unit = gear.unit ?? preferred
        } else if steps != nil || step != nil {
            (gear.steps, gear.step, gear.start) = (nil, nil, nil)
        } else if gear.hasStack, gear.unit != former.unit {
            throw Refusal.invalid("load_unit")
        }
        let weight = bar.flatMap(\.self)
        if let weight {
            try LoadModel.check(weight, "bar")
            gear.bar = LoadModel(value: weight, unit: barUnit ?? gear.unit ?? preferred)
        } else if bar != nil {
            gear.bar = nil
        }
        try require(barUnit == nil || weight != nil, .invalid("bar_unit"))
        try gear.check()
        return gear
    }
}

extension ExerciseModel {
    mutating func take(_ given: GivenGear, in preferred: String) throws {
        gear = try given.changing(gear, in: preferred)
        isPair = given.isPair ?? isPair
    }

    func checkPair() throws {
        guard isPair, equipment == "barbell" else { return }
        throw Refusal.invalid("pair")
    }
}

// MARK: - Loads

/// The loads that can be made for an exercise in the unit in which they are computed.
struct WeightsModel {
    /// The bar and the plates in that unit.
    let settings: SettingsModel
    let hasBar: Bool
    /// Loads of the machine; `nil` for none.
    let stack: [Double]?

    var unit: String { settings.unit }

    /// A load in the unit of these weights.
    func own(_ load: LoadModel) -> Double {
        load.unit == unit ? load.value : min(10_000, load.value(in: unit))
    }

    /// The load that a progression changes: of one in the other unit what plates make, without a bar and a stack.
    func base(_ load: LoadModel) -> Double {
        let value = own(load)
        return load.unit == unit || hasBar || stack != nil ? value : makeable(value)
    }

    /// The heaviest load that can be made and isn't above a weight, but the lightest one at least.
    func makeable(_ weight: Double) -> Double {
        guard let stack else { return settings.makeable(weight, onBar: hasBar) }
        return stack.last { $0 <= weight + 1e-9 } ?? stack[0]
    }

    func raised(_ load: Double, by more: Double) -> Double {
        if let stack {
            let reached = makeable(min(10_000, hundredMillionths(load + more)))
            return reached > load ? reached : stack.first { $0 > load + 1e-9 } ?? load
        }
        guard hasBar else { return min(10_000, load + more) }
        let steps = [0] + settings.plates.map { 2 * $0.weight }.sorted()
        return steps.lazy.map {
            settings.makeable(hundredMillionths(max(load + more, load + $0)), onBar: true)
        }.first { $0 > load } ?? load
    }
}

extension Model {
    /// The unit of an exercise's loads where none is named.
    func usualUnit(of exercise: ExerciseModel) -> String {
        exercise.gear.unit ?? newestLoad(of: exercise.id)?.unit ?? settings.unit
    }

    /// - Parameters:
    ///   - mode: mode of the load; a stack has external ones alone.
    ///   - unit: unit where the exercise has none.
    func weights(of exercise: String, _ mode: String = "external", in unit: String) -> WeightsModel
    {
        let exercise = exercises.first { $0.id == exercise }
        let gear = exercise?.gear ?? GearModel()
        var owned = settings.owned(in: gear.unit ?? unit)
        if let bar = gear.bar {
            owned.bar = bar.unit == owned.unit ? bar.value : min(10_000, bar.value(in: owned.unit))
        }
        return WeightsModel(
            settings: owned, hasBar: gear.bar != nil || exercise?.equipment == "barbell",
            stack: mode == "external" ? gear.stack : nil)
    }

    /// True if a set is of a pair of weights.
    func isPair(_ set: SetModel) -> Bool {
        set.mode != "assisted" && exercises.contains { $0.id == set.exercise && $0.isPair }
    }
}

func hundredMillionths(_ figure: Double) -> Double { (figure * 1e8).rounded() / 1e8 }

extension LoadModel {
    func value(in unit: String) -> Double {
        hundredMillionths(Double(micrograms) / Double(Self.micrograms(unit)))
    }
}

extension SettingsModel {
    /// The bar and the plates in a unit: one's own, or usual ones.
    func owned(in unit: String) -> SettingsModel {
        guard unit != self.unit else { return self }
        var other = self
        other.unit = unit
        other.bar = Self.defaultBar(unit)
        other.plates = Self.defaultPlates(unit)
        return other
    }
}

extension Dice {
    mutating func gear() -> [String: Json] {
        var params: [String: Json] = [:]
        if chance(15) { params["load_unit"] = chance(20) ? .bool(false) : choice(["kg", "lb"]) }
        if chance(15) {
            params["bar"] = chance(20) ? .bool(false) : one(of: 15, .number("17.5"), 35)
            if chance(40) { params["bar_unit"] = choice(["kg", "lb"]) }
        }
        if chance(15) { params["pair"] = truth() }
        switch Int.random(in: 0..<10, using: &self) {
        case 0: params["steps"] = steps()
        case 1:
            params["step"] = chance(20) ? .bool(false) : one(of: 5, .number("2.5"), 15)
            if chance(50), params["step"] != .bool(false) {
                params["start"] = one(of: 0, .number("2.5"), 20)
            }
        default: break
        }
        if spoils(3) {
            let wrong: [(String, Json)] = [
                ("bar", -1), ("bar", "15"), ("step", 0), ("step", .number("0.123456789")),
                ("start", -1), ("pair", 1), ("load_unit", "st"),
            ]
            if let (name, value) = pick(wrong) { params[name] = value }
        }
        return params
    }

    private mutating func steps() -> Json {
        if chance(20) { return .bool(false) }
        if spoils(8) { return one(of: [], [5, 5], [0, 5], ["5"], [10_001], "5,10") }
        return one(of: [5, 10, 20], [60], [20, .number("12.5"), 100, 140])
    }
}
