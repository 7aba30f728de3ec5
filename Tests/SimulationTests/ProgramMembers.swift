import TestSupport
import TrackerAPI

extension Dice {
    private static let programNames = [
        "Tabata", "tabata!", "HIIT", "Pomodoro 25/5", "Élan", "elan", "7 minutes",
    ]

    mutating func programName() -> Json {
        if spoils(5) { return one(of: "", "Skip", "a\nb", Self.tooLongName, 5) }
        return .text(pick(Self.programNames) ?? "")
    }

    mutating func program(_ model: Model) -> Json {
        if spoils(2) { return one(of: "", 5) }
        guard !chance(5), let program = pick(model.programs.sorted(by: { $0.id < $1.id })) else {
            return "nothing"
        }
        switch Int.random(in: 0..<8, using: &self) {
        case 0..<3: return .text(program.id)
        case 3: return beginning(of: program.id)
        case 4..<6: return .text(program.name.uppercased())
        default: return .text(program.name)
        }
    }

    mutating func programTraits(_ model: Model) -> [String: Json] {
        var params: [String: Json] = [:]
        if chance(30) { params["intervals"] = intervals(model) }
        if chance(20) { params["icon"] = .text(pick(["timer", ""]) ?? "") }
        if chance(20) { params["sound"] = chance(30) ? "" : sound() }
        if chance(15) { params["ring_again"] = ringAgain() }
        return params
    }

    mutating func intervals(_ model: Model) -> Json {
        if spoils(8) {
            let one: Json = ["label": "a", "duration": 500]
            let deep: Json = (0..<4).reduce(one) { inside, _ in
                ["repeat": 2, "intervals": [inside]]
            }
            let wrong: [Json] = [
                [], 5, [5], [["label": "a"]], [["label": "a", "duration": 99]],
                [["label": "", "duration": 500]], [one, ["repeat": 0, "intervals": [one]]],
                [["repeat": 1001, "intervals": [one]]], [["repeat": 2, "intervals": []]],
                [["repeat": 600, "intervals": [one, one]]], [one, deep],
                [["repeat": 8, "intervals": [["label": "a", "duration": "24h"]]]],
                [["label": "a", "duration": 500, "kind": "walk"]],
                [["label": "a", "duration": 500, "cues": ["bell"]]],
                [["repeat": 2, "intervals": [one], "label": "a"]], [["repeat": 2]],
                [["repeat": "endless", "intervals": [one]], one],
                [["repeat": 2, "intervals": [["repeat": "endless", "intervals": [one]]]]],
                [["repeat": "for ever", "intervals": [one]]],
                [["label": "a", "duration": 0]],
                [["label": "a", "duration": 500, "exercise": "Plank", "count": 5]],
                [["label": "a", "duration": 500, "ring_again": "1m"]],
                [["label": "a", "confirmation": "manual", "exercise": "Plank"]],
                [["label": "a", "confirmation": "manual", "count": 5]],
                [["label": "a", "confirmation": "manual", "exercise": "Plank", "count": 0]],
            ]
            return pick(wrong) ?? .null
        }
        var parts = (0..<Int.random(in: 1...3, using: &self)).map { _ in part(model, depth: 0) }
        if chance(10) { parts.append(["repeat": "endless", "intervals": .list(parts)]) }
        return .list(parts)
    }

    private mutating func part(_ model: Model, depth: Int) -> Json {
        if depth < 3, chance(30 - depth * 5) {
            let inside = (0..<Int.random(in: 1...2, using: &self)).map { _ in
                part(model, depth: depth + 1)
            }
            return [
                "repeat": .int(Int64.random(in: 1...6, using: &self)), "intervals": .list(inside),
            ]
        }
        var members: [String: Json] = ["label": .text(pick(["Work", "Rest", "Go \"now\""]) ?? "")]
        if chance(10) {
            members["confirmation"] = "manual"
            guard chance(60), let exercise = pick(model.exercises.sorted(by: { $0.id < $1.id }))
            else { return .object(members) }
            members["exercise"] = .text(chance(90) ? exercise.name : "nothing")
            members["count"] = .int(Int64.random(in: 1...30, using: &self))
            return .object(members)
        }
        let times: [Json] = ["20s", "1:30", "25m", 100, 2500, 6000, 6001, 10_000]
        members["duration"] =
            chance(60) ? pick(times) : .int(spread(chance(20) ? 100...4000 : 4000...2 * hourMs))
        if chance(30) { members["kind"] = .text(pick(["rest", "prepare", "cooldown"]) ?? "") }
        if chance(12) {
            members["confirmation"] = "manual"
            if chance(40) {
                members["ring_again"] = span(10_000...hourMs, limits: RingingModel.spans)
            }
        }
        if chance(8) { members["sound"] = sound() }
        if chance(25) {
            members["cues"] = one(
                of: [], ["half"], ["countdown"], ["end", "start"], ["half", "countdown", "end"])
        }
        return .object(members)
    }
}
