import Rig
import TestSupport

extension SetModel {
    var counts: Bool { kind != "warmup" && kind != "partial" }

    /// The load in micrograms; below 0 where it is help.
    var weight: Int64 {
        let unit = unit == "kg" ? 1_000_000_000.0 : 453_592_370
        let micrograms = load.map { Int64(($0 * unit).rounded()) } ?? 0
        return mode == "assisted" ? -micrograms : micrograms
    }

    /// The micrograms that a rep moves; 0 where nothing is known of them.
    fileprivate var moved: Int64 {
        max(0, weight + (body?.micrograms ?? 0))
    }

    fileprivate var heaviness: Int64? { weight > 0 ? weight : nil }

    /// Thirtieths of a microgram, by Epley; at least the load.
    var strength: Int64? {
        guard let reps, moved > 0 else { return nil }
        return moved * ((2...10).contains(reps) ? 30 + reps : 30)
    }

    fileprivate var work: Int64? {
        guard let reps, moved > 0 else { return nil }
        return reps * moved
    }

    fileprivate var hold: Double? {
        reps == nil && distance == nil && mode != "assisted" ? seconds : nil
    }

    func isBefore(_ other: SetModel) -> Bool {
        (atMs, order, position, id) < (other.atMs, other.order, other.position, other.id)
    }

    /// Whether this one was lifted as heavy and as often.
    fileprivate func dominates(_ other: SetModel) -> Bool {
        guard let reps, let less = other.reps else { return false }
        return reps >= less && moved >= other.moved
    }
}

/// The records that sets and workouts have made, found by comparing each set with all others.
struct RecordsModel {
    private let model: Model

    init(_ model: Model) { self.model = model }

    /// Those of a set beside all others of its exercise.
    func made(by set: SetModel) -> [Json] {
        guard set.counts else { return [] }
        return made(by: [model.embodied(set)], beside: others(set.exercise) { $0.id != set.id })
            .map { .members($0.members) }
    }

    /// Those of a workout against what was lifted in others before it.
    func made(in workout: WorkoutModel) -> [Json] {
        var seen: Set<String> = []
        return workout.parts.filter { seen.insert($0.exercise).inserted }.flatMap { part in
            let own = others(part.exercise) { $0.workout == workout.id }
            let before = others(part.exercise) {
                $0.workout != workout.id && $0.atMs < workout.startedMs
            }
            guard !own.isEmpty else { return [Json]() }
            var all = made(by: own, beside: before)
            if !workout.isOpen, let work = workMade(by: own, beside: before) {
                let isHold = { (record: Made) in record.kind == "longest_hold" }
                all.insert(work, at: all.firstIndex(where: isHold) ?? all.count)
            }
            return all.map { record in
                var members = record.members
                let load = record.set?.load
                members["exercise"] = .text(part.exercise)
                members["exercise_name"] = .text(model.nameOfExercise(part.exercise))
                members["set"] = record.set.map { .text($0.id) }
                members["reps"] = record.set?.reps.map(Json.int)
                members["load"] = load.map(Json.plain)
                members["load_unit"] = load == nil ? nil : record.set.map { .text($0.unit) }
                members["load_mode"] =
                    load == nil || record.set?.mode == "external"
                    ? nil : record.set.map { .text($0.mode) }
                return .members(members)
            }
        }
    }

    private struct Made {
        let kind: String
        let value: Json
        let unit: String
        let previous: Json?
        let isFirst: Bool
        let set: SetModel?

        var members: [String: Json?] {
            [
                "kind": .text(kind), "value": value, "unit": .text(unit), "previous": previous,
                "first": .bool(isFirst),
                "without_body": ["best_1rm", "set_work"].contains(kind) && set?.lacksBody == true
                    ? .bool(true) : nil,
            ]
        }
    }

    /// Counted sets of an exercise.
    private func others(_ exercise: String, _ isOne: (SetModel) -> Bool) -> [SetModel] {
        model.sets.filter { $0.exercise == exercise && $0.counts && isOne($0) }
            .map(model.embodied)
    }

    private func made(by sets: [SetModel], beside others: [SetModel]) -> [Made] {
        let unit = model.settings.unit
        let strong = sets.filter { set in !others.contains { $0.dominates(set) } }
        return one("heaviest_load", unit, sets, others, \.heaviness) { shown($0.weight) }
            + mostReps(sets, others)
            + one("best_1rm", unit, strong, others, \.strength) { shownStrength($0) }
            + one("set_work", unit, sets, others, \.work) { set in
                .plain(rounded(Double(set.reps ?? 0) * number(set.moved)))
            } + one("longest_hold", "seconds", sets, others, \.hold) { .plain($0.hold ?? 0) }
    }

    private func one<Amount: Comparable>(
        _ kind: String, _ unit: String, _ sets: [SetModel], _ others: [SetModel],
        _ amount: (SetModel) -> Amount?, _ value: (SetModel) -> Json
    ) -> [Made] {
        guard let best = best(of: sets, by: amount), let mine = amount(best) else { return [] }
        let former = self.best(of: others, by: amount)
        guard former.flatMap(amount).map({ $0 < mine }) ?? true else { return [] }
        return [
            Made(
                kind: kind, value: value(best), unit: unit, previous: former.map(value),
                isFirst: isFirst(best, beside: others), set: best)
        ]
    }

    private func mostReps(_ sets: [SetModel], _ others: [SetModel]) -> [Made] {
        Set(sets.map(\.weight)).sorted(by: >).compactMap { load in
            guard let best = best(of: sets.filter { $0.weight == load }, by: \.reps),
                let reps = best.reps,
                !sets.contains(where: { $0.weight > load && ($0.reps ?? 0) >= reps })
            else { return nil }
            let former = others.filter { $0.weight >= load }.compactMap(\.reps).max()
            guard former ?? 0 < reps else { return nil }
            return Made(
                kind: "most_reps", value: .int(reps), unit: "reps", previous: former.map(Json.int),
                isFirst: isFirst(best, beside: others), set: best)
        }
    }

    private func workMade(by sets: [SetModel], beside others: [SetModel]) -> Made? {
        let work = sets.reduce(Int128(0)) { $0 + $1.exactWork }
        let former =
            Set(others.map(\.workout)).map { workout in
                others.filter { $0.workout == workout }.reduce(Int128(0)) { $0 + $1.exactWork }
            }.max() ?? 0
        guard former > 0, former < work else { return nil }
        return Made(
            kind: "workout_work", value: model.shown(work: work), unit: model.settings.unit,
            previous: model.shown(work: former), isFirst: false, set: nil)
    }

    private func best<Amount: Comparable>(
        of sets: [SetModel], by amount: (SetModel) -> Amount?
    ) -> SetModel? {
        sets.filter { amount($0) != nil }.first { set in
            guard let mine = amount(set) else { return false }
            return sets.allSatisfy { other in
                guard let theirs = amount(other) else { return true }
                return theirs < mine || theirs == mine && !other.isBefore(set)
            }
        }
    }

    private func isFirst(_ set: SetModel, beside others: [SetModel]) -> Bool {
        !others.contains { $0.isBefore(set) }
    }

    // MARK: Weights

    private func rounded(_ figure: Double) -> Double { (figure * 1e8).rounded() / 1e8 }

    /// In the preferred unit.
    private func number(_ micrograms: Int64) -> Double {
        rounded(Double(micrograms) / (model.settings.unit == "kg" ? 1_000_000_000 : 453_592_370))
    }

    private func shown(_ micrograms: Int64) -> Json { .plain(number(micrograms)) }

    private func shownStrength(_ set: SetModel) -> Json {
        let (load, reps) = (number(set.moved), set.reps ?? 0)
        return .plain((2...10).contains(reps) ? rounded(load * Double(30 + reps) / 30) : load)
    }
}
