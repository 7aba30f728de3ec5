import TestSupport
import TrackerAPI

extension Arm {
    static let workouts: [Arm] = [
        Arm("workout.start", 6, expect: { try $0.startWorkout($1) }) { dice, model in
            var params: [String: Json] = [:]
            if dice.chance(40) { params["template"] = dice.template(model) }
            if dice.chance(30) { params["repeat"] = dice.workout(model) }
            if dice.chance(30) { params["name"] = dice.name() }
            let isFree = params["template"] == nil && params["repeat"] == nil
            if isFree ? dice.chance(30) : dice.spoils(3) {
                params["named"] =
                    dice.chance(50)
                    ? dice.template(model) : dice.chance(50) ? dice.plan(model) : dice.name()
            }
            if dice.chance(20) { params["at"] = dice.moment(model) }
            if dice.chance(15) { params["deload"] = dice.deload() }
            return params
        },
        Arm("workout.add_exercise", 4, expect: { try $0.addExercise($1) }) { dice, model in
            var params: [String: Json] = [
                "exercise":
                    dice.chance(30) ? dice.presentExercise(model) : dice.meantExercise(model)
            ]
            if dice.chance(40) { params["superset"] = dice.chance(60) ? "A" : "B" }
            if dice.chance(30) { params["position"] = .int(dice.spread(1...4)) }
            return dice.inWorkout(model, params)
        },
        Arm("workout.remove_exercise", 2, expect: { try $0.removeExercise($1) }) { dice, model in
            var params: [String: Json] = ["exercise": dice.presentExercise(model)]
            if dice.chance(30) { params["block"] = dice.block() }
            if dice.chance(60) { params["confirm"] = dice.truth() }
            return dice.inWorkout(model, params)
        },
        Arm("workout.reorder", 2, expect: { try $0.reorder($1) }) { dice, model in
            let present = (model.openWorkout?.parts ?? []).map { Json.text($0.exercise) }
            var texts = present.shuffled(using: &dice)
            if dice.chance(10) { texts = Array(texts.dropFirst()) }
            return dice.inWorkout(model, ["exercises": .list(texts)])
        },
        Arm("workout.swap", 3, expect: { try $0.swapExercise($1) }) { dice, model in
            var params = [
                "exercise": dice.presentExercise(model), "with": dice.meantExercise(model),
            ]
            if dice.chance(30) { params["block"] = dice.block() }
            return dice.inWorkout(model, params)
        },
        Arm("workout.move", 2, expect: { try $0.moveExercise($1) }) { dice, model in
            var params: [String: Json] = [
                "exercise": dice.presentExercise(model), "position": .int(dice.spread(1...4)),
            ]
            if dice.chance(30) { params["block"] = dice.block() }
            return dice.inWorkout(model, params)
        },
        Arm("workout.note", 3, expect: { try $0.noteWorkout($1) }) { dice, model in
            var params: [String: Json] = ["note": dice.setNote()]
            if dice.chance(50) { params["exercise"] = dice.presentExercise(model) }
            if dice.chance(20) { params["block"] = dice.block() }
            return dice.inWorkout(model, params)
        },
        Arm("workout.update", 3, expect: { try $0.updateWorkout($1) }) { dice, model in
            var params: [String: Json] = [:]
            if dice.chance(40) { params["name"] = dice.name() }
            if dice.chance(45) { params["started_at"] = dice.moment(model) }
            if dice.chance(40) { params["ended_at"] = dice.moment(model) }
            if dice.chance(15) { params["deload"] = dice.chance(40) ? .bool(false) : dice.deload() }
            return dice.inWorkout(model, params)
        },
        Arm("workout.finish", 4, expect: { try $0.finishWorkout($1) }) { dice, model in
            dice.inWorkout(model, dice.chance(25) ? ["at": dice.moment(model)] : [:])
        },
        Arm("workout.discard", 1, expect: { try $0.discard($1) }) { dice, model in
            dice.inWorkout(model, dice.chance(60) ? ["confirm": dice.truth()] : [:])
        },
        Arm("workout.get", 2, .none, expect: { try $0.getWorkout($1) }) { dice, model in
            dice.chance(50) ? [:] : ["workout": dice.workout(model)]
        },
        Arm("workout.delete", 2, expect: { try $0.deleteWorkout($1) }) { dice, model in
            dice.chance(15) ? [:] : ["workout": dice.workout(model)]
        },
        Arm("workout.list", 2, .none, expect: { try $0.listWorkouts($1) }) { dice, model in
            var params: [String: Json] = [:]
            if dice.chance(40) { params["from"] = dice.moment(model, days: true) }
            if dice.chance(40) { params["to"] = dice.moment(model, days: true) }
            if dice.chance(30) { params["exercise"] = dice.meantExercise(model) }
            if dice.chance(40) { params["limit"] = .int(Int64.random(in: 1...4, using: &dice)) }
            if dice.spoils(4) { params["limit"] = dice.one(of: 0, 201, "x") }
            return params
        },
    ]
}

extension Dice {
    mutating func workout(_ model: Model) -> Json {
        if spoils(2) { return one(of: "", 5) }
        if chance(25) { return "last" }
        guard let workout = pick(model.workouts.sorted { $0.id < $1.id }), chance(94) else {
            return "nothing"
        }
        if chance(20) { return .text(workout.name.uppercased()) }
        return chance(50) ? .text(String(workout.id.prefix(12))) : beginning(of: workout.id)
    }

    /// Params that at times name another workout than the open one.
    mutating func inWorkout(_ model: Model, _ params: [String: Json]) -> [String: Json] {
        var params = params
        if chance(model.openWorkout == nil ? 60 : 12) { params["workout"] = workout(model) }
        return params
    }

    /// The exercise, at times by a part of its name.
    mutating func meantExercise(_ model: Model) -> Json {
        guard chance(20) else { return exercise(model) }
        let parts = ["push", "pre", "bench", "SQU", "squats split", "ups", "pl", "e", " "]
        return .text(pick(parts) ?? "")
    }

    mutating func block() -> Json { spoils(4) ? one(of: 0, "1", .int(-1)) : .int(spread(1...3)) }

    /// An exercise, mostly one of the open workout.
    mutating func presentExercise(_ model: Model) -> Json {
        guard chance(80), let part = pick(model.openWorkout?.parts ?? []) else {
            return meantExercise(model)
        }
        return .text(part.exercise)
    }

    mutating func setNote() -> Json {
        if spoils(4) { return one(of: Self.tooLongNote, 5) }
        return .text(pick(["", "deep\nand slow", "\"so\""]) ?? "")
    }
}

/// The span of a list: by moments, or by days from 1970-01-01.
struct SpanModel {
    let fromMs: Int64?
    let toMs: Int64?
    let fromDay: Int64?
    let toDay: Int64?

    func contains(_ ms: Int64, _ day: Int64) -> Bool {
        ms >= fromMs ?? .min && ms < toMs ?? .max && day >= fromDay ?? .min
            && day <= toDay ?? .max
    }
}
