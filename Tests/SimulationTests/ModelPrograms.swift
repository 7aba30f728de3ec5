import TestSupport
import TrackerAPI

struct ProgramModel: Hashable, NamedModel {
    let id: String
    var name: String
    var icon: String?
    var sound: String?
    /// Milliseconds from one alert to the next while a run waits, as it then does at its end, too.
    var ringAgain: Int64?
    var parts: [PartModel]

    var steps: [StepModel] { PartModel.steps(parts) }

    /// The steps of a run with other rounds and lengths, each of which may be `nil`, and the index of the
    /// first that repeats for ever.
    func steps(
        rounds: Int64?, work: Int64?, rest: Int64?, auto: Bool, sound: String?, ringAgain: Int64?
    ) throws -> (all: [StepModel], loop: Int?) {
        var parts = try rounds.map(repeating) ?? self.parts
        for (ms, kinds, field) in [(work, ["work"], "work"), (rest, ["rest", "break"], "rest")] {
            guard let ms else { continue }
            try require((100...dayMs).contains(ms), .invalid(field))
            guard
                PartModel.steps(parts).contains(where: { kinds.contains($0.kind) && !$0.isOpen })
            else { throw Refusal.invalid(field) }
            let usual = field == "rest" ? usualRest : .max
            parts = parts.map {
                $0.mapped { step in
                    var step = step
                    guard kinds.contains(step.kind), !step.isOpen else { return step }
                    step.ms = step.ms > usual ? max(step.ms, ms) : ms
                    return step
                }
            }
            try Self.checkTime(parts, field)
        }
        let isEndless = parts.last?.isEndless == true
        let every = ringAgain ?? (auto ? nil : self.ringAgain)
        var all = PartModel.steps(parts).map { step in
            var step = step
            if auto, !step.isOpen { (step.isManual, step.ringAgain) = (false, nil) }
            if step.isManual, let every {
                step.ringAgain = every == 0 ? nil : step.ringAgain ?? every
            }
            step.sound = step.sound ?? sound ?? self.sound
            return step
        }
        if let every, every > 0, !isEndless {
            all[all.count - 1].isManual = true
            all[all.count - 1].ringAgain = all[all.count - 1].ringAgain ?? every
        }
        return (all, isEndless ? PartModel.steps(Array(parts.dropLast())).count : nil)
    }

    /// The most frequent duration of the rests and breaks, and the shortest of several such.
    private var usualRest: Int64 {
        let all = steps.filter { ["rest", "break"].contains($0.kind) && !$0.isOpen }.map(\.ms)
        let most = all.map { ms in all.count { $0 == ms } }.max()
        return all.filter { ms in all.count { $0 == ms } == most }.min() ?? 0
    }

    private static func checkTime(_ parts: [PartModel], _ field: String) throws {
        try require(PartModel.steps(parts).reduce(0, { $0 + $1.ms }) <= 7 * dayMs, .invalid(field))
    }

    /// The parts with another number of repetitions of the outermost groups.
    private func repeating(_ rounds: Int64) throws -> [PartModel] {
        try require((1...1000).contains(rounds), .invalid("rounds"))
        var hasGroup = false
        let all = self.parts
        var parts: [PartModel] = []
        for (index, part) in all.enumerated() {
            guard case .group(_, let inside) = part else {
                parts.append(part)
                continue
            }
            hasGroup = true
            // What begins a round follows once more.
            let hasLast = index + 1 < all.count && inside.first == all[index + 1]
            if !hasLast || rounds > 1 {
                parts.append(.group(hasLast ? rounds - 1 : rounds, inside))
            }
        }
        try require(hasGroup, .invalid("rounds"))
        do {
            _ = try PartModel.check(parts, "rounds")
        } catch let refusal as Refusal {
            throw Refusal(refusal.kind, field: "rounds")
        }
        try Self.checkTime(parts, "rounds")
        return parts
    }

    var view: Json {
        .members([
            "id": .text(id), "name": .text(name), "icon": icon.map(Json.text),
            "sound": sound.map(Json.text), "ring_again_ms": ringAgain.map(Json.int),
            "intervals": .list(parts.map(\.view)),
            "total_ms": isEndless ? nil : .int(steps.reduce(0) { $0 + $1.ms }),
            "steps": isEndless ? nil : .int(Int64(steps.count)),
        ])
    }

    private var isEndless: Bool { parts.last?.isEndless == true }

    func check() throws {
        try Params.checkName(name, "name")
        try require(key != "skip", .invalid("name"))
        try Params.checkName(icon, "icon")
        if sound != "/gone.wav" { try Params.checkSound(sound, "sound") }
        try require(
            ringAgain.map(RingingModel.spans.contains) ?? true, .invalid("ring_again"))
        _ = try PartModel.check(parts, "intervals")
        try Self.checkTime(parts, "intervals")
        try Params.checkSound(sound, "sound")
        _ = try PartModel.check(parts, "intervals", readsFiles: true)
    }
}

// MARK: - Requests

extension Params {
    func intervals() throws -> [PartModel]? {
        try list("intervals").map { try PartModel.parts($0, "intervals") }
    }
}

extension Model {
    func program(_ text: String) throws -> ProgramModel {
        let key = ExerciseModel.key(text)
        return try found(
            text, field: "program", among: programs, id: \.id, isNamed: { $0.key == key })
    }

    /// Refuses a program that would log exercises that nobody knows.
    func checkExercises(of steps: [StepModel]) throws {
        for text in steps.compactMap(\.exercise) { _ = try exercise(text) }
    }

    /// - Parameter areNew: whether the intervals were given.
    fileprivate mutating func settle(
        _ program: ProgramModel, _ change: String, areNew: Bool = false
    ) throws -> Expected {
        if change != "deleted" {
            try program.check()
            if areNew { try checkExercises(of: program.steps) }
            try program.requireFree(among: programs)
        }
        return write(.program(program), program.id, "program.\(change)", program.view)
    }

    fileprivate mutating func createProgram(_ params: Params) throws -> Expected {
        let name = try params.name()
        let parts = try needed(params.intervals(), "intervals")
        let icon = try params.optionalText("icon")
        let sound = try params.optionalText("sound")
        let ringAgain = try params.optionalSpan("ring_again")
        return try settle(
            ProgramModel(
                id: newID(), name: name, icon: icon == "" ? nil : icon,
                sound: sound == "" ? nil : sound, ringAgain: ringAgain == 0 ? nil : ringAgain,
                parts: parts),
            "created", areNew: true)
    }

    fileprivate mutating func updateProgram(_ params: Params) throws -> Expected {
        let text = try params.text("program")
        let name = try params.optionalName()
        let parts = try params.intervals()
        let icon = try params.optionalText("icon")
        let sound = try params.optionalText("sound")
        let ringAgain = try params.spanOrFalse("ring_again")
        var program = try program(text)
        program.name = name ?? program.name
        program.parts = parts ?? program.parts
        if let icon { program.icon = icon.isEmpty ? nil : icon }
        if let sound { program.sound = sound.isEmpty ? nil : sound }
        if let ringAgain { program.ringAgain = ringAgain == 0 ? nil : ringAgain }
        return try settle(program, "updated", areNew: parts != nil)
    }

    fileprivate mutating func duplicateProgram(_ params: Params) throws -> Expected {
        let text = try params.text("program")
        let name = try params.optionalName()
        let program = try program(text)
        let names = ["copy"] + (2...200).map { "copy \($0)" }
        let free = names.map { "\(program.name) \($0)" }.first { name in
            !programs.contains { $0.key == ExerciseModel.key(name) }
        }
        return try settle(
            ProgramModel(
                id: newID(), name: name ?? free ?? "", icon: program.icon,
                sound: program.sound, ringAgain: program.ringAgain, parts: program.parts),
            "created")
    }
}

extension Arm {
    static let programs: [Arm] = [
        Arm("program.create", 7, expect: { try $0.createProgram($1) }) { dice, model in
            var params = dice.programTraits(model)
            params["name"] = model.programs.count > 8 ? "" : dice.programName()
            params["intervals"] = params["intervals"] ?? dice.intervals(model)
            return params
        },
        Arm("program.update", 4, expect: { try $0.updateProgram($1) }) { dice, model in
            var params = dice.programTraits(model)
            params["program"] = dice.program(model)
            if dice.chance(30) { params["name"] = dice.programName() }
            return params
        },
        Arm("program.parse", 1, .none) { _, params in
            .result([
                "name": .text(try params.text("text")),
                "intervals": [
                    [
                        "label": "Up", "duration": 45_000, "kind": "work",
                        "confirmation": "automatic",
                        "cues": ["start", "half", "countdown", "end"],
                    ]
                ],
            ])
        } make: { dice, _ in
            ["text": dice.spoils(5) ? 5 : "Hills"]
        },
        Arm("program.list", 2, .none) { model, _ in
            let sorted = model.programs.sorted {
                $0.key.utf8.lexicographicallyPrecedes($1.key.utf8)
            }
            return .result(["programs": .list(sorted.map(\.view))])
        },
        Arm("program.get", 2, .none) {
            .result(try $0.program($1.text("program")).view)
        } make: { dice, model in
            ["program": dice.program(model)]
        },
        Arm("program.duplicate", 2, expect: { try $0.duplicateProgram($1) }) { dice, model in
            var params = ["program": dice.program(model)]
            if dice.chance(50) || model.programs.count > 8 { params["name"] = dice.programName() }
            return params
        },
        Arm("program.delete", 4) {
            try $0.settle($0.program($1.text("program")), "deleted")
        } make: { dice, model in
            ["program": dice.program(model)]
        },
    ]
}
