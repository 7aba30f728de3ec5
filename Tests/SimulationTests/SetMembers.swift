import TestSupport
import TrackerAPI

struct SetFields {
    var exercise: String?
    var exerciseOf: String?
    var isRepeated = false
    var block: Int64?
    var reps: Int64??
    var load: Double??
    var loadChange: Double?
    var unit: String?
    var kind: String?
    var seconds: Double??
    var distance: Double??
    var rpe: Double??
    var rir: Int64??
    var dropOf: String?
    var mode: String?
    var note: String?
    var at: Given?
    var isTyped: Bool

    /// - Parameter isUpdate: whether `false` removes a value.
    init(_ params: Params, _ model: Model, isUpdate: Bool) throws {
        func whole(_ name: String) throws -> Int64?? {
            isUpdate
                ? try params.removable(name, \.int) : try params.optionalInt(name).map { .some($0) }
        }
        func number(_ name: String) throws -> Double?? {
            isUpdate
                ? try params.removable(name, \.double)
                : try params.optionalNumber(name).map { .some($0) }
        }
        exercise = try params.optionalText("exercise")
        if !isUpdate {
            exerciseOf = try params.optionalText("exercise_of")
            isRepeated = try params.truth("repeat")
        }
        block = try params.optionalInt("block")
        reps = try whole("reps")
        load = try number("load")
        loadChange = try params.optionalNumber("load_change")
        unit = try params.choice("unit", ["kg", "lb"])
        kind = try params.choice("type", ["warmup", "working", "drop", "failure", "partial"])
        seconds = try number("seconds")
        distance = try number("distance_m")
        rpe = try number("rpe")
        rir = try whole("rir")
        dropOf = try params.optionalText("drop_of")
        mode = try params.choice("load_mode", ["external", "bodyweight", "assisted"])
        note = try params.optionalText("note")
        at = try model.givenPast("at", params)
        isTyped = try params.truth("typed")
    }

    var isEmpty: Bool {
        exercise == nil && block == nil && reps == nil && load == nil && loadChange == nil
            && unit == nil && kind == nil && seconds == nil && distance == nil && rpe == nil
            && rir == nil && dropOf == nil && mode == nil && note == nil && at == nil
    }
}

extension SetFields {
    /// Takes a load with a change added to it: an assisted one counts below 0, and without one it is the body.
    mutating func take(
        _ former: Double?, _ formerUnit: String?, _ formerMode: String?, changedBy change: Double
    ) throws {
        if former != nil, let unit, unit != formerUnit { throw Refusal.invalid("unit") }
        let isHelp = formerMode == "assisted"
        let sum = (((isHelp ? -(former ?? 0) : former ?? 0) + change) * 1e6).rounded() / 1e6
        let isExternal = formerMode == "external"
        try require(!isExternal || sum >= 0, .invalid("load_change"))
        load = .some(abs(sum))
        unit = former == nil ? unit : formerUnit
        mode = isExternal ? "external" : sum < 0 ? "assisted" : "bodyweight"
        loadChange = nil
    }

    /// Takes what isn't given from a set, apart from the exercise, the effort and the note.
    mutating func copy(_ set: SetModel) throws {
        if reps == nil, seconds == nil {
            reps = set.reps.map(Optional.some)
            seconds = set.seconds.map(Optional.some)
            if distance == nil { distance = set.distance.map(Optional.some) }
        }
        if let loadChange {
            try take(set.load, set.unit, set.mode, changedBy: loadChange)
        } else if load == nil {
            load = set.load.map(Optional.some)
            unit = set.load == nil ? unit : set.unit
            mode = mode ?? set.mode
        }
        guard kind == nil else { return }
        kind = set.kind
        if set.dropOf != nil { dropOf = dropOf ?? set.id }
    }
}
