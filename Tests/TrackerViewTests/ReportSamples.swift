import TestSupport
import TrackerAPI
import TrackerCore
import TrackerView

/// Made-up reports.
enum ReportSamples {
    private static let names = [
        "Push-ups", "Plank", "Squats", "Pull-ups", "Dips", "Wall sit", "Burpees", "Lunges",
    ]

    /// Days from one to another, with efforts on most of those that aren't at a week's end.
    static func days(_ from: String, _ count: Int) -> [ReportView.Day] {
        var random = SplitMix(seed: 7)
        let first = Days.number(ofDate: from) ?? 0
        return (0..<count).map { index in
            let date = Days.text(of: first + index)
            let isFree = (Weekday.of(date) ?? 0) > 4
            let isIdle = Int.random(in: 0..<7, using: &random) == 0
            let efforts = isFree || isIdle ? 0 : Int64.random(in: 1...14, using: &random)
            let lifted = efforts > 0 && index % 2 == 0
            return ReportView.Day(
                day: date, state: efforts > 0 ? .done : isFree ? .rest : isIdle ? .frozen : .done,
                efforts: efforts, reps: efforts * 12, seconds: efforts * 40,
                volume: lifted ? Double(efforts) * 312.5 : 0)
        }
    }

    static func totals(_ count: Int, parts: Int) -> [ReportView.Total] {
        var random = SplitMix(seed: 11)
        return (0..<count).map { index in
            let isTime = index % 3 == 1
            let sums = (0..<parts).map { part in
                Int64.random(
                    in: part % 9 == 4 ? 0...0 : 5...(200 - Int64(index) * 4), using: &random)
            }
            let sum = parts > 0 ? sums.reduce(0, +) : 40 + Int64(index) * 20
            let name = index < names.count ? names[index] : "Exercise \(index) of many"
            return ReportView.Total(
                exercise: "k3v9x2m4q7\(index)", name: name, unit: isTime ? "seconds" : "reps",
                count: sum, before: sum * 9 / 10, beforeWhole: sum * 2,
                change: [11, -8, 2, 40, nil][index % 5],
                trend: [.up, .down, .level, .up, .new][index % 5],
                perDay: Double(sum) / 365.25, perActiveDay: Double(sum) / 261.3, parts: sums)
        }
    }

    static let reminders = ReportView.Responses(
        decided: 110, answered: 62, dismissed: 12, ignored: 36,
        notCounted: ["idle": 14, "test": 2, "do_not_disturb": 5, "no_chance": 1, "deleted": 1],
        open: 1, answerRate: 0.5636, medianMs: 21_400, p90Ms: 140_000, rescued: 0.19,
        before: .init(answerRate: 0.48, points: 8))

    static let hours = [
        (9, 3, 3), (10, 12, 16), (11, 18, 22), (12, 4, 11), (13, 5, 12), (14, 9, 14), (15, 7, 12),
        (16, 4, 20),
    ].map { ReportView.Hour(hour: $0.0, answered: $0.1, decided: $0.2) }

    /// A whole leap year with 40 exercises.
    static func year(days count: Int = 366) -> ReportView {
        let days = days("2028-01-01", count)
        let parts = days.filter { $0.day.hasSuffix("-01-01") || Weekday.of($0.day) == 0 }
        return ReportView(
            period: "year", from: "2028-01-01", to: "2028-12-31", running: count < 366, seq: 48_211,
            comparedWith: .init(from: "2027-01-01", to: "2027-12-31"),
            totals: totals(40, parts: parts.count), days: days, parts: parts.map(\.day),
            active: .init(done: 182, of: 261), reminders: reminders, hours: hours,
            streak: .init(length: 12, best: 41, tokens: 1, done: 182, frozen: 9, missed: 14),
            training: .init(sessions: 64, reached: 51, seconds: 28_800, reps: 3120),
            strength: .init(volume: 412_380.25, unit: "kg", sets: 1240, records: 37),
            achievements: (0..<24).map {
                .init(
                    id: "a\($0)", tier: ["bronze", "silver", "gold", "platinum"][$0 % 4],
                    name: "Achievement \($0)", earnedAt: "2028-0\($0 % 9 + 1)-11T15:00:00.000+01:00"
                )
            },
            challenges: (0..<20).map {
                .init(
                    kind: $0 % 2 == 0 ? "daily" : "weekly", text: "Do \($0 * 5) Push-ups",
                    completedAt: $0 % 3 == 0 ? nil : "2028-03-04T18:00:00.000+01:00")
            })
    }

    /// A week that isn't over.
    static func week(named name: String? = nil) -> ReportView {
        let days = Array(days("2026-03-02", 5).prefix(3))
        var totals = totals(5, parts: 3)
        if let name { totals[0].name = name }
        return ReportView(
            period: "week", from: "2026-03-02", to: "2026-03-08", running: true, seq: 812,
            comparedWith: .init(
                from: "2026-02-23T04:00:00.000+01:00", to: "2026-02-25T15:00:00.000+01:00",
                wholeTo: "2026-03-01"),
            totals: totals, days: days, parts: days.map(\.day), active: .init(done: 3, of: 3),
            reminders: reminders, hours: hours,
            streak: .init(length: 8, best: 21, tokens: 1, done: 3, frozen: 0, missed: 0),
            strength: .init(volume: 8450, unit: "kg", sets: 21, records: 2),
            achievements: [
                .init(
                    id: "first-steps", tier: "bronze", name: name ?? "First Steps",
                    earnedAt: "2026-03-02T09:00:00.000+01:00")
            ],
            challenges: [.init(kind: "daily", text: name ?? "Do 35 Push-ups")])
    }

    static func month() -> ReportView {
        let days = days("2026-03-01", 31)
        return ReportView(
            period: "month", from: "2026-03-01", to: "2026-03-31", running: false, seq: 1500,
            comparedWith: .init(from: "2026-02-01", to: "2026-02-28"),
            totals: totals(3, parts: 31), days: days, parts: days.map(\.day),
            active: .init(done: 19, of: 22), reminders: reminders,
            hours: (6...21).map { .init(hour: $0, answered: $0 % 5, decided: $0 % 5 + 3) },
            strength: .init(volume: 41_250, unit: "lb", sets: 120, records: 4))
    }

    static func day() -> ReportView {
        ReportView(
            period: "day", from: "2026-03-02", to: "2026-03-02", running: false, seq: 640,
            comparedWith: .init(from: "2026-03-01", to: "2026-03-01"), totals: totals(2, parts: 0),
            days: Array(days("2026-03-02", 1)), active: .init(done: 1, of: 1),
            reminders: .init(decided: 4, answered: 2, dismissed: 1, ignored: 1, answerRate: 0.5),
            hours: [
                .init(hour: 10, answered: 1, decided: 2), .init(hour: 11, answered: 1, decided: 2),
            ])
    }

    static func empty() -> ReportView {
        ReportView(
            period: "week", from: "2026-03-02", to: "2026-03-08", running: true, seq: 2,
            comparedWith: .init(from: "2026-02-23", to: "2026-03-01"), active: .init(done: 0, of: 0)
        )
    }

    static let timeline: TimelineGet.Response = {
        func mark(
            _ time: String, _ kind: TimelineGet.Mark.Kind, _ reason: String? = nil,
            test: Bool? = nil
        ) -> TimelineGet.Mark {
            .init(at: "2026-03-02T\(time).000+01:00", kind: kind, reason: reason, test: test)
        }
        func effort(_ time: String, _ count: Int64, _ kind: TimelineGet.Effort.Kind)
            -> TimelineGet.Effort
        {
            .init(
                at: "2026-03-02T\(time).000+01:00", exercise: "k3v9", name: "Push-ups",
                count: count, unit: "reps", kind: kind)
        }
        return TimelineGet.Response(
            day: "2026-03-02",
            rows: [
                .init(
                    reminder: "a", name: "stand",
                    marks: [
                        mark("09:00:00", .fired), mark("09:05:00", .followUp),
                        mark("09:06:10", .answered), mark("10:00:00", .fired),
                        mark("10:01:00", .dismissed), mark("11:00:00", .fired),
                        mark("11:00:30", .snoozed), mark("11:15:00", .fired),
                        mark("12:00:00", .expired), mark("13:00:00", .suppressed, "do_not_disturb"),
                        mark("14:10:00", .fired, test: true),
                    ]),
                .init(
                    reminder: "b", name: "Drink a glass of water, and look out of the window",
                    marks: [mark("10:30:00", .fired), mark("10:31:00", .answered)]),
            ],
            efforts: [
                effort("09:06:10", 20, .answer), effort("10:20:00", 15, .prompted),
                effort("17:45:00", 30, .own),
            ])
    }()

    /// - Parameter days: the days from one workout to the next.
    static func progress(
        _ name: String, _ count: Int, every days: Int = 9
    ) throws -> ExerciseProgress.Response {
        let points = (0..<count).map { index in
            let date = Days.text(of: (Days.number(ofDate: "2028-01-03") ?? 0) + index * days)
            let value = 80 + Double((index * 7) % 11) + Double(index)
            return """
                {"at":"\(date)T18:00:00.000+01:00","best_load":\(value),"best_1rm":\(value * 1.2),\
                "volume":\(value * 30),"reps":30,"workout":"w\(index)"}
                """
        }
        return try decode(
            ExerciseProgress.Response.self,
            """
            {"exercise":"k3v9","exercise_name":"\(name)","unit":"kg",\
            "points":[\(points.joined(separator: ","))]}
            """)
    }
}
