import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine

/// The firings and efforts of a day. The bench's clock shows Sunday, 2026-03-01, 09:00 at first.
@Suite struct TimelineTests {
    let bench: Bench

    init() throws {
        bench = try Bench.gym()
        try bench.call(
            "reminder.create",
            """
            {"name":"stand","every":"30m","between":"09:00-17:00","days":"daily",\
            "anchor":"clock","exercise":"squats","count":15}
            """)
    }

    /// A person's day needn't begin at midnight.
    @Test func thePresentDayByDefault() throws {
        bench.advance(ms: 18 * 3_600_000)
        #expect(try bench.call("timeline.get")["day"] == .string("2026-03-01"))
        bench.advance(ms: 2 * 3_600_000)
        #expect(try bench.call("timeline.get")["day"] == .string("2026-03-02"))
    }

    private func get(_ date: String = "2026-03-01") throws -> JSONValue {
        try bench.call("timeline.get", "{\"date\":\"\(date)\"}")
    }

    /// Marks as `10:30 fired`, by the name of their reminder.
    private func marks(_ name: String = "stand", on date: String = "2026-03-01") throws -> [String]
    {
        let row = try get(date)["rows"]?.list.first { $0["name"] == .string(name) }
        return row?["marks"]?.list.map { mark in
            let time = (mark["at"]?.string ?? "").dropFirst(11).prefix(5)
            let reason = mark["reason"]?.string.map { " \($0)" } ?? ""
            return "\(time) \(mark["kind"]?.string ?? "")\(reason)"
                + (mark["test"] == .bool(true) ? " test" : "")
        } ?? []
    }

    /// Efforts as `10:05 15 reps Squats answer`.
    private func efforts(_ date: String = "2026-03-01") throws -> [String] {
        try get(date)["efforts"]?.list.map { effort in
            let time = (effort["at"]?.string ?? "").dropFirst(11).prefix(5)
            guard case .integer(let count)? = effort["count"] else { return "no count" }
            return "\(time) \(count) \(effort["unit"]?.string ?? "") "
                + "\(effort["name"]?.string ?? "") \(effort["kind"]?.string ?? "")"
        } ?? []
    }

    private func answer(_ action: String, _ members: String = "") throws {
        try bench.call(
            "reminder.answer", "{\"reminder\":\"stand\",\"action\":\"\(action)\"\(members)}")
    }

    /// What the journal tells of an occurrence is found whatever the clock showed before and since.
    @Test(arguments: [400 * 86_400_000, -400 * 86_400_000, -1_772_000_000_000] as [Int64])
    func aClockThatWasWrongHidesNoMark(_ ms: Int64) throws {
        func liveWithAWrongClock() throws {
            bench.stepWall(ms: ms)
            for _ in 1...20 {
                try bench.call("timer.start", #"{"duration":"1h"}"#)
                try bench.call("timer.cancel", #"{"timer":"last"}"#)
            }
            bench.stepWall(ms: -ms)
        }
        try bench.call("reminder.disable", #"{"reminder":"stand"}"#)
        try liveWithAWrongClock()
        try bench.call("reminder.enable", #"{"reminder":"stand"}"#)
        bench.advance(to: 8, 31)
        try answer("snooze", #","for":"10m""#)
        bench.advance(to: 8, 42)
        let marks = try marks()
        #expect(marks.suffix(3) == ["09:30 fired", "09:31 snoozed", "09:41 fired"])
        try bench.call("reminder.disable", #"{"reminder":"stand"}"#)
        try liveWithAWrongClock()
        #expect(try self.marks().prefix(marks.count) == marks.prefix(marks.count))
    }

    /// An effort at four stays one at four, wherever the person is now.
    @Test func aJourneyMovesNoMark() throws {
        bench.place.become("America/Los_Angeles") { _ in -8 * 3600 }
        bench.take(bench.engine.calendarChanged(at: bench.clock))
        bench.advance(to: 12)
        try bench.call("log.add", #"{"exercise":"plank","count":60}"#)
        let day = String(bench.place.zone.text(ofMs: bench.clock.wallMs).prefix(10))
        let here = try efforts(day)
        #expect(here == ["04:00 60 seconds Plank own"])
        bench.place.become("Europe/Berlin") { _ in 3600 }
        bench.take(bench.engine.calendarChanged(at: bench.clock))
        #expect(try efforts(day) == here)
    }

    /// A reminder of another exercise from now on doesn't change which set has answered it.
    @Test func aChangedReminderLeavesThePastAlone() throws {
        bench.advance(to: 8, 31)
        try bench.call("workout.start")
        try bench.set("squats")
        let before = try efforts()
        #expect(before.count == 1 && before[0].hasSuffix("Squats answer"))
        bench.advance(to: 10, day: 1)
        try bench.call("reminder.update", #"{"reminder":"stand","exercise":"plank"}"#)
        #expect(try efforts() == before)
    }

    @Test func eachMarkAtItsTime() throws {
        bench.advance(to: 8, 32)
        try answer("log")
        bench.advance(to: 9, 6)
        try answer("snooze", #","for":"10m""#)
        bench.advance(to: 9, 20)
        try answer("dismiss")
        bench.advance(to: 9, 40)
        try bench.call("reminder.fire", #"{"reminder":"stand"}"#)
        bench.advance(to: 9, 41)
        try bench.call("do_not_disturb.set", #"{"for":"20m"}"#)
        bench.advance(to: 10, 40)
        try bench.call("reminder.disable", #"{"reminder":"stand"}"#)
        #expect(
            try marks() == [
                "09:30 fired", "09:32 answered", "10:00 fired", "10:05 follow_up",
                "10:06 snoozed", "10:16 fired", "10:20 dismissed", "10:30 fired",
                "10:35 follow_up", "10:40 expired test", "10:40 fired test",
                "11:00 expired test", "11:00 suppressed do_not_disturb", "11:30 fired",
                "11:35 follow_up", "11:40 expired disabled",
            ])
    }

    @Test func rowsAreByTheirFirstMark() throws {
        for (name, time) in [("late", "16:00"), ("early", "09:15")] {
            try bench.call(
                "reminder.create", "{\"name\":\"\(name)\",\"at\":[\"\(time)\"],\"days\":\"daily\"}")
        }
        bench.advance(to: 15, 10)
        func names() throws -> [JSONValue?] { try get()["rows"]?.list.map { $0["name"] } ?? [] }
        #expect(try names() == [.string("early"), .string("stand"), .string("late")])
        // A deleted reminder keeps its last name.
        try bench.call("reminder.update", #"{"reminder":"early","name":"first"}"#)
        try bench.call("reminder.delete", #"{"reminder":"first"}"#)
        #expect(try names() == [.string("first"), .string("stand"), .string("late")])
        #expect(try marks("first").last == "16:10 expired deleted")
    }

    /// All marks of an occurrence stand in its own day.
    @Test func theNightBelongsToTheDayBefore() throws {
        try bench.call("reminder.create", #"{"name":"night","at":["03:50"],"days":"daily"}"#)
        bench.advance(to: 2, 50, day: 1)
        bench.advance(to: 3, 10)
        try bench.call("reminder.answer", #"{"reminder":"night","action":"log"}"#)
        try bench.call("log.add", #"{"exercise":"squats","count":5}"#)
        #expect(try marks("night") == ["03:50 fired", "03:55 follow_up", "04:10 answered"])
        #expect(try marks("night", on: "2026-03-02") == [])
        #expect(try get("2026-03-02T03:00")["day"] == .string("2026-03-01"))
        // An effort of the new day follows a firing of the day before.
        #expect(try efforts("2026-03-02") == ["04:10 5 reps Squats prompted"])
    }

    @Test func anEffortIsAnAnswerPromptedOrOnesOwn() throws {
        try bench.call("log.add", #"{"exercise":"plank","count":40}"#)
        bench.advance(to: 8, 32)
        try answer("log")
        bench.advance(to: 8, 50)
        try bench.call("log.add", #"{"exercise":"plank","count":30}"#)
        bench.advance(to: 9, 3)
        try bench.call("log.add", #"{"exercise":"squats","count":8}"#)
        try bench.call("reminder.disable", #"{"reminder":"stand"}"#)
        bench.advance(to: 9, 30)
        try bench.call("log.add", #"{"exercise":"plank","count":20}"#)
        bench.advance(ms: 60_000)
        try bench.call("log.add", #"{"exercise":"plank","count":10}"#)
        #expect(
            try efforts() == [
                "09:00 40 seconds Plank own", "09:32 15 reps Squats answer",
                "09:50 30 seconds Plank prompted", "10:03 8 reps Squats answer",
                "10:30 20 seconds Plank prompted", "10:31 10 seconds Plank own",
            ])
        let found = try get()["efforts"]?.list ?? []
        let occurrences = try bench.call("occurrence.list")["occurrences"]?.list ?? []
        let fired = occurrences.filter { $0["fired_at"] != nil }
        #expect(
            found.map { $0["occurrence"] } == [
                nil, fired[1]["id"], fired[1]["id"], fired[0]["id"], fired[0]["id"], nil,
            ])
    }

    @Test func setsAndSessionsAreEfforts() throws {
        bench.advance(to: 8, 31)
        try bench.call("workout.start")
        try bench.set("squats")
        try bench.set("bench press", #""type":"warmup","reps":5,"load":40"#)
        try bench.set("plank", #""seconds":30.5"#)
        try bench.call("training.start", #"{"mode":"reps","target":5}"#)
        try bench.call("training.reps", #"{"count":6}"#)
        // A session with an exercise is told by its log entry.
        try bench.call("training.start", #"{"mode":"reps","target":5,"exercise":"squats"}"#)
        try bench.call("training.reps", #"{"count":7}"#)
        let found = try efforts()
        #expect(
            found == [
                "09:31 7 reps Squats prompted", "09:31 5 reps Squats answer",
                "09:31 5 reps Bench Press prompted", "09:31 30 seconds Plank prompted",
                "09:31 6 reps Training prompted",
            ])
    }
}
