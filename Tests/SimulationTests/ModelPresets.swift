import TestSupport
import TrackerAPI

/// The target of a session and the rules for reaching it. Amounts are milliseconds or reps.
struct TrainingFields: Hashable {
    let mode: String
    let target: Int64
    let adjustment: Int64
    let restMs: Int64
    let readyMs: Int64
    var exercise: String?

    var isTime: Bool { mode == "time" }
    var unit: String { isTime ? "seconds" : "reps" }

    func amount(_ value: Int64) -> Json { .plain(isTime ? Double(value) / 1000 : Double(value)) }
}

/// Terms kept under a name.
struct PresetModel: Hashable, NamedModel {
    let id: String
    let name: String
    var fields: TrainingFields

    func view(_ model: Model) -> Json {
        .members([
            "id": .text(id), "name": .text(name), "mode": .text(fields.mode),
            "target": fields.amount(fields.target), "adjustment": fields.amount(fields.adjustment),
            "rest_ms": .int(fields.restMs),
            "ready_ms": fields.readyMs > 0 ? .int(fields.readyMs) : nil,
            "exercise": fields.exercise.map(Json.text),
            "exercise_name": model.exerciseName(fields.exercise),
        ])
    }
}

// MARK: - Requests

extension Model {
    var presets: [PresetModel] { records.values.compactMap(\.preset).sorted { $0.key < $1.key } }

    private func preset(_ name: String, field: String) throws -> PresetModel {
        guard let preset = presets.first(where: { $0.key == ExerciseModel.key(name) }) else {
            throw Refusal("not_found", field: field)
        }
        return preset
    }

    /// The terms of a request: given members, else those of the preset, else the defaults.
    func trainingTerms(_ params: Params) throws -> TrainingFields {
        let given = try params.choice("mode", ["time", "reps"])
        let target = try params.optionalNumber("target")
        let rest = try params.optionalSpan("rest")
        let ready = try params.optionalSpan("ready")
        let adjustment = try params.optionalNumber("adjustment")
        let isTimed = try params.truth("timed")
        let named = try params.optionalText("exercise")
        let preset = try params.optionalText("preset").map {
            try self.preset($0, field: "preset").fields
        }
        let own = try named.flatMap { $0.isEmpty ? nil : try self.exercise($0) }
        let ownMode = own.map { $0.unit == "seconds" ? "time" : "reps" }
        guard let mode = given ?? ownMode ?? preset?.mode else { throw Refusal.invalid("mode") }
        let amounts = preset?.mode == mode ? preset : nil
        let exercise =
            named == nil
            ? exercises.first { $0.id == amounts?.exercise && amounts != nil } : own
        let isTime = mode == "time"
        guard exercise?.unit ?? (isTime ? "seconds" : "reps") == (isTime ? "seconds" : "reps")
        else { throw Refusal.invalid("exercise") }
        try require(isTime || !isTimed, .invalid(target == nil ? "adjustment" : "target"))
        let most: Int64 = isTime ? dayMs : 100_000
        func measure(_ amount: Double?, _ field: String, _ byDefault: Int64) throws -> Int64 {
            guard let amount else { return byDefault }
            let measured = isTime ? (amount * 1000).rounded() : amount
            guard measured == measured.rounded(), measured >= 0, measured <= Double(most) else {
                throw Refusal.invalid(field)
            }
            return Int64(measured)
        }
        let fields = TrainingFields(
            mode: mode,
            target: try measure(target, "target", amounts?.target ?? (isTime ? 60_000 : 20)),
            adjustment: try measure(
                adjustment, "adjustment", amounts?.adjustment ?? (isTime ? 5000 : 2)),
            restMs: rest ?? preset?.restMs ?? 15_000,
            readyMs: ready ?? amounts?.readyMs ?? 0, exercise: exercise?.id)
        try require(fields.target > 0, .invalid("target"))
        try require((0...dayMs).contains(fields.restMs), .invalid("rest"))
        guard (0...10 * minuteMs).contains(fields.readyMs), isTime || fields.readyMs == 0 else {
            throw Refusal.invalid("ready")
        }
        return fields
    }

    fileprivate var shownPresets: Json { ["presets": .list(presets.map { $0.view(self) })] }

    fileprivate mutating func savePreset(_ params: Params) throws -> Expected {
        let name = try params.name()
        let fields = try trainingTerms(params)
        let former = presets.first { $0.key == ExerciseModel.key(name) }
        try Params.checkName(name, "name")
        let preset = PresetModel(id: former?.id ?? newID(), name: name, fields: fields)
        change([preset.id: .preset(preset)], type: "preset.saved", preset.id, preset.view(self))
        return .result(shownPresets)
    }

    fileprivate mutating func deletePreset(_ params: Params) throws -> Expected {
        let preset = try preset(params.text("name"), field: "name")
        change([preset.id: nil], type: "preset.deleted", preset.id, preset.view(self))
        return .result(shownPresets)
    }

    func checkPuttingBack(_ preset: PresetModel) throws {
        let hasExercise = preset.fields.exercise.map { id in
            exercises.contains { $0.id == id && $0.unit == preset.fields.unit }
        }
        try require(!preset.isTaken(among: presets) && hasExercise ?? true, Refusal("conflict"))
    }
}

extension Arm {
    static let presets: [Arm] = [
        Arm("preset.list", 1, .none) { model, _ in .result(model.shownPresets) },
        Arm("preset.save", 5, expect: { try $0.savePreset($1) }) { dice, model in
            var params = dice.trainingMembers(model)
            params["name"] = dice.presetName()
            return params
        },
        Arm("preset.delete", 2, expect: { try $0.deletePreset($1) }) { dice, _ in
            ["name": dice.presetName()]
        },
    ]
}

extension Dice {
    fileprivate mutating func presetName() -> Json {
        if spoils(4) { return one(of: "a\nb", Self.tooLongName, 5) }
        return .text(pick(["Long", "long!", "Élan", "short one", "SHORT-one", "x"]) ?? "x")
    }

    mutating func trainingMembers(_ model: Model) -> [String: Json] {
        var params: [String: Json] = [:]
        let mode = chance(60) ? "time" : "reps"
        if chance(90) { params["mode"] = spoils(3) ? "run" : .text(mode) }
        if chance(60) { params["target"] = amount(mode) }
        if chance(60) { params["rest"] = span(1...120_000, limits: 0...dayMs) }
        if chance(15) { params["ready"] = ready(mode) }
        if chance(40) { params["adjustment"] = chance(30) ? 0 : amount(mode) }
        if chance(50) {
            let unit = mode == "time" ? "seconds" : "reps"
            let fitting = model.exercises.filter { $0.unit == unit }.map(\.id).sorted()
            let exercise = pick(fitting).map(Json.text)
            params["exercise"] = chance(75) ? exercise : self.exercise(model)
        }
        if chance(25) { params["preset"] = presetName() }
        if chance(8) { params["timed"] = .bool(chance(70)) }
        return params
    }

    private mutating func ready(_ mode: String) -> Json {
        if spoils(8) { return one(of: "x", -1, "11m", "5s") }
        return mode == "time" ? one(of: "5s", 2500, 0, "1m") : 0
    }

    private mutating func amount(_ mode: String) -> Json {
        if spoils(5) {
            let wrong: [Json] = [
                0, -5, "5", "2m", .bool(true), .int(.max), .number("1e300"), 86_401_000,
            ]
            return pick(wrong) ?? .null
        }
        if mode == "time", chance(25) { return .number("\(spread(1...60)).25") }
        return .int(spread(1...(chance(80) ? 120 : 80_000)))
    }
}
