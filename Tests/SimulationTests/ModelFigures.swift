import Rig
import TestSupport
import TrackerAPI

extension Model {
    // MARK: By days

    /// Number of the person's day, from 1970-01-01.
    func day(_ ms: Int64) -> Int64 {
        let guess = (ms + Int64(place.offsetSeconds(ms / 1000)) * 1000) / dayMs
        return (guess - 2...guess + 2).last { beginning(ofDay: $0) <= ms } ?? guess
    }

    func beginning(ofDay day: Int64) -> Int64 {
        place.ms(day * dayMs + settings.dayStart * minuteMs)
    }

    /// Number of a given day; a date is that day, whenever the day begins.
    func day(_ given: Given) -> Int64 {
        guard given.isDay else { return day(given.fromMs) }
        return (given.fromMs + Int64(place.offsetSeconds(given.fromMs / 1000)) * 1000) / dayMs
    }

    // MARK: Derived figures

    // The property tests of figures check the values; this checks that the figures can be asked for in any
    // state.

    fileprivate func listRecords(_ params: Params) throws -> Expected {
        _ = try params.truth("all")
        _ = try params.optionalText("exercise").map { try exercise($0, readFrom: .sets) }
        return .result(.derived)
    }

    fileprivate func history(_ params: Params) throws -> Expected {
        let text = try params.text("exercise")
        let limit = try params.limit(5, upTo: 200)
        let exercise = try exercise(text, readFrom: .sets)
        let newest = sets.filter { $0.exercise == exercise.id }.sorted {
            ($1.atMs, $1.order, $1.position) < ($0.atMs, $0.order, $0.position)
        }
        var found: [String] = []
        for set in newest where !found.contains(set.workout) { found.append(set.workout) }
        return .result([
            "exercise": .text(exercise.id), "exercise_name": .text(exercise.name),
            "sessions": .list(
                found.prefix(Int(limit)).compactMap { id in
                    guard let workout = workouts.first(where: { $0.id == id }) else { return nil }
                    let own = sets(of: id).filter { $0.exercise == exercise.id }
                    return [
                        "workout": .text(id), "name": .text(workout.name),
                        "day": .text(Place.date(ofDay: workout.day)),
                        "sets": .list(own.map { $0.view(self) }),
                    ]
                }), "total": .int(Int64(found.count)),
        ])
    }

    fileprivate func progress(_ params: Params) throws -> Expected {
        let text = try params.text("exercise")
        let (from, to) = (try given("from", params), try given("to", params))
        _ = try exercise(text, readFrom: .sets)
        _ = try span(from, to)
        return .result(.derived)
    }

    /// Numbers of the first and the last day; by default four weeks up to today.
    func usualDays(_ params: Params) throws -> (first: Int64, last: Int64) {
        let today = day(now.wallMs)
        return (
            try given("from", params).map { day($0) } ?? today - 27,
            try given("to", params).map { day($0) } ?? today
        )
    }

    fileprivate func volume(_ params: Params) throws -> Expected {
        let (first, last) = try usualDays(params)
        let wanted = try params.optionalText("exercise")
        try require(first <= last, .invalid("to"))
        _ = try wanted.map { try exercise($0, readFrom: .sets) }
        return .result(.derived)
    }

    fileprivate func calendar(_ params: Params) throws -> Expected {
        guard let month = try params.optionalText("month") else { return .result(.derived) }
        let parts = month.split(separator: "-").compactMap { Int64($0) }
        try require(
            month.count == 7 && parts.count == 2 && (1...12).contains(parts[1]), .invalid("month"))
        return .result(.derived)
    }

    // MARK: Calculations

    fileprivate func estimate(_ params: Params) throws -> Expected {
        let load = try needed(params.optionalNumber("load"), "load")
        let reps = try needed(params.optionalInt("reps"), "reps")
        _ = try params.choice("formula", ["epley", "brzycki"])
        try LoadModel.check(load, "load")
        try require((1...10_000).contains(reps), .invalid("reps"))
        return .result(.derived)
    }

    fileprivate func plates(_ params: Params) throws -> Expected {
        let load = try needed(params.optionalNumber("load"), "load")
        let text = try params.optionalText("exercise")
        let unit = try params.choice("unit", ["kg", "lb"])
        let bar = try params.optionalNumber("bar")
        let plates = try params.plates()
        let gear = try text.map { try exercise($0, hasLoad: true).gear } ?? GearModel()
        try require(!gear.hasStack, .invalid("exercise"))
        var owned = settings.owned(in: unit ?? gear.unit ?? settings.unit)
        let ownBar = gear.bar.map {
            $0.unit == owned.unit ? $0.value : min(10_000, $0.value(in: owned.unit))
        }
        owned.bar = bar ?? ownBar ?? owned.bar
        owned.plates = plates ?? owned.plates
        try owned.check()
        try LoadModel.check(load, "load")
        try require(load >= owned.bar, .invalid("load"))
        let room = Self.whole(load) - Self.whole(owned.bar)
        let perSide = owned.heaviestPile(within: room / 2)
        try require(perSide.count <= 100, Refusal("too_large", field: "plates"))
        return .result(.derived)
    }

    /// The weight in hundred-millionths, so that sums are exact.
    static func whole(_ weight: Double) -> Int64 { Int64((weight * 1e8).rounded()) }
}

extension SettingsModel {
    /// The plates for one side: as near to the room as possible, and of those the ones with most of the
    /// heaviest.
    func heaviestPile(within room: Int64) -> [Double] {
        let kinds = plates.sorted { $0.weight > $1.weight }
        // The sums that the plates from each place on can make.
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

extension Arm {
    static let figures: [Arm] = [
        Arm("record.list", 4, .none, expect: { try $0.listRecords($1) }) { dice, model in
            var params: [String: Json] =
                dice.chance(50) ? [:] : ["exercise": dice.presentExercise(model)]
            if dice.chance(30) { params["all"] = dice.truth() }
            return params
        },
        Arm("exercise.history", 3, .none, expect: { try $0.history($1) }) { dice, model in
            var params: [String: Json] = ["exercise": dice.presentExercise(model)]
            if dice.chance(50) { params["limit"] = .int(Int64.random(in: 1...3, using: &dice)) }
            if dice.spoils(4) { params["limit"] = dice.one(of: 0, 201, "x") }
            return params
        },
        Arm("exercise.progress", 3, .none, expect: { try $0.progress($1) }) { dice, model in
            var params: [String: Json] = ["exercise": dice.presentExercise(model)]
            if dice.chance(30) { params["from"] = dice.moment(model, days: true) }
            if dice.chance(30) { params["to"] = dice.moment(model, days: true) }
            return params
        },
        Arm("volume.list", 3, .none, expect: { try $0.volume($1) }) { dice, model in
            var params = [
                "from": dice.moment(model, days: true), "to": dice.moment(model, days: true),
            ]
            if dice.chance(30) { params["exercise"] = dice.presentExercise(model) }
            if dice.chance(10) { params["from"] = nil }
            if dice.chance(10) { params["to"] = nil }
            return params
        },
        Arm("calendar.month", 2, .none, expect: { try $0.calendar($1) }) { dice, model in
            if dice.spoils(5) { return ["month": dice.pick(["2026-13", "week", 3]) ?? 3] }
            if dice.chance(20) { return [:] }
            let ago = Int64.random(in: 0...60, using: &dice) * dayMs
            return ["month": .text(String(Place.utc.date(model.now.wallMs - ago).prefix(7)))]
        },
        Arm("one_rep_max.estimate", 1, .none, expect: { try $0.estimate($1) }) { dice, _ in
            var params: [String: Json] = [
                "load": dice.load(), "reps": .int(dice.spread(1...12)),
            ]
            if dice.chance(40) { params["formula"] = dice.choice(["epley", "brzycki"]) }
            return params
        },
        Arm("plates.calculate", 1, .none, expect: { try $0.plates($1) }) { dice, model in
            var params = ["load": dice.load()]
            if dice.chance(40) { params["exercise"] = dice.exercise(model) }
            if dice.chance(40) { params["unit"] = dice.choice(["kg", "lb"]) }
            if dice.chance(40) { params["bar"] = dice.load() }
            if dice.chance(60) { params["plates"] = dice.plates() }
            return params
        },
    ]
}
