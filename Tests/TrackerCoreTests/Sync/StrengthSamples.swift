import TestSupport
import TrackerCore

/// Random rows of workouts, and of what follows from sets and log entries.
extension SharedSamples {
    mutating func settings() -> Members {
        let plates: Json = pick([
            [["weight": 20], ["weight": .number("2.5"), "count": 4]], [["weight": 45]],
            [["weight": 10], ["weight": 5], ["weight": .number("1.25")]],
        ])
        let choices: Json = pick([
            [], [["from": 20_000, "days": ["mon"]]],
            [["from": 20_000, "days": ["mon", "sun"]], ["from": 20_100, "days": ["sat"]]],
        ])
        let reports: Json = [
            "daily": flag(), "weekly": flag(), "monthly": flag(), "minute": number(0, 1439),
        ]
        return [
            "unit": text(["kg", "lb"]), "rest_ms": number(1000, 600_000), "bar": number(0, 60),
            "plates": plates, "day_start_minute": number(0, 1439),
            "week_starts": text(["mon", "sat", "sun"]), "active_days": choices, "streak": flag(),
            "achievements": flag(), "xp": flag(), "challenges": flag(), "reports": reports,
        ]
    }

    /// Random target of an exercise.
    private mutating func target() -> Json {
        let load: Json = ["value": fraction(), "unit": text(["kg", "lb"])]
        let loaded: Json = [
            "sets": number(1, 5), "kind": "working", "reps": number(1, 12), "load": load,
        ]
        let warmup: Json = ["sets": 1, "kind": "warmup", "reps": 5]
        return chance(2)
            ? ["groups": [loaded]]
            : ["groups": [warmup, loaded], "rest_ms": number(1000, 600_000)]
    }

    mutating func template() -> Members {
        let planned: Json = ["exercise": id(), "target": target(), "superset": "A"]
        let plain: Json = ["exercise": id(), "target": target()]
        let exercises: Json = chance(2) ? [planned, plain] : [plain]
        return [
            "name": name(), "days_per_week": maybe(number(1, 7)),
            "rest_ms": maybe(number(1000, 600_000)), "note": maybe(text(Self.notes)),
            "deload": maybe(60), "exercises": exercises,
        ]
    }

    mutating func plan() -> Members {
        let templates: Json = chance(2) ? [id()] : [id(), id()]
        let apart: Json = chance(2) ? [] : [id()]
        return ["name": name(), "templates": templates, "apart": apart]
    }

    mutating func workout() -> Members {
        let ms = time()
        let isOpen = chance(3)
        let planned: Json = [
            "exercise": id(), "block": number(2, 3), "target": target(), "superset": name(),
            "note": text(Self.notes),
        ]
        let plain: Json = ["exercise": id()]
        let exercises: Json = pick([[], [plain], [planned, plain]])
        let endedMs = ms + 3_600_000
        return dated(
            ms,
            [
                "name": name(), "template": maybe(id()), "state": isOpen ? "open" : "finished",
                "started_ms": .int(ms), "start_order": number(1, 1000),
                "ended_ms": isOpen ? nil : .int(endedMs), "note": maybe(text(Self.notes)),
                "rest_ms": maybe(number(1000, 600_000)), "exercises": exercises,
                "import": maybe(id()), "owner": maybe(id()), "backdated": flag(),
                "deload": maybe(.number("62.5")),
            ])
    }

    mutating func workoutSet() -> Members {
        let ms = time()
        let isRated = chance(2)
        let load = maybe(fraction())
        var members: Members = [
            "workout": id(), "exercise": id(), "block": number(1, 3), "position": number(1, 100),
            "kind": text(["warmup", "working", "drop"]), "load": load,
            "load_unit": text(["kg", "lb"]), "load_mode": load == nil ? "bodyweight" : "external",
            "rpe": isRated ? .number("8.5") : nil, "rir": isRated ? nil : number(0, 10),
            "drop_of": maybe(id()), "note": maybe(text(Self.notes)), "at_ms": .int(ms),
        ]
        switch Int.random(in: 0..<3, using: &random) {
        case 0: members["reps"] = number(1, 100)
        case 1: members["seconds"] = fraction()
        default: members["distance_m"] = fraction()
        }
        members["updated_ms"] = maybe(number(ms, ms + 1000))
        members["rest"] = maybe(id())
        members["imported_rest_ms"] = maybe(number(0, 600_000))
        members["log_order"] = number(1, 1000)
        return dated(ms, members)
    }

    mutating func pause() -> Members {
        let from = Int64.random(in: 20_000...20_500, using: &random)
        return ["from_day": .int(from), "until_day": number(from, from + 90)]
    }

    mutating func challenge(_ origin: Origin) -> Members {
        let measured: Json = pick([
            ["measure": "reps"], ["measure": "seconds", "category_of": "legs", "from": 6],
            ["measure": "efforts", "within_days": 1],
        ])
        let from = Int64.random(in: 20_000...20_500, using: &random)
        return [
            "kind": text(["daily", "weekly"]), "key": .text(origin.key),
            "template": text(["push-ups-today", "legs"]), "text": text(Self.notes),
            "measured": measured, "target": number(1, 500), "from_day": .int(from),
            "to_day": number(from, from + 6), "swapped_away": flag(),
            "completed_ms": maybe(.int(time())),
        ]
    }
}
