import TestSupport
import TrackerAPI

/// One step of a program whose groups have been written out.
struct StepModel: Hashable {
    var label = ""
    var ms: Int64 = 0
    var kind = "work"
    var isManual = false
    var cues: Set<String> = ["start", "half", "countdown", "end"]
    /// Number of the repetition of the innermost group, and number of repetitions.
    var round: [Int64] = []
    var sound: String?

    var view: Json {
        let cues = ["start", "half", "countdown", "end"].filter(self.cues.contains)
        return .members([
            "label": .text(label), "duration_ms": .int(ms), "kind": .text(kind),
            "confirmation": isManual ? "manual" : "automatic", "cues": .list(cues.map(Json.text)),
            "sound": sound.map(Json.text),
        ])
    }
}

/// A part of a program: an interval, or a group that repeats.
indirect enum PartModel: Hashable {
    case step(StepModel)
    case group(Int64, [PartModel])

    var view: Json {
        switch self {
        case .step(let step): step.view
        case .group(let times, let parts):
            ["repeat": .int(times), "intervals": .list(parts.map(\.view))]
        }
    }

    /// Reads a part; `field` is the path to it.
    init(_ json: Json, _ field: String, depth: Int = 0) throws {
        guard case .object(let all) = json else { throw Refusal.invalid(field) }
        let members = all.filter { $0.value != .null }
        func member<Value>(_ name: String, _ read: (Json) -> Value?) throws -> Value {
            guard let value = members[name].flatMap(read) else {
                throw Refusal.invalid("\(field).\(name)")
            }
            return value
        }
        guard members["repeat"] == nil, members["intervals"] == nil else {
            if members["label"] != nil { throw Refusal.invalid("\(field).label") }
            guard depth < 3 else { throw Refusal.invalid(field) }
            let times = try member("repeat", \.int)
            guard case .list(let inside) = members["intervals"] else {
                throw Refusal.invalid("\(field).intervals")
            }
            self = .group(times, try Self.parts(inside, "\(field).intervals", depth: depth + 1))
            return
        }
        var step = StepModel(label: Params.trimmed(try member("label", \.text)))
        step.ms = try member("duration", Params.ms)
        let kinds = ["prepare", "work", "rest", "break", "cooldown"]
        if members["kind"] != nil {
            step.kind = try member("kind") { $0.text.flatMap { kinds.contains($0) ? $0 : nil } }
        }
        if members["confirmation"] != nil {
            step.isManual = try member("confirmation") {
                ["manual": true, "automatic": false][$0.text ?? ""]
            }
        }
        if members["cues"] != nil {
            step.cues = try member("cues") { json in
                guard case .list(let words) = json else { return nil }
                let cues = Set(words.map { $0.text ?? "" })
                return cues.isSubset(of: step.cues) ? cues : nil
            }
        }
        if members["sound"] != nil { step.sound = try member("sound", \.text) }
        self = .step(step)
    }

    /// The part with its intervals changed.
    func mapped(_ change: (StepModel) -> StepModel) -> PartModel {
        switch self {
        case .step(let step): .step(change(step))
        case .group(let times, let parts): .group(times, parts.map { $0.mapped(change) })
        }
    }

    static func parts(_ list: [Json], _ field: String, depth: Int = 0) throws -> [PartModel] {
        try list.enumerated().map {
            try PartModel($0.element, "\(field)[\($0.offset)]", depth: depth)
        }
    }

    /// All steps, with the groups repeated.
    static func steps(_ parts: [PartModel], round: [Int64] = []) -> [StepModel] {
        parts.flatMap { part -> [StepModel] in
            switch part {
            case .step(var step):
                step.round = round
                return [step]
            case .group(let times, let parts):
                return (1...times).flatMap { steps(parts, round: [$0, times]) }
            }
        }
    }

    /// - Parameter readsFiles: whether files of sounds must be readable, too.
    static func check(
        _ parts: [PartModel], _ field: String, readsFiles: Bool = false
    ) throws -> Int64 {
        guard !parts.isEmpty else { throw Refusal.invalid(field) }
        var count: Int64 = 0
        for (index, part) in parts.enumerated() {
            let here = "\(field)[\(index)]"
            switch part {
            case .step(let step):
                try Params.checkName(step.label, "\(here).label")
                guard (100...dayMs).contains(step.ms) else {
                    throw Refusal.invalid("\(here).duration")
                }
                // Whether a file can be read is looked at once all else is right.
                if readsFiles || step.sound != "/gone.wav" {
                    try Params.checkSound(step.sound, "\(here).sound")
                }
                count += 1
            case .group(let times, let inside):
                guard (1...1000).contains(times) else { throw Refusal.invalid("\(here).repeat") }
                count += try times * check(inside, "\(here).intervals", readsFiles: readsFiles)
            }
            if count > 1000 { throw Refusal("too_large", field: field) }
        }
        return count
    }
}

/// A program, by the rules alone.
struct ProgramModel: Hashable {
    let id: String
    var name: String
    var icon: String?
    var sound: String?
    var parts: [PartModel]

    var key: String { ExerciseModel.key(name) }

    var steps: [StepModel] { PartModel.steps(parts) }

    /// The steps of a run with other rounds and lengths, each of which may be `nil`.
    func steps(rounds: Int64?, work: Int64?, rest: Int64?, auto: Bool) throws -> [StepModel] {
        var parts = try rounds.map(repeating) ?? parts
        for (ms, kinds, field) in [(work, ["work"], "work"), (rest, ["rest", "break"], "rest")] {
            guard let ms else { continue }
            guard (100...dayMs).contains(ms) else { throw Refusal.invalid(field) }
            guard PartModel.steps(parts).contains(where: { kinds.contains($0.kind) }) else {
                throw Refusal.invalid(field)
            }
            parts = parts.map {
                $0.mapped { step in
                    var step = step
                    if kinds.contains(step.kind) { step.ms = ms }
                    return step
                }
            }
            try Self.checkTime(parts, field)
        }
        return PartModel.steps(parts).map { step in
            var step = step
            if auto { step.isManual = false }
            step.sound = step.sound ?? sound
            return step
        }
    }

    private static func checkTime(_ parts: [PartModel], _ field: String) throws {
        guard PartModel.steps(parts).reduce(0, { $0 + $1.ms }) <= 7 * dayMs else {
            throw Refusal.invalid(field)
        }
    }

    /// The parts with another number of repetitions of the outermost groups.
    private func repeating(_ rounds: Int64) throws -> [PartModel] {
        guard (1...1000).contains(rounds) else { throw Refusal.invalid("rounds") }
        var hasGroup = false
        let parts = parts.map { part in
            guard case .group(_, let inside) = part else { return part }
            hasGroup = true
            return PartModel.group(rounds, inside)
        }
        guard hasGroup else { throw Refusal.invalid("rounds") }
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
            "sound": sound.map(Json.text), "intervals": .list(parts.map(\.view)),
            "total_ms": .int(steps.reduce(0) { $0 + $1.ms }), "steps": .int(Int64(steps.count)),
        ])
    }

    func check() throws {
        try Params.checkName(name, "name")
        guard key != "skip" else { throw Refusal.invalid("name") }
        try Params.checkName(icon, "icon")
        if sound != "/gone.wav" { try Params.checkSound(sound, "sound") }
        _ = try PartModel.check(parts, "intervals")
        try Self.checkTime(parts, "intervals")
        try Params.checkSound(sound, "sound")
        _ = try PartModel.check(parts, "intervals", readsFiles: true)
    }
}

// MARK: - Requests

extension Params {
    func intervals() throws -> [PartModel]? {
        guard let json = members["intervals"], json != .null else { return nil }
        guard case .list(let list) = json else { throw Refusal.invalid("intervals") }
        return try PartModel.parts(list, "intervals")
    }

    /// Whether the intervals have the right form, whatever else is wrong with them.
    static func areIntervals(_ json: Json?) -> Bool {
        (try? Params(members: ["intervals": json ?? .null]).intervals()) != nil
    }
}

extension Model {
    /// The program with an exact id, else a name, else a unique prefix.
    func program(_ text: String) throws -> ProgramModel {
        guard !text.isEmpty else { throw Refusal.invalid("program") }
        if let program = programs.first(where: { $0.id == text }) { return program }
        let key = ExerciseModel.key(text)
        if let program = programs.first(where: { $0.key == key }) { return program }
        if let program = try beginning(text, of: programs, field: "program", id: \.id) {
            return program
        }
        throw Refusal("not_found", field: "program")
    }

    fileprivate mutating func settle(_ program: ProgramModel, _ change: String) throws -> Expected {
        if change != "deleted" {
            try program.check()
            guard !programs.contains(where: { $0.key == program.key && $0.id != program.id })
            else { throw Refusal("conflict", field: "name", state: "taken") }
        }
        self.change(
            [program.id: change == "deleted" ? nil : .program(program)],
            type: "program.\(change)", program.id, program.view)
        return .result(program.view)
    }

    fileprivate mutating func createProgram(_ params: Params) throws -> Expected {
        let name = try params.name()
        guard let parts = try params.intervals() else { throw Refusal.invalid("intervals") }
        let icon = try params.optionalText("icon")
        let sound = try params.optionalText("sound")
        return try settle(
            ProgramModel(
                id: newID(), name: name, icon: icon == "" ? nil : icon,
                sound: sound == "" ? nil : sound, parts: parts),
            "created")
    }

    fileprivate mutating func updateProgram(_ params: Params) throws -> Expected {
        let text = try params.text("program")
        let name = try params.optionalName()
        let parts = try params.intervals()
        let icon = try params.optionalText("icon")
        let sound = try params.optionalText("sound")
        var program = try program(text)
        program.name = name ?? program.name
        program.parts = parts ?? program.parts
        if let icon { program.icon = icon.isEmpty ? nil : icon }
        if let sound { program.sound = sound.isEmpty ? nil : sound }
        return try settle(program, "updated")
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
                sound: program.sound, parts: program.parts),
            "created")
    }
}

// MARK: - Arms

extension Arm {
    static let programs: [Arm] = [
        Arm("program.create", 7) { dice, model in
            var params = dice.programTraits()
            params["name"] = model.programs.count > 8 ? "" : dice.programName()
            params["intervals"] = params["intervals"] ?? dice.intervals()
            return params
        } expect: {
            try $0.createProgram($1)
        },
        Arm("program.update", 4) { dice, model in
            var params = dice.programTraits()
            params["program"] = dice.program(model)
            if dice.chance(30) { params["name"] = dice.programName() }
            return params
        } expect: {
            try $0.updateProgram($1)
        },
        Arm("program.parse", 1, .none) { dice, _ in
            ["text": dice.spoils(5) ? 5 : "Hills"]
        } expect: { _, params in
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
        },
        Arm("program.list", 2, .none) { _, _ in
            [:]
        } expect: { model, _ in
            let sorted = model.programs.sorted {
                $0.key.utf8.lexicographicallyPrecedes($1.key.utf8)
            }
            return .result(["programs": .list(sorted.map(\.view))])
        },
        Arm("program.get", 2, .none) { dice, model in
            ["program": dice.program(model)]
        } expect: { model, params in
            .result(try model.program(params.text("program")).view)
        },
        Arm("program.duplicate", 2) { dice, model in
            var params = ["program": dice.program(model)]
            if dice.chance(50) || model.programs.count > 8 { params["name"] = dice.programName() }
            return params
        } expect: {
            try $0.duplicateProgram($1)
        },
        Arm("program.delete", 4) { dice, model in
            ["program": dice.program(model)]
        } expect: { model, params in
            try model.settle(model.program(params.text("program")), "deleted")
        },
    ]
}
