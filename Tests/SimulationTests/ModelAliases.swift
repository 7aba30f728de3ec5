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
}

extension Dice {
    /// None of them is in a name or a text that the dice ask for.
    fileprivate static let aliases = ["Grind", "zwei", "QX", "wobble 9"]
}
