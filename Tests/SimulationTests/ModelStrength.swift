import Rig
import TestSupport
import TrackerAPI

/// A weight as it was entered.
struct LoadModel: Hashable {
    let value: Double
    let unit: String

    /// Micrograms, by the definition of the pound: 0.45359237 kg.
    var micrograms: Int64 { Int64((value * Double(Self.micrograms(unit))).rounded()) }

    static func micrograms(_ unit: String) -> Int64 { unit == "kg" ? 1_000_000_000 : 453_592_370 }

    static func check(_ value: Double, _ field: String) throws {
        try require(
            (0...10_000).contains(value) && (value * 1e8).rounded() / 1e8 == value, .invalid(field))
    }
}

struct SettingsModel: Hashable {
    struct Plate: Hashable {
        let weight: Double
        var count: Int64?

        var view: Json { .members(["weight": .plain(weight), "count": count.map(Json.int)]) }
    }

    var unit = "kg"
    var restMs: Int64 = 90_000
    var bar = SettingsModel.defaultBar("kg")
    var plates = SettingsModel.defaultPlates("kg")
    var dayStart: Int64 = 240
    var progress = ProgressSettings()

    static func defaultBar(_ unit: String) -> Double { unit == "kg" ? 20 : 45 }

    static func defaultPlates(_ unit: String) -> [Plate] {
        let weights =
            unit == "kg" ? [25, 20, 15, 10, 5, 2.5, 1.25] : [45, 35, 25, 10, 5, 2.5]
        return weights.map { Plate(weight: $0) }
    }

    func check() throws {
        try Params.checkRest(restMs)
        try LoadModel.check(bar, "bar")
        let weights = plates.map(\.weight)
        guard !weights.isEmpty, Set(weights).count == weights.count,
            plates.allSatisfy({ $0.weight > 0 && (1...1000).contains($0.count ?? 1) })
        else { throw Refusal.invalid("plates") }
    }

    func view(today: Int64) -> Json {
        var members = progress.members(today: today)
        members["unit"] = .text(unit)
        members["rest_ms"] = .int(restMs)
        members["bar"] = .plain(bar)
        members["plates"] = .list(plates.map(\.view))
        members["day_starts_at"] = .text(Self.time(dayStart))
        return .object(members)
    }

    /// The time of day after so many minutes.
    static func time(_ minute: Int64) -> String {
        [minute / 60, minute % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
}

/// An exercise in its place within a template or a workout.
struct PartModelOfWorkout: Hashable {
    let exercise: String
    var block: Int64 = 1
    var superset: String?
    var target: TargetModel?
    var note: String?
}

struct TemplateModel: Hashable, NamedModel {
    let id: String
    var name: String
    var days: Int64?
    var restMs: Int64?
    var note: String?
    var deload: Double?
    var parts: [PartModelOfWorkout]

    /// - Parameter hasNext: whether it tells what a workout would show now.
    func view(_ model: Model, hasNext: Bool = false) -> Json {
        let next = hasNext ? model.coming(self) : parts
        return .members([
            "id": .text(id), "name": .text(name), "days_per_week": days.map(Json.int),
            "rest_ms": restMs.map(Json.int), "note": note.map(Json.text),
            "deload": deload.map(Json.plain),
            "exercises": .list(
                zip(parts, next).map { part, next in
                    var members = part.target?.members ?? [:]
                    if let groups = next.target?.groups, groups != part.target?.groups {
                        members["next"] = .list(groups.map(\.view))
                    }
                    members["exercise"] = .text(part.exercise)
                    members["name"] = .text(model.nameOfExercise(part.exercise))
                    members["superset"] = part.superset.map(Json.text)
                    members["note"] = part.note.map(Json.text)
                    return .members(members)
                }),
        ])
    }
}

struct WorkoutModel: Hashable {
    let id: String
    var name: String
    var template: String?
    var startedMs: Int64
    /// Number of the person's day when the workout was written, from 1970-01-01.
    var day: Int64 = 0
    /// The offset that the day was found by.
    var offsetMs: Int64 = 0
    var isBackdated = false
    /// Share of the loads in percent, in a workout of a deload.
    var deload: Double?
    let order: Int64
    var endedMs: Int64?
    var note: String?
    var restMs: Int64?
    var parts: [PartModelOfWorkout]

    var isOpen: Bool { endedMs == nil }
    var state: String { isOpen ? "open" : "finished" }

    func has(_ exercise: String) -> Bool { parts.contains { $0.exercise == exercise } }

    func part(_ exercise: String, _ block: Int64) -> PartModelOfWorkout? {
        parts.first { $0.exercise == exercise && $0.block == block }
    }

    func view(_ model: Model, withPrevious: Bool = true) -> Json {
        let sets = model.sets(of: id).filter { part($0.exercise, $0.block) != nil }
        return .members([
            "id": .text(id), "name": .text(name), "template": template.map(Json.text),
            "state": .text(state), "started_at": model.text(startedMs),
            "day": .text(Place.date(ofDay: day)),
            "ended_at": endedMs.map(model.text), "note": note.map(Json.text),
            "backdated": isBackdated ? .bool(true) : nil, "deload": deload.map(Json.plain),
            "rest_ms": restMs.map(Json.int),
            "exercises": .list(
                parts.map { part in
                    let previous =
                        withPrevious
                        ? model.previousSets(part.exercise, part.block, before: self) : []
                    let own = sets.filter {
                        $0.exercise == part.exercise && $0.block == part.block
                    }
                    let shown =
                        withPrevious
                        ? model.today(part, in: self, after: previous).part : part
                    return .members([
                        "exercise": .text(part.exercise),
                        "name": .text(model.nameOfExercise(part.exercise)),
                        "block": part.block > 1 ? .int(part.block) : nil,
                        "superset": part.superset.map(Json.text),
                        "target": shown.target.map { .members($0.members) },
                        "note": part.note.map(Json.text),
                        "previous": previous.isEmpty
                            ? nil : .list(previous.map { $0.view(model) }),
                        "sets": .list(own.map { $0.view(model) }),
                    ])
                }), "summary": endedMs.map { _ in Json.derived },
        ])
    }
}

struct SetModel: Hashable {
    let id: String
    let workout: String
    var exercise: String
    var block: Int64 = 1
    let position: Int64
    var kind = "working"
    var reps: Int64?
    var load: Double?
    var unit: String
    var mode: String
    var seconds: Double?
    var distance: Double?
    var rpe: Double?
    var rir: Int64?
    var dropOf: String?
    var note: String?
    var atMs: Int64
    var updatedMs: Int64?
    let order: Int64
    /// Number of the person's day when the set was written, from 1970-01-01.
    var day: Int64 = 0

    func view(_ model: Model) -> Json {
        let body = model.body(of: self)
        let own = model.sets(of: workout).filter {
            $0.exercise == exercise && $0.block == block && $0.id != id
        }
        let before = own.filter { ($0.atMs, $0.position) < (atMs, position) }
        // A rest has the id of the set that it followed.
        let rest = model.rests.last { $0.set == id }
        return .members([
            "id": .text(id), "workout": .text(workout), "exercise": .text(exercise),
            "exercise_name": .text(model.nameOfExercise(exercise)),
            "block": block > 1 ? .int(block) : nil, "index": .int(Int64(before.count) + 1),
            "type": .text(kind),
            "reps": reps.map(Json.int), "load": load.map(Json.plain), "load_unit": .text(unit),
            "load_mode": .text(mode), "pair": model.isPair(self) ? true : nil,
            "body_weight": body.map { .plain($0.value) },
            "body_weight_unit": body.map { .text($0.unit) }, "seconds": seconds.map(Json.plain),
            "distance_m": distance.map(Json.plain), "rpe": rpe.map(Json.plain),
            "rir": rir.map(Json.int), "drop_of": dropOf.map(Json.text),
            "note": note.map(Json.text), "at": model.text(atMs),
            "day": .text(Place.date(ofDay: day)), "updated_at": updatedMs.map(model.text),
            "rest_ms": rest.flatMap { $0.isLive ? nil : .int($0.counted) },
        ])
    }

    /// Whether another set is of the same block.
    func isBeside(_ other: SetModel) -> Bool {
        other.workout == workout && other.exercise == exercise && other.block == block
    }

    func check() throws {
        try require(reps != nil || seconds != nil || distance != nil, .invalid("reps"))
        if let reps, !(1...10_000).contains(reps) { throw Refusal.invalid("reps") }
        if let seconds, !(0.1...86_400).contains(seconds) { throw Refusal.invalid("seconds") }
        if let distance, distance <= 0 || distance > 1e6 { throw Refusal.invalid("distance_m") }
        if load == nil, mode != "bodyweight", reps != nil { throw Refusal.invalid("load") }
        if let rpe, !(5...10).contains(rpe) || rpe * 2 != (rpe * 2).rounded() {
            throw Refusal.invalid("rpe")
        }
        if let rir, rpe != nil || !(0...10).contains(rir) { throw Refusal.invalid("rir") }
        if let note, note.count > 4000 { throw Refusal("too_large", field: "note") }
    }
}

extension Model {
    func nameOfExercise(_ id: String) -> String { exercises.first { $0.id == id }?.name ?? "" }

    var settings: SettingsModel {
        guard case .settings(let settings) = records["settings"] else { return SettingsModel() }
        return settings
    }

    var templates: [TemplateModel] { records.values.compactMap(\.template) }

    var workouts: [WorkoutModel] { records.values.compactMap(\.workout) }

    var sets: [SetModel] { records.values.compactMap(\.set) }

    var openWorkout: WorkoutModel? { workouts.first { $0.isOpen } }

    func sets(of workout: String) -> [SetModel] {
        sets.filter { $0.workout == workout }
            .sorted { ($0.atMs, $0.position) < ($1.atMs, $1.position) }
    }

    func newestSet(of exercise: String) -> SetModel? {
        sets.filter { $0.exercise == exercise }
            .max { ($0.atMs, $0.order, $0.position) < ($1.atMs, $1.order, $1.position) }
    }

    func newestLoad(of exercise: String) -> SetModel? {
        sets.filter { $0.exercise == exercise && $0.load != nil }
            .max { ($0.atMs, $0.order, $0.position) < ($1.atMs, $1.order, $1.position) }
    }

    func previousSets(
        _ exercise: String, _ block: Int64, before workout: WorkoutModel
    ) -> [SetModel] {
        let finished = Set(
            workouts.filter { !$0.isOpen && $0.id != workout.id && $0.deload == nil }.map(\.id))
        let newest = sets.filter {
            $0.exercise == exercise && $0.block == block && finished.contains($0.workout)
                && $0.atMs < workout.startedMs
        }.max { ($0.atMs, $0.order, $0.position) < ($1.atMs, $1.order, $1.position) }
        guard let newest else { return [] }
        return sets(of: newest.workout).filter { $0.exercise == exercise && $0.block == block }
    }

    /// Whether a chain of references leads back to its beginning.
    static func isRing(_ id: String, by reference: (String) -> String?) -> Bool {
        var seen: Set<String> = [id]
        var step = reference(id)
        while let id = step {
            guard seen.insert(id).inserted else { return true }
            step = reference(id)
        }
        return false
    }

    func checkUndoing(_ change: RecordChange, among all: [RecordChange]) throws {
        let moved = Set(all.map(\.id))
        func isThere(_ id: String) -> Bool { records[id] != nil || moved.contains(id) }
        switch (change.was, change.row) {
        case (.template(let template), _):
            let isTaken = template.isTaken(among: templates)
            let isWhole = template.parts.allSatisfy { isThere($0.exercise) }
            try require(!isTaken && isWhole, Refusal("conflict"))
        case (.workout(let workout), _):
            if workout.isOpen, let open = openWorkout, open.id != workout.id {
                throw Refusal.conflict("open")
            }
            let left = sets.filter { $0.workout == workout.id && !moved.contains($0.id) }
            guard workout.parts.allSatisfy({ isThere($0.exercise) }),
                left.allSatisfy({ workout.part($0.exercise, $0.block) != nil })
            else { throw Refusal("conflict") }
        case (.set(let set), _):
            let workout = workouts.first { $0.id == set.workout }
            let former = sets.first { $0.id == set.dropOf }
            let drops = sets.filter { $0.dropOf == set.id && !moved.contains($0.id) }
            let isRing = Self.isRing(set.id) { id in
                let change = all.first { $0.id == id }
                guard case .set(let step) = change.map(\.was) ?? records[id] else { return nil }
                return step.dropOf
            }
            try require(!isRing, Refusal("conflict"))
            guard moved.contains(set.workout) || workout?.part(set.exercise, set.block) != nil,
                isThere(set.exercise),
                set.dropOf.map({ moved.contains($0) || former.map(set.isBeside) == true })
                    ?? true, drops.allSatisfy(set.isBeside)
            else { throw Refusal("conflict") }
        case (nil, .workout(let workout)):
            let left = sets.filter { $0.workout == workout.id && !moved.contains($0.id) }
            try require(left.isEmpty, Refusal("conflict"))
        case (nil, .set(let set)):
            let drops = sets.filter { $0.dropOf == set.id && !moved.contains($0.id) }
            try require(drops.isEmpty, Refusal("conflict"))
        default: break
        }
    }
}

extension Params {
    static func checkRest(_ ms: Int64?, _ field: String = "rest") throws {
        guard let ms, ms != 0 else { return }
        try require((1000...dayMs).contains(ms), .invalid(field))
    }
}
