import TestSupport

extension Params {
    static func isOfStrength(_ method: String) -> Bool {
        ["template.", "workout.", "set.", "settings.", "weight.", "measurement.", "max."].contains {
            method.hasPrefix($0)
        }
    }

    /// Whether a refusal of this field comes before the state is consulted.
    static func isUnreadable(_ call: SimulatedCall, _ field: String) -> Bool {
        if field.hasPrefix("exercises"), call.method.hasPrefix("template.") {
            // Whether there are any is known once it is known that nothing else is given in their place.
            guard let planned = call.params["exercises"], planned != .null else { return false }
            return !arePlanned(planned)
        }
        guard let value = call.params[field], value != .null else {
            return isNeeded(field, by: call.method)
        }
        if field == "unit", call.method == "measurement.log" {
            return value.text.map(MeasurementModel.units.contains) != true
        }
        // Elsewhere it is a moment.
        if field == "from", call.method == "template.create" { return value.text == nil }
        return !isStrengthMember(field, value, isUpdate: call.method.hasSuffix(".update"))
    }

    private static func isNeeded(_ field: String, by method: String) -> Bool {
        switch method {
        case "template.create": field == "name"
        case "template.update", "template.get", "template.delete": field == "template"
        case "workout.add_exercise", "workout.remove_exercise": field == "exercise"
        case "workout.reorder": field == "exercises"
        case "workout.swap": field == "exercise" || field == "with"
        case "workout.move": field == "exercise" || field == "position"
        case "workout.note": field == "note"
        case "set.update", "set.delete": field == "set"
        case "weight.log": field == "weight"
        case "weight.delete", "measurement.delete", "max.delete": field == "entry"
        case "max.log": field == "exercise" || field == "load"
        case "measurement.log": field == "what" || field == "value"
        default: false
        }
    }

    /// Whether a member has an allowed kind, whatever else is wrong with it.
    private static func isStrengthMember(_ name: String, _ value: Json, isUpdate: Bool) -> Bool {
        if value == .bool(false), isUpdate || name == "rest" || name == "confirm" { return true }
        return switch name {
        case "exercise", "with", "template", "workout", "name", "named", "note", "superset",
            "repeat", "set", "entry", "what",
            "drop_of", "exercise_of", "day_starts_at":
            value.text != nil
        case "reps", "rir", "block", "days_per_week", "position", "limit": value.int != nil
        case "load", "weight", "value", "seconds", "distance_m", "rpe", "bar", "deload":
            value.double != nil
        case "unit": ["kg", "lb"].contains(value.text)
        case "type":
            ["warmup", "working", "drop", "failure", "partial"].contains(value.text)
        case "load_mode": ["external", "bodyweight", "assisted"].contains(value.text)
        case "rest": ms(value) != nil
        case "confirm": value == .bool(true)
        case "at", "from", "to", "started_at", "ended_at": isMoment(value)
        case "week_starts": ["mon", "sat", "sun"].contains(value.text)
        case "active_days": value.text != nil || value.isListOfTexts
        case "streak", "achievements", "xp", "challenges", "typed":
            value == .bool(true) || value == .bool(false)
        case "reports": if case .object = value { true } else { false }
        case "plates": (try? Params(members: ["plates": value]).plates()) != nil
        case "exercises": value.list.allSatisfy { $0.text != nil } && value != [:]
        default: true
        }
    }

    /// Whether a value is one of the moments that the dice make.
    static func isMoment(_ value: Json) -> Bool {
        guard let text = value.text else { return false }
        if text.hasPrefix("-") { return ms(value) != nil }
        guard text.contains(":") || text.count == 10 else { return false }
        return !text.hasPrefix("25:") && !text.contains("02-30T")
    }
}
