import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine

/// A report about a period, compared with the one before. The bench's clock shows Sunday, 2026-03-01, 09:00
/// at first.
@Suite struct ReportTests {
    let bench: Bench

    init() throws { bench = try Bench.gym() }

    private func get(_ period: String, _ members: String = "") throws -> JSONValue {
        try bench.call("report.get", "{\"period\":\"\(period)\"\(members)}")
    }

    private func log(_ exercise: String, _ count: Int, at time: String) throws {
        try bench.call(
            "log.add", "{\"exercise\":\"\(exercise)\",\"count\":\(count),\"at\":\"\(time)\"}")
    }

    /// The total of an exercise, by its name.
    private func total(_ name: String, in report: JSONValue) -> JSONValue? {
        report["totals"]?.list.first { $0["name"] == .string(name) }
    }

    /// Wednesday, 15:00: what was done by Wednesday, 15:00, of the week before.
    @Test func likeIsComparedWithLike() throws {
        bench.advance(to: 14, day: 10)
        for (day, hour) in [("02", "10:00"), ("04", "14:59"), ("04", "15:00"), ("05", "10:00")] {
            try log("squats", 10, at: "2026-03-\(day)T\(hour)")
        }
        try log("squats", 30, at: "2026-03-09T10:00")
        try log("plank", 60, at: "2026-03-11T10:00")
        try log("pull-ups", 5, at: "2026-03-03T10:00")
        try log("bench dips", 5, at: "2026-03-06T10:00")
        let week = try get("week")
        #expect(
            week["compared_with"]
                == .object([
                    "from": .string("2026-03-02T04:00:00.000+01:00"),
                    "from_ms": .integer(1_772_420_400_000),
                    "to": .string("2026-03-04T15:00:00.000+01:00"),
                    "to_ms": .integer(1_772_632_800_000), "whole_to": .string("2026-03-08"),
                ]))
        let squats = try #require(total("Squats", in: week))
        #expect(squats["count"] == .integer(30) && squats["before"] == .integer(20))
        #expect(squats["before_whole"] == .integer(40))
        #expect(squats["change"] == .integer(50) && squats["trend"] == .string("up"))
        #expect(squats["unit"] == .string("reps"))
        #expect(squats["per_day"] == .integer(10) && squats["per_active_day"] == .integer(10))
        let plank = try #require(total("Plank", in: week))
        #expect(plank["trend"] == .string("new") && plank["change"] == nil)
        #expect(plank["unit"] == .string("seconds") && plank["count"] == .integer(60))
        let pullUps = try #require(total("Pull-ups", in: week))
        #expect(pullUps["change"] == .integer(-100) && pullUps["count"] == .integer(0))
        // Of what was done later in the week before, nothing is to be compared.
        #expect(total("Bench Dips", in: week) == nil)
        #expect(week["active"] == .object(["done": .integer(2), "of": .integer(3)]))
        let days = week["days"]?.list ?? []
        #expect(days.map { $0["day"] } == ["09", "10", "11"].map { .string("2026-03-\($0)") })
        #expect(days.map { $0["efforts"] } == [.integer(1), .integer(0), .integer(1)])
        #expect(days[0]["reps"] == .integer(30) && days[2]["seconds"] == .integer(60))
        #expect(days.map { $0["state"] } == [.string("done"), .string("missed"), .string("done")])
    }

    @Test(arguments: [
        ("day", "2026-03-01", "2026-03-01"), ("month", "2026-03-01", "2026-03-31"),
        ("year", "2026-01-01", "2026-12-31"),
    ]) func eachLength(_ period: String, _ from: String, _ to: String) throws {
        let report = try get(period)
        #expect(report["from"] == .string(from) && report["to"] == .string(to))
    }

    @Test func setsAndSessionsHaveTheirParts() throws {
        try bench.call("workout.start")
        try bench.set("squats", #""type":"warmup","reps":9,"load":20"#)
        for reps in [5, 5, 6] {
            // Of sets at one moment the ids tell which was first.
            bench.advance(ms: 1)
            try bench.set("squats", "\"reps\":\(reps),\"load\":100")
        }
        try bench.set("plank", #""seconds":40"#)
        try bench.call("training.start", #"{"mode":"reps","target":5}"#)
        try bench.call("training.reps", #"{"count":6}"#)
        let day = try get("day")
        let squats = try #require(total("Squats", in: day))
        #expect(squats["count"] == .integer(16))
        #expect(total("Plank", in: day)?["count"] == .integer(40))
        #expect(
            day["strength"]
                == .object([
                    "volume": .integer(1600), "unit": .string("kg"), "sets": .integer(4),
                    "records": .integer(3),
                ]))
        #expect(day["training"]?["sessions"] == .integer(1))
        #expect(day["training"]?["reached"] == .integer(1))
        let today = day["days"]?.list.first
        #expect(today?["efforts"] == .integer(6) && today?["volume"] == .integer(1600))
        #expect(today?["reps"] == .integer(22) && today?["seconds"] == .integer(40))
        #expect(
            day["streak"]
                == .object([
                    "length": .integer(1), "best": .integer(1), "tokens": .integer(0),
                    "done": .integer(1), "frozen": .integer(0), "missed": .integer(0),
                ]))
        // Sets that repeat a record make none.
        bench.advance(to: 8, day: 1)
        try bench.set("squats", #""reps":5,"load":100"#)
        #expect(try get("day")["strength"]?["records"] == .integer(0))
        #expect(try get("month")["strength"]?["records"] == .integer(3))
        try bench.call("settings.set", #"{"streak":false,"unit":"lb"}"#)
        #expect(try get("day")["streak"] == nil)
        #expect(try get("day")["strength"]?["unit"] == .string("lb"))
    }

    /// A finished workout with one set of each exercise.
    private func workout(at start: String, _ sets: KeyValuePairs<String, String>) throws {
        try bench.call("workout.start", "{\"at\":\"\(start)\"}")
        for (exercise, members) in sets { try bench.set(exercise, members) }
        try bench.call("workout.finish")
    }

    @Test func theStrengthLogIsCompared() throws {
        try workout(
            at: "2025-02-01T18:00",
            [
                "squats": #""reps":5,"load":100"#, "bench press": #""reps":5,"load":80"#,
                "paused squats": #""reps":5,"load":60"#,
            ])
        // Later in the year than now.
        try workout(at: "2025-06-01T18:00", ["squats": #""reps":5,"load":150"#])
        try workout(
            at: "2026-02-01T18:00",
            [
                "squats": #""reps":5,"load":110"#, "bench press": #""reps":5,"load":75"#,
                "paused squats": #""reps":5,"load":60"#, "pull-ups": #""reps":8"#,
            ])
        let strength = try get("year")["strength"]
        #expect(strength?["sets"] == .integer(4) && strength?["workouts"] == .integer(1))
        #expect(strength?["before"]?["sets"] == .integer(3))
        #expect(strength?["before"]?["workouts"] == .integer(1))
        #expect(strength?["before"]?["volume"] == .integer(1200))
        let lifts = strength?["lifts"]?.list ?? []
        #expect(lifts.map { $0["name"]?.string } == ["Bench Press", "Squats"])
        #expect(lifts.map { $0["value"]?.figure } == [87.5, 128.33333333])
        #expect(lifts.map { $0["before"]?.figure } == [93.33333333, 116.66666667])
        // A year without one before has nothing to compare.
        let former = try get("year", #","date":"2025-06-01""#)["strength"]
        #expect(former?["before"] == nil && former?["lifts"] == nil)
    }

    @Test func answersAreComparedInPoints() throws {
        try bench.call(
            "reminder.create",
            #"{"name":"stand","every":"60m","between":"09:00-14:30","days":"daily","anchor":"clock"}"#
        )
        func live(_ actions: [String]) throws {
            for (index, action) in actions.enumerated() {
                bench.advance(to: Int64(index) + 9)
                try bench.call(
                    "reminder.answer", "{\"reminder\":\"stand\",\"action\":\"\(action)\"}")
            }
        }
        try live(["log", "log", "log", "log", "dismiss"])
        bench.advance(to: 8, day: 1)
        try live(["log", "dismiss", "dismiss", "log"])
        var reminders = try get("day")["reminders"]
        // By 13:00 there were three on the day before, which are too few to compare.
        #expect(reminders?["before"] == .object(["answer_rate": .integer(1)]))
        bench.advance(to: 13)
        try bench.call("reminder.answer", #"{"reminder":"stand","action":"log"}"#)
        bench.advance(to: 13, 10)
        reminders = try get("day")["reminders"]
        #expect(reminders?["decided"] == .integer(5) && reminders?["answered"] == .integer(3))
        #expect(
            reminders?["before"]
                == .object(["answer_rate": .number(0.8), "points": .integer(-20)]))
        #expect(try get("day")["hours"]?.list.count == 5)
    }
}
