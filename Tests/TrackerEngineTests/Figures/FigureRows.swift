import TestSupport
import Testing
import TrackerCore

/// The rows that figures are derived from, as the database keeps them, and the person's preferences.
struct FigureRows {
    struct Exercise {
        let id: String
        let name: String
        let unit: String
        let primary: [String]
        let secondary: [String]
        /// Unit of its figures; `nil` for the preferred one.
        let loadUnit: String?
        let isPair: Bool
    }

    struct Lift {
        let id: String
        let workout: String
        let exercise: String
        let position: Int64
        let kind: String
        let reps: Int64?
        let load: Double?
        let unit: String
        let mode: String
        let seconds: Double?
        let distance: Double?
        let atMs: Int64
        /// The local day on which the row was written, numbered from 1970-01-01.
        let day: Int64
        let order: Int64
        /// True if the set is of a workout of a deload.
        var isOfDeload = false
        /// The body's weight that was noted last before the set; `nil` for none.
        var body: Weight?
        /// True if the exercise's weights come in pairs.
        var isPair = false
    }

    struct Weight {
        let value: Double
        let unit: String
        let atMs: Int64
        let day: Int64
        let order: Int64
    }

    struct Entry {
        let id: String
        let exercise: String
        let count: Int64
        let atMs: Int64
        let day: Int64
        let order: Int64
    }

    struct Session {
        let id: String
        let mode: String
        let isComplete: Bool
        /// The total: milliseconds, or reps.
        let total: Int64
        let startedMs: Int64
        let day: Int64
        let order: Int64
    }

    let exercises: [Exercise]
    let lifts: [Lift]
    let weights: [Weight]
    let entries: [Entry]
    let sessions: [Session]
    /// The local days of workouts.
    let workoutDays: [Int64]
    /// `kg` or `lb`.
    let unit: String
    /// Days from Monday to the first day of a week.
    let weekStart: Int64
    let days: FigureDays
    let nowMs: Int64

    init(_ bench: Bench) throws {
        let tables = try bench.tables()
        func rows<Row>(_ table: String, _ read: (Json) throws -> Row) throws -> [Row] {
            try (tables[table] ?? []).map { try read(Json(reading: $0)) }
        }
        func text(_ row: Json, _ name: String) throws -> String { try #require(row[name]?.text) }
        func int(_ row: Json, _ name: String) throws -> Int64 { try #require(row[name]?.int) }
        let exercises = try rows("exercise") {
            let row = $0
            func muscles(_ name: String) -> [String] {
                row["muscles"]?[name]?.list.compactMap(\.text) ?? []
            }
            return try Exercise(
                id: text($0, "id"), name: text($0, "name"), unit: text($0, "unit"),
                primary: muscles("primary"), secondary: muscles("secondary"),
                loadUnit: row["gear"]?["unit"]?.text,
                isPair: row["pair"] == 1 || row["pair"] == true)
        }
        self.exercises = exercises
        let measurements = try rows("measurement") { $0 }
        let weights = try measurements.filter { $0["what"]?.text == "weight" }.map {
            try Weight(
                value: #require($0["value"]?.double), unit: text($0, "unit"),
                atMs: int($0, "at_ms"), day: int($0, "day"), order: int($0, "note_order"))
        }
        self.weights = weights
        let deloads = try Set(
            rows("workout") { $0 }.filter { $0["deload"]?.double != nil }.map { try text($0, "id") }
        )
        lifts = try rows("workout_set") {
            var lift = try Lift(
                id: text($0, "id"), workout: text($0, "workout"), exercise: text($0, "exercise"),
                position: int($0, "position"), kind: text($0, "kind"), reps: $0["reps"]?.int,
                load: $0["load"]?.double, unit: text($0, "load_unit"), mode: text($0, "load_mode"),
                seconds: $0["seconds"]?.double, distance: $0["distance_m"]?.double,
                atMs: int($0, "at_ms"), day: int($0, "day"), order: int($0, "log_order"))
            lift.isOfDeload = deloads.contains(lift.workout)
            if lift.mode != "external" {
                let earlier = weights.filter { $0.atMs <= lift.atMs }
                lift.body = earlier.first { one in
                    earlier.allSatisfy { ($0.atMs, $0.order) <= (one.atMs, one.order) }
                }
            }
            lift.isPair = exercises.contains { $0.id == lift.exercise && $0.isPair }
            return lift
        }
        entries = try rows("log_entry") {
            try Entry(
                id: text($0, "id"), exercise: text($0, "exercise"), count: int($0, "count"),
                atMs: int($0, "at_ms"), day: int($0, "day"), order: int($0, "add_order"))
        }
        sessions = try rows("training") {
            try Session(
                id: text($0, "id"), mode: text($0, "mode"),
                isComplete: $0["state"] == "complete", total: int($0, "accumulated"),
                startedMs: int($0, "started_ms"), day: int($0, "day"),
                order: int($0, "start_order"))
        }
        workoutDays = try rows("workout") { try int($0, "day") }
        let settings = try bench.json("settings.get")
        unit = try text(settings, "unit")
        weekStart = try ["mon": 0, "sat": 5, "sun": 6][text(settings, "week_starts")] ?? 0
        let turn = try text(settings, "day_starts_at").split(separator: ":").compactMap {
            Int64($0)
        }
        days = FigureDays(turnMinute: turn[0] * 60 + turn[1])
        nowMs = bench.clock.wallMs
    }

    func exercise(_ name: String) throws -> Exercise {
        try #require(exercises.first { $0.name == name })
    }

    func name(ofExercise id: String) -> Json? {
        exercises.first { $0.id == id }.map { .text($0.name) }
    }
}

/// The days of a history, which begin at a minute after local midnight, numbered from 1970-01-01.
struct FigureDays {
    let turnMinute: Int64

    /// Found by trying each day near the instant.
    func day(_ ms: Int64) -> Int64 {
        let near = ms / 86_400_000
        return (near - 3...near + 3).last { beginning(of: $0) <= ms } ?? near
    }

    /// The first instant at which a clock shows the time at which the day begins; in a gap, that time with
    /// the offset before the gap.
    func beginning(of day: Int64) -> Int64 {
        let local = day * 86_400 + turnMinute * 60
        let offsets = [local - 86_400, local + 86_400].map { Int64(FigureHistory.offset($0)) }
        let shown = offsets.map { local - $0 }
            .filter { $0 + Int64(FigureHistory.offset($0)) == local }
        return (shown.min() ?? local - offsets[0]) * 1000
    }

    static func date(_ day: Int64) -> String {
        String(Zone.utc.text(ofMs: day * 86_400_000).prefix(10))
    }

    static func text(_ ms: Int64) -> Json {
        .text(Zone { FigureHistory.offset($0) }.text(ofMs: ms))
    }
}

/// A random span of time as a request gives it; each end is a day or a time.
struct FigureSpan {
    let params: String
    /// The bounds from ends that are times, in UTC milliseconds; the upper bound is exclusive.
    private var moments = Int64.min..<Int64.max
    /// The bounds from ends that are days.
    private var wholeDays = Int64.min...Int64.max
    /// The days in which both ends lie.
    let days: ClosedRange<Int64>

    /// The span of all time.
    static let always = FigureSpan()

    private init() {
        params = ""
        days = .min ... .max
    }

    func contains(_ ms: Int64, _ day: Int64) -> Bool {
        moments.contains(ms) && wholeDays.contains(day)
    }

    /// - Returns: `nil` if the ends are in the wrong order.
    init?(_ rows: FigureRows, _ dice: inout SplitMix) {
        func end() -> (text: String, fromMs: Int64, toMs: Int64, day: Int64, isDay: Bool) {
            let ago = Int64.random(in: -2...110, using: &dice) * 86_400_000
            let ms = (rows.nowMs - ago + .random(in: 0..<86_400_000, using: &dice)) / 1000 * 1000
            guard Bool.random(using: &dice) else {
                return (Zone.utc.text(ofMs: ms), ms, ms, rows.days.day(ms), false)
            }
            let day = ms / 86_400_000
            let (from, to) = (rows.days.beginning(of: day), rows.days.beginning(of: day + 1))
            return (FigureDays.date(day), from, to, day, true)
        }
        let (from, to) = (end(), end())
        guard from.fromMs < to.toMs, from.day <= to.day else { return nil }
        params = "\"from\":\"\(from.text)\",\"to\":\"\(to.text)\""
        days = from.day...to.day
        moments = (from.isDay ? .min : from.fromMs)..<(to.isDay ? .max : to.toMs)
        wholeDays = (from.isDay ? from.day : .min)...(to.isDay ? to.day : .max)
    }
}
