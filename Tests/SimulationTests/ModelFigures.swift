import Rig
import TestSupport
import TrackerAPI

/// The best of an exercise of one kind, by the rules alone.
private struct BestModel {
    let kind: String
    /// In micrograms, below 0 for help; of the most reps.
    var load: Int64 = 0
    /// By which it compares.
    let amount: Double
    let shown: Json
    let unit: String
    let set: SetModel?
    let workout: String
    let atMs: Int64
    let isFirst: Bool

    func isOf(_ other: BestModel) -> Bool { kind == other.kind && load == other.load }
}

extension SetModel {
    var counts: Bool { kind != "warmup" && kind != "partial" }

    /// In micrograms, below 0 for help.
    fileprivate var weight: Int64 {
        let micrograms = load.map { LoadModel(value: $0, unit: unit).micrograms } ?? 0
        return mode == "assisted" ? -micrograms : micrograms
    }

    fileprivate func isBefore(_ other: SetModel) -> Bool {
        (atMs, order, position) < (other.atMs, other.order, other.position)
    }

    /// Epley's, within its bounds, in micrograms.
    fileprivate var most: Double? {
        guard let reps, reps <= 10, weight > 0 else { return nil }
        return reps == 1 ? Double(weight) : Double(weight * (30 + reps)) / 30
    }

    /// In 10⁻¹⁶ kg, which all loads are wholes of.
    var exactWork: Int128 {
        guard let reps, let load, mode != "assisted" else { return 0 }
        return Int128(reps) * Int128((load * 1e8).rounded())
            * (unit == "kg" ? 100_000_000 : 45_359_237)
    }

    fileprivate var hold: Double? {
        reps == nil && distance == nil && mode != "assisted" ? seconds : nil
    }
}

extension Model {
    private func rounded(_ figure: Double) -> Double { (figure * 1e8).rounded() / 1e8 }

    /// A weight in the preferred unit.
    private func shown(_ micrograms: Int64) -> Double {
        rounded(Double(micrograms) / Double(LoadModel.micrograms(settings.unit)))
    }

    func shown(work: Int128) -> Json {
        let scale: Int128 = settings.unit == "kg" ? 100_000_000 : 45_359_237
        return .plain(Double((work + scale / 2) / scale) / 1e8)
    }

    private func shownMost(_ set: SetModel) -> Double {
        let (load, reps) = (shown(set.weight), set.reps ?? 0)
        return reps == 1 ? load : rounded(load * Double(30 + reps) / 30)
    }

    /// Of one exercise's sets, in the order of the list.
    private func bests(_ sets: [SetModel]) -> [BestModel] {
        let sets = sets.filter(\.counts).sorted { $0.isBefore($1) }
        let first = sets.first?.id
        func best(
            _ kind: String, of sets: [SetModel], unit: String, load: Int64 = 0,
            _ amount: (SetModel) -> Double?, _ shown: (SetModel) -> Double
        ) -> [BestModel] {
            let most = sets.compactMap(amount).max()
            guard let most, let set = sets.first(where: { amount($0) == most }) else { return [] }
            return [
                BestModel(
                    kind: kind, load: load, amount: most, shown: .plain(shown(set)), unit: unit,
                    set: set, workout: set.workout, atMs: set.atMs, isFirst: set.id == first)
            ]
        }
        let unit = settings.unit
        func loaded(_ set: SetModel) -> Double? { set.weight > 0 ? Double(set.weight) : nil }
        var all = best("heaviest_load", of: sets, unit: unit, loaded) { shown($0.weight) }
        for load in Set(sets.map(\.weight)).sorted(by: >) {
            let same = sets.filter { $0.weight == load }
            all += best("most_reps", of: same, unit: "reps", load: load) {
                $0.reps.map(Double.init)
            } _: {
                Double($0.reps ?? 0)
            }
        }
        all += best("best_1rm", of: sets, unit: unit, \.most, shownMost)
        all += best("set_work", of: sets, unit: unit) { set in
            loaded(set).flatMap { load in set.reps.map { Double($0) * load } }
        } _: { set in
            rounded(Double(set.reps ?? 0) * shown(set.weight))
        }
        all += bestWorkout(sets, first)
        all += best("longest_hold", of: sets, unit: "seconds", \.hold) { $0.hold ?? 0 }
        return all
    }

    private func bestWorkout(_ sets: [SetModel], _ first: String?) -> [BestModel] {
        let groups = Dictionary(grouping: sets.filter { $0.exactWork > 0 }, by: \.workout)
        let sums = groups.map { workout, sets in
            (
                work: sets.reduce(Int128(0)) { $0 + $1.exactWork },
                atMs: sets.map(\.atMs).max() ?? 0, workout: workout, ids: sets.map(\.id)
            )
        }
        let best = sums.min { ($1.work, $0.atMs, $0.workout) < ($0.work, $1.atMs, $1.workout) }
        guard let best else { return [] }
        return [
            BestModel(
                kind: "workout_work", amount: Double(best.work), shown: shown(work: best.work),
                unit: settings.unit, set: nil, workout: best.workout, atMs: best.atMs,
                isFirst: best.ids == [first])
        ]
    }

    private func view(_ best: BestModel, of exercise: ExerciseModel) -> Json {
        let load = best.set?.load
        return .members([
            "exercise": .text(exercise.id), "exercise_name": .text(exercise.name),
            "kind": .text(best.kind), "value": best.shown, "unit": .text(best.unit),
            "load": load.map(Json.plain),
            "load_unit": load == nil ? nil : best.set.map { .text($0.unit) },
            "load_mode": load == nil || best.set?.mode == "external"
                ? nil : best.set.map { .text($0.mode) },
            "reps": best.set?.reps.map(Json.int), "set": best.set.map { .text($0.id) },
            "workout": .text(best.workout), "at": text(best.atMs), "first": .bool(best.isFirst),
        ])
    }

    /// What a set that was just logged has made, beside the exercise's others.
    func recordsMade(by set: SetModel) -> Json {
        let others = sets.filter { $0.exercise == set.exercise && $0.id != set.id }
        let before = bests(others)
        let isFirst = !others.contains { $0.counts && $0.isBefore(set) }
        let made = bests(others + [set]).compactMap { best -> Json? in
            let former = before.first(where: best.isOf)
            guard former.map({ $0.amount < best.amount }) ?? true else { return nil }
            return .members([
                "kind": .text(best.kind), "value": best.shown, "unit": .text(best.unit),
                "previous": former?.shown, "first": .bool(isFirst),
            ])
        }
        return .list(made)
    }

    fileprivate func listRecords(_ params: Params) throws -> Expected {
        let wanted = try params.optionalText("exercise").map { try exercise($0).id }
        let sorted = exercises.filter { wanted == nil || $0.id == wanted }
            .sorted { ($0.name, $0.id) < ($1.name, $1.id) }
        return .result([
            "records": .list(
                sorted.flatMap { exercise in
                    bests(sets.filter { $0.exercise == exercise.id })
                        .map { view($0, of: exercise) }
                })
        ])
    }

    fileprivate func progress(_ params: Params) throws -> Expected {
        let text = try params.text("exercise")
        let from = try given("from", params)
        let to = try given("to", params)
        let exercise = try exercise(text)
        let span = try span(from, to)
        let sets = sets.filter {
            $0.exercise == exercise.id && $0.kind != "warmup" && span.contains($0.atMs)
        }.sorted { ($0.atMs, $0.position) < ($1.atMs, $1.position) }
        var workouts: [String] = []
        for set in sets where !workouts.contains(set.workout) { workouts.append(set.workout) }
        return .result([
            "exercise": .text(exercise.id), "exercise_name": .text(exercise.name),
            "unit": .text(settings.unit),
            "points": .list(
                workouts.map { workout in
                    point(sets.filter { $0.workout == workout }, workout)
                }),
        ])
    }

    private func point(_ sets: [SetModel], _ workout: String) -> Json {
        let bests = bests(sets)
        func best(_ kind: String) -> Json? { bests.first { $0.kind == kind }?.shown }
        return .members([
            "at": sets.first.map { text($0.atMs) }, "best_load": best("heaviest_load"),
            "best_1rm": best("best_1rm"),
            "volume": shown(work: sets.reduce(0) { $0 + $1.exactWork }),
            "reps": .int(sets.reduce(0) { $0 + ($1.reps ?? 0) }),
            "longest_hold": best("longest_hold"), "workout": .text(workout),
        ])
    }

    // MARK: By days

    /// Days since 1970 that begin when the person's do.
    func day(_ ms: Int64) -> Int64 {
        let guess = (ms + Int64(place.offsetSeconds(ms / 1000)) * 1000) / dayMs
        return (guess - 2...guess + 2).last { beginning(ofDay: $0) <= ms } ?? guess
    }

    func beginning(ofDay day: Int64) -> Int64 {
        place.ms(day * dayMs + settings.dayStart * minuteMs)
    }

    /// A date is that day, whenever it begins.
    func day(_ given: Given) -> Int64 {
        guard given.isDay else { return day(given.fromMs) }
        return (given.fromMs + Int64(place.offsetSeconds(given.fromMs / 1000)) * 1000) / dayMs
    }

    fileprivate func volume(_ params: Params) throws -> Expected {
        guard let from = try given("from", params) else { throw Refusal.invalid("from") }
        guard let to = try given("to", params) else { throw Refusal.invalid("to") }
        let wanted = try params.optionalText("exercise")
        let (first, last) = (day(from), day(to))
        guard first <= last else { throw Refusal.invalid("to") }
        let only = try wanted.map { try exercise($0).id }
        let lifted = sets.filter {
            $0.kind != "warmup" && $0.exactWork > 0 && (only == nil || $0.exercise == only)
        }.map { (day: day($0.atMs), exercise: $0.exercise, work: $0.exactWork) }
        let shownDays = Set(lifted.map(\.day).filter { (first...last).contains($0) })
        let rows = shownDays.sorted().flatMap { day -> [Json] in
            let present = Set(lifted.filter { $0.day == day }.map(\.exercise))
            return present.sorted().map { exercise in
                func sum(_ days: ClosedRange<Int64>) -> Json {
                    let own = lifted.filter { $0.exercise == exercise && days.contains($0.day) }
                    return shown(work: own.reduce(0) { $0 + $1.work })
                }
                return [
                    "date": .text(Place.utc.date(day * dayMs)), "exercise": .text(exercise),
                    "exercise_name": .text(nameOfExercise(exercise)), "volume": sum(day...day),
                    "rolling_7d": sum(day - 6...day),
                ]
            }
        }
        return .result(["unit": .text(settings.unit), "days": .list(rows)])
    }

    fileprivate func calendar(_ params: Params) throws -> Expected {
        let month = try params.text("month")
        guard month.count == 7, let year = Int64(month.prefix(4)), year > 1970 else {
            throw Refusal.invalid("month")
        }
        var days: [Json] = []
        for day in (year - 1971) * 365..<(year - 1968) * 366 {
            let date = Place.utc.date(day * dayMs)
            guard date.hasPrefix(month) else { continue }
            func count(_ times: [Int64]) -> Json {
                .int(Int64(times.filter { self.day($0) == day }.count))
            }
            days.append([
                "date": .text(date), "workouts": count(workouts.map(\.startedMs)),
                "trainings": count(trainings.filter { !$0.isLive }.map(\.startedMs)),
                "logs": count(entries.map(\.atMs)),
            ])
        }
        guard !days.isEmpty else { throw Refusal.invalid("month") }
        return .result(["days": .list(days)])
    }

    // MARK: What is only worked out

    fileprivate func estimate(_ params: Params) throws -> Expected {
        guard let load = try params.optionalNumber("load") else { throw Refusal.invalid("load") }
        guard let reps = try params.optionalInt("reps") else { throw Refusal.invalid("reps") }
        let formula = try params.choice("formula", ["epley", "brzycki"]) ?? "epley"
        try LoadModel.check(load, "load")
        guard (1...10_000).contains(reps) else { throw Refusal.invalid("reps") }
        guard reps <= 10 else { return .result([:]) }
        let count = Double(reps)
        let most = formula == "epley" ? load * (30 + count) / 30 : load * 36 / (37 - count)
        return .result(["value": .plain(reps == 1 ? load : rounded(most))])
    }

    fileprivate func plates(_ params: Params) throws -> Expected {
        guard let load = try params.optionalNumber("load") else { throw Refusal.invalid("load") }
        var owned = settings
        if let unit = try params.choice("unit", ["kg", "lb"]), unit != owned.unit {
            owned.unit = unit
            owned.bar = SettingsModel.usualBar(unit)
            owned.plates = SettingsModel.usualPlates(unit)
        }
        owned.bar = try params.optionalNumber("bar") ?? owned.bar
        owned.plates = try params.plates() ?? owned.plates
        try owned.check()
        try LoadModel.check(load, "load")
        guard load >= owned.bar else { throw Refusal.invalid("load") }
        let room = Self.whole(load) - Self.whole(owned.bar)
        let perSide = owned.heaviestPile(within: room / 2)
        guard perSide.count <= 100 else { throw Refusal("too_large", field: "plates") }
        let short = Double(room - 2 * perSide.map(Self.whole).reduce(0, +)) / 1e8
        return .result([
            "per_side": .list(perSide.map(Json.plain)), "achieved": .plain(rounded(load - short)),
            "short_by": .plain(short), "unit": .text(owned.unit), "bar": .plain(owned.bar),
        ])
    }

    /// In hundred-millionths, so that sums are exact.
    static func whole(_ weight: Double) -> Int64 { Int64((weight * 1e8).rounded()) }
}

extension SettingsModel {
    /// For one side: as near to what there is room for as can be, then with most of the heaviest.
    fileprivate func heaviestPile(within room: Int64) -> [Double] {
        let kinds = plates.sorted { $0.weight > $1.weight }
        // What can be made with the plates from each place on.
        var sums: [Set<Int64>] = [[0]]
        for kind in kinds.reversed() {
            let weight = Model.whole(kind.weight)
            var (reached, latest) = (sums[0], sums[0])
            var left = kind.count.map { $0 / 2 } ?? .max
            while left > 0, !latest.isEmpty {
                latest = Set(latest.map { $0 + weight }.filter { $0 <= room }).subtracting(reached)
                reached.formUnion(latest)
                left -= 1
            }
            sums.insert(reached, at: 0)
        }
        var left = sums[0].max() ?? 0
        var pile: [Double] = []
        for (place, kind) in kinds.enumerated() {
            let weight = Model.whole(kind.weight)
            var count = min(kind.count.map { $0 / 2 } ?? .max, left / weight)
            while !sums[place + 1].contains(left - count * weight) { count -= 1 }
            left -= count * weight
            pile += Array(repeating: kind.weight, count: Int(count))
        }
        return pile
    }
}

// MARK: - Arms

extension Arm {
    static let figures: [Arm] = [
        Arm("record.list", 4, .none) { dice, model in
            dice.chance(50) ? [:] : ["exercise": dice.presentExercise(model)]
        } expect: {
            try $0.listRecords($1)
        },
        Arm("exercise.progress", 3, .none) { dice, model in
            var params: [String: Json] = ["exercise": dice.presentExercise(model)]
            if dice.chance(30) { params["from"] = dice.moment(model, days: true) }
            if dice.chance(30) { params["to"] = dice.moment(model, days: true) }
            return params
        } expect: {
            try $0.progress($1)
        },
        Arm("volume.list", 3, .none) { dice, model in
            var params = [
                "from": dice.moment(model, days: true), "to": dice.moment(model, days: true),
            ]
            if dice.chance(30) { params["exercise"] = dice.presentExercise(model) }
            if dice.spoils(4) { params["to"] = nil }
            return params
        } expect: {
            try $0.volume($1)
        },
        Arm("calendar.month", 2, .none) { dice, model in
            if dice.spoils(5) { return ["month": dice.pick(["2026-13", "march", 3]) ?? 3] }
            let ago = Int64.random(in: 0...60, using: &dice) * dayMs
            return ["month": .text(String(Place.utc.date(model.now.wallMs - ago).prefix(7)))]
        } expect: {
            try $0.calendar($1)
        },
        Arm("one_rep_max.estimate", 1, .none) { dice, _ in
            var params: [String: Json] = [
                "load": dice.load(), "reps": .int(dice.spread(1...12)),
            ]
            if dice.chance(40) { params["formula"] = dice.choice(["epley", "brzycki"]) }
            return params
        } expect: {
            try $0.estimate($1)
        },
        Arm("plates.calculate", 1, .none) { dice, _ in
            var params = ["load": dice.load()]
            if dice.chance(40) { params["unit"] = dice.choice(["kg", "lb"]) }
            if dice.chance(40) { params["bar"] = dice.load() }
            if dice.chance(60) { params["plates"] = dice.plates() }
            return params
        } expect: {
            try $0.plates($1)
        },
    ]
}
