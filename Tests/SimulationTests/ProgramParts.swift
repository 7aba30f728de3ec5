import TestSupport
import TrackerAPI

/// One step of a program whose groups have been written out.
struct StepModel: Hashable {
    var label = ""
    var ms: Int64 = 0
    var kind = "work"
    var isManual = false
    var cues: Set<String> = ["start", "half", "countdown", "end"]
    /// Number of the repetition of the innermost group, and number of repetitions, which an endless group
    /// doesn't have.
    var round: [Int64] = []
    var sound: String?
    /// Milliseconds from one alert to the next while a run waits for its confirmation.
    var ringAgain: Int64?
    /// What is logged once the step is confirmed.
    var exercise: String?
    var count: Int64?

    var isOpen: Bool { ms == 0 }

    var isWork: Bool { kind == "work" && !isOpen }

    var view: Json {
        let cues = ["start", "half", "countdown", "end"].filter(self.cues.contains)
        return .members([
            "label": .text(label), "duration_ms": .int(ms), "kind": .text(kind),
            "confirmation": isManual ? "manual" : "automatic", "cues": .list(cues.map(Json.text)),
            "sound": sound.map(Json.text), "ring_again_ms": ringAgain.map(Json.int),
            "exercise": exercise.map(Json.text),
            "count": count.map(Json.int),
        ])
    }
}

/// A part of a program: an interval, or a group that repeats.
indirect enum PartModel: Hashable {
    case step(StepModel)
    /// A group with its number of repetitions; `nil` for an endless one.
    case group(Int64?, [PartModel])

    var view: Json {
        switch self {
        case .step(let step): step.view
        case .group(let times, let parts):
            ["repeat": times.map(Json.int) ?? "endless", "intervals": .list(parts.map(\.view))]
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
            try require(depth < 3, .invalid(field))
            let times: Int64? =
                try members["repeat"] == "endless" ? nil : member("repeat", \.int)
            guard case .list(let inside) = members["intervals"] else {
                throw Refusal.invalid("\(field).intervals")
            }
            self = .group(times, try Self.parts(inside, "\(field).intervals", depth: depth + 1))
            return
        }
        var step = StepModel(label: Params.trimmed(try member("label", \.text)))
        if members["duration"] != nil || members["confirmation"] != "manual" {
            step.ms = try member("duration", Params.ms)
        }
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
        if members["ring_again"] != nil { step.ringAgain = try member("ring_again", Params.ms) }
        if members["exercise"] != nil { step.exercise = try member("exercise", \.text) }
        if members["count"] != nil { step.count = try member("count", \.int) }
        self = .step(step)
    }

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

    var isEndless: Bool {
        guard case .group(.none, _) = self else { return false }
        return true
    }

    /// All steps, with the groups repeated; an endless group comes once.
    static func steps(_ parts: [PartModel], round: [Int64] = []) -> [StepModel] {
        parts.flatMap { part -> [StepModel] in
            switch part {
            case .step(var step):
                step.round = round
                return [step]
            case .group(let times, let parts):
                guard let times else { return steps(parts, round: [1]) }
                return (1...times).flatMap { steps(parts, round: [$0, times]) }
            }
        }
    }

    /// - Parameter readsFiles: whether files of sounds must be readable, too.
    static func check(
        _ parts: [PartModel], _ field: String, readsFiles: Bool = false, depth: Int = 0
    ) throws -> Int64 {
        try require(!parts.isEmpty, .invalid(field))
        var count: Int64 = 0
        for (index, part) in parts.enumerated() {
            let here = "\(field)[\(index)]"
            switch part {
            case .step(let step):
                try Params.checkName(step.label, "\(here).label")
                guard (100...dayMs).contains(step.ms) || step.isOpen && step.isManual else {
                    throw Refusal.invalid("\(here).duration")
                }
                // Whether a file can be read is looked at once all else is right.
                if readsFiles || step.sound != "/gone.wav" {
                    try Params.checkSound(step.sound, "\(here).sound")
                }
                if let every = step.ringAgain,
                    !step.isManual || !RingingModel.spans.contains(every)
                {
                    throw Refusal.invalid("\(here).ring_again")
                }
                if step.exercise == nil, step.count != nil {
                    throw Refusal.invalid("\(here).count")
                }
                if step.exercise != nil, step.count == nil || !step.isOpen {
                    throw Refusal.invalid("\(here).exercise")
                }
                if let count = step.count, !(1...100_000).contains(count) {
                    throw Refusal.invalid("\(here).count")
                }
                count += 1
            case .group(let times, let inside):
                let isLast = depth == 0 && index == parts.count - 1
                guard (1...1000).contains(times ?? 1), times != nil || isLast else {
                    throw Refusal.invalid("\(here).repeat")
                }
                count +=
                    try (times ?? 1)
                    * check(inside, "\(here).intervals", readsFiles: readsFiles, depth: depth + 1)
            }
            if count > 1000 { throw Refusal("too_large", field: field) }
        }
        return count
    }
}
