import TestSupport
import TrackerCore

/// Random rows of each shared kind, in the form that exports have.
struct SharedSamples {
    typealias Members = [String: Json?]

    /// Values that all edits of a row have in common.
    struct Origin {
        let id: String
        /// Slug in the library; `nil` for a person's own.
        let slug: String?
        /// Key of a challenge: its period and draw.
        let key: String
    }

    /// Kinds that stay on their machine.
    static let staying: Set<Kind> = [.timer, .doNotDisturb, .announcement]
    static let shared = Kind.allCases.filter { !staying.contains($0) }

    static let names = ["Squats", "a \"quoted\" one", "back\\slash", "Übung 💪", "x"]
    static let notes = ["deep", "two\nlines\tand \"more\"", "{\"a\":1}", "null", "💪"]
    private static let muscles = ["chest", "lats", "upper back", "quads"]

    var random: SplitMix

    init(seed: UInt64) { random = SplitMix(seed: seed) }

    /// Type of a kind's entities.
    static func entityType(of kind: Kind) -> any Entity.Type {
        switch kind {
        case .timer: Timer.self
        case .rest: Rest.self
        case .exercise: Exercise.self
        case .logEntry: LogEntry.self
        case .measurement: Measurement.self
        case .reminder: Reminder.self
        case .occurrence: Occurrence.self
        case .doNotDisturb: DoNotDisturb.self
        case .training: Training.self
        case .preset: Preset.self
        case .program: Program.self
        case .run: Run.self
        case .runPlan: RunPlan.self
        case .settings: Settings.self
        case .template: Template.self
        case .plan: TrainingPlan.self
        case .workout: Workout.self
        case .workoutSet: WorkoutSet.self
        case .pause: StreakPausePeriod.self
        case .goal: Goal.self
        case .trainingMax: TrainingMax.self
        case .announcement: Announcement.self
        case .challenge: Challenge.self
        case .zoneChange: ZoneChange.self
        }
    }

    mutating func origin(of kind: Kind) -> Origin {
        let key = "daily/2026-03-0\(Int.random(in: 1...9, using: &random))/0"
        let id: String =
            switch kind {
            case .settings: Settings.onlyID
            case .challenge: Identifier.derived(from: "challenge:\(key)")
            default: Identifier.random(using: &random)
            }
        return Origin(id: id, slug: chance(2) ? "slug-of-it" : nil, key: key)
    }

    /// Random edit of a row.
    mutating func row(of kind: Kind, _ origin: Origin) -> Json {
        var members: Members =
            switch kind {
            case .timer, .doNotDisturb, .announcement: [:]
            case .rest: rest()
            case .exercise: exercise(origin)
            case .logEntry: logEntry()
            case .measurement: measurement()
            case .reminder: reminder()
            case .occurrence:
                occurrence(
                    pick(["snoozed", "suppressed", "expired", "dismissed", "answered"]))
            case .training: training()
            case .preset: goal().merging(["name": name()]) { $1 }
            case .program: program(origin)
            case .run: run()
            case .runPlan: ["intervals": intervals()]
            case .settings: settings()
            case .template: template()
            case .plan: plan()
            case .workout: workout()
            case .workoutSet: workoutSet()
            case .pause: pause()
            case .goal: ownGoal()
            case .trainingMax: trainingMax()
            case .challenge: challenge(origin)
            case .zoneChange:
                [
                    "from_zone": "Europe/Berlin", "to_zone": text(["UTC", "Asia/Tokyo"]),
                    "at_ms": .int(time()),
                ]
            }
        members["id"] = Json.text(origin.id)
        return Json.members(members)
    }

    // MARK: Values

    mutating func chance(_ of: Int) -> Bool {
        Int.random(in: 0..<of, using: &random) == 0
    }

    mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: values.indices, using: &random)]
    }

    mutating func text(_ texts: [String]) -> Json { .text(pick(texts)) }

    mutating func name() -> Json { text(Self.names) }

    /// Whole number between two others, inclusive.
    mutating func number(_ first: Int64, _ last: Int64) -> Json {
        .int(Int64.random(in: first...last, using: &random))
    }

    /// Counted milliseconds, in the form that a column has.
    mutating func tally() -> Json {
        .text(String(Int64.random(in: 0...600_000, using: &random)))
    }

    /// A number with a fraction, such as 102.5.
    mutating func fraction() -> Json {
        .number("\(Int.random(in: 1...300, using: &random)).\(pick(["5", "25", "125"]))")
    }

    mutating func flag() -> Json { .bool(chance(2)) }

    mutating func id() -> Json { .text(Identifier.random(using: &random)) }

    /// The value, or `nil` at random.
    mutating func maybe(_ value: Json) -> Json? { chance(2) ? value : nil }

    /// Time in the last two years, UTC milliseconds.
    mutating func time() -> Int64 {
        Int64.random(in: 1_710_000_000_000...1_772_353_000_000, using: &random)
    }

    mutating func dated(_ ms: Int64, _ members: Members) -> Members {
        let offset: Int64 = pick([0, 3600, -18_000])
        let dated: Members = [
            "day": .int((ms / 1000 + offset) / 86_400), "offset_s": .int(offset),
        ]
        return members.merging(dated) { $1 }
    }

    // MARK: Rows

    private mutating func exercise(_ origin: Origin) -> Members {
        let muscles: Json = [
            "primary": [text(Self.muscles)], "secondary": chance(2) ? ["calves", "neck"] : [],
        ]
        return [
            "name": name(), "unit": text(["reps", "seconds"]), "category": text(["legs", "other"]),
            "equipment": maybe("barbell"), "default_count": number(1, 100), "icon": maybe("run"),
            "color": maybe(text(["#1a9fff", "#000000"])), "variant_of": maybe(id()),
            "muscles": maybe(muscles), "slug": origin.slug.map(Json.text),
            "edited": origin.slug == nil ? false : flag(), "archived": flag(),
            "aliases": .list(chance(2) ? [name()] : []),
            "import_names": .list(chance(2) ? [name(), name()] : []),
            "gear": maybe(gear()), "pair": flag(),
        ]
    }

    private mutating func gear() -> Json {
        pick([
            ["unit": "lb"], ["bar": ["value": 15, "unit": "kg"]],
            ["unit": "kg", "steps": [5, .number("12.5")]],
            ["unit": "kg", "step": 5, "start": .number("2.5")],
        ])
    }

    private mutating func logEntry() -> Members {
        let ms = time()
        return dated(
            ms,
            [
                "exercise": id(), "count": number(1, 100_000), "unit": text(["reps", "seconds"]),
                "at_ms": .int(ms), "note": maybe(text(Self.notes)),
                "source": text(["manual", "reminder", "training", "import"]),
                "occurrence": maybe(id()), "add_order": number(1, 1000),
            ])
    }

    private mutating func measurement() -> Members {
        let ms = time()
        let what: Members = pick([
            ["what": "weight", "value": .number("80.25"), "unit": "kg"],
            ["what": "Waist", "value": 84, "unit": "cm"],
            ["what": "mood", "value": 7, "unit": nil],
            ["what": "sleep", "value": .number("7.5"), "unit": "h"],
        ])
        return dated(ms, ["at_ms": .int(ms), "note_order": number(1, 1000)])
            .merging(what) { $1 }
    }

    private mutating func trainingMax() -> Members {
        let ms = time()
        return dated(
            ms,
            [
                "exercise": id(), "load": pick([100, .number("142.5")] as [Json]),
                "unit": text(["kg", "lb"]),
                "at_ms": .int(ms), "note_order": number(1, 1000),
            ])
    }

    private mutating func reminder() -> Members {
        let schedule: Json = pick([
            ["every": "1h"], ["every": 3_600_000, "between": "09:00-17:00", "days": "mon-fri"],
            ["at": ["08:00", "20:00"], "days": "daily"],
            ["every": "45m", "between": ["mon": "09:00-12:00", "sat": "10:00-11:00"]],
        ])
        let steps: Json = [60_000, 600_000]
        let exercise = maybe(chance(2) ? "any" : id())
        return [
            "name": name(), "message": maybe(text(Self.notes)), "enabled": flag(),
            "schedule": schedule, "exercise": exercise,
            "count": exercise == nil ? nil : maybe(number(1, 100)),
            "follow_up_ms": maybe(chance(2) ? [] : steps),
            "snooze_ms": number(60_000, 86_400_000), "missed": text(["once", "skip", "all"]),
            "grace_ms": maybe(number(1000, 86_400_000)),
            "when_idle": maybe(text(["skip", "show"])), "create_order": number(1, 1000),
            "unless_done": exercise == nil ? nil : maybe(flag()),
            "off_until_ms": maybe(.int(time())),
            "break_ms": maybe(chance(2) ? 0 : number(60_000, 86_400_000)),
        ]
    }

    /// Occurrence in a state. A snoozed one has moments of `Machine`.
    mutating func occurrence(_ state: String) -> Members {
        let now = Machine().now
        let sinceMs = Int64.random(in: 0...600_000, using: &random)
        let since = now.advanced(byMs: -sinceMs)
        let began = since.advanced(byMs: -Int64.random(in: 0...3_000_000, using: &random))
        let dueMs = began.wallMs - Int64.random(in: 0...5000, using: &random)
        let isFired = state != "suppressed"
        var members: Members = [
            "reminder": id(), "test": false, "state": .text(state), "due_ms": .int(dueMs),
            "fired_ms": isFired ? .int(began.wallMs) : nil,
            "fire_order": isFired ? number(1, 1000) : nil,
            "late_by_ms": maybe(number(0, 5000)), "ladder_ms": [60_000, 300_000],
            "rung": number(0, 2), "expire_after_ms": maybe(3_600_000),
            "follow_ups_ms": .list(chance(2) ? [.int(began.wallMs + 60_000)] : []),
            "snoozes": number(0, 3),
        ]
        switch state {
        case "snoozed":
            members["began"] = Json.text(began.text)
            members["since"] = Json.text(since.text)
            members["snooze_ms"] = number(60_000, 86_400_000)
        case "answered", "dismissed":
            members["answered_ms"] = Json.int(since.wallMs)
            members["response_ms"] = Json.int(since.wallMs - began.wallMs)
            if state == "answered" { members["log"] = maybe(id()) }
        case "expired":
            members["reason"] = maybe(text(["missed", "disabled"]))
            members["expired_ms"] = maybe(.int(since.wallMs))
        default: members["reason"] = maybe(text(["idle", "missed", "disabled"]))
        }
        return dated(dueMs, members)
    }

    private mutating func rest() -> Members {
        [
            "state": text(["finished", "skipped"]), "duration_ms": number(1000, 600_000),
            "tally": tally(),
            "started_ms": .int(time()), "start_order": number(1, 1000),
            "ended_ms": .int(time()), "late_by_ms": maybe(number(0, 5000)),
            "warn_at_ms": chance(2) ? [10_000, 3000] : [], "armed_ms": [], "label": maybe(name()),
            "after": maybe(["kind": text(["training", "set"]), "id": id()]),
        ]
    }

    /// Fields that presets and trainings have.
    private mutating func goal() -> Members {
        [
            "mode": text(["time", "reps"]), "target": number(1, 60_000),
            "adjustment": number(0, 5000), "rest_ms": number(0, 60_000), "ready_ms": 0,
            "exercise": maybe(id()),
        ]
    }

    /// A person's own goal.
    private mutating func ownGoal() -> Members {
        let unit: Json? = chance(2) ? text(["reps", "seconds"]) : nil
        let first = Int64.random(in: 20_000...20_400, using: &random)
        let target: Json = ["from": .int(first), "count": number(1, 500)]
        let next: Json = ["from": .int(first + 30), "count": number(1, 500)]
        return [
            "name": name(), "unit": unit, "exercise": unit == nil ? nil : id(),
            "measure": unit == nil
                ? text(["workouts", "trainings", "efforts", "focus"]) : "exercise",
            "period": text(["daily", "weekdays", "weekly"]),
            "targets": .list(chance(2) ? [target] : [target, next]),
        ]
    }

    private mutating func training() -> Members {
        let ms = time()
        let attempt: Json = [
            "id": id(), "value": number(0, 60_000), "adjustment": 5000, "counted": 100,
            "at_ms": .int(ms),
        ]
        let more: Members = [
            "state": "complete", "clock": tally(),
            "reached": flag(), "accumulated": number(0, 60_000),
            "attempts": .list(chance(2) ? [attempt] : []), "attempted_ms": maybe(number(0, 9000)),
            "effort_ms": number(0, 60_000), "started_ms": .int(ms),
            "start_order": number(1, 1000), "ended_ms": .int(ms + 60_000),
        ]
        return dated(ms, goal().merging(more) { $1 })
    }

    private mutating func interval() -> Json {
        [
            "label": name(), "duration_ms": number(100, 60_000), "kind": text(["work", "rest"]),
            "confirmation": text(["automatic", "manual"]),
            "cues": chance(2) ? ["start", "end"] : [],
        ]
    }

    private mutating func intervals() -> Json {
        let group: Json = ["repeat": number(1, 4), "intervals": [interval(), interval()]]
        return chance(2) ? [interval()] : [interval(), group]
    }

    private mutating func program(_ origin: Origin) -> Members {
        [
            "name": name(), "icon": maybe("run"), "sound": maybe("rest-warning"),
            "intervals": intervals(),
            "slug": origin.slug.map(Json.text), "edited": origin.slug == nil ? false : flag(),
            "deleted": origin.slug == nil ? false : flag(),
        ]
    }

    private mutating func run() -> Members {
        let ms = time()
        let place: Json = [
            "interval": interval(), "next": interval(), "round": ["k": 1, "n": 2], "steps": 3,
            "following_ms": number(0, 60_000),
        ]
        return dated(
            ms,
            [
                "program": id(), "name": name(), "state": text(["completed", "stopped"]),
                "step": number(0, 2), "tally": "60000", "began_ms": number(0, 60_000),
                "duration_ms": number(100, 60_000), "place": place, "begun": flag(),
                "below_ms": 0, "worked_ms": number(0, 60_000), "rounds": number(0, 3),
                "started_ms": .int(ms), "start_order": number(1, 1000),
                "ended_ms": .int(ms + 60_000),
            ])
    }
}
