import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine

/// How reminders were answered. The bench's clock shows Sunday, 2026-03-01, 09:00 at first.
@Suite struct ResponseTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    private static let march = #"{"from":"2026-03-01","to":"2026-03-31"}"#

    private func get(_ params: String = march) throws -> JSONValue {
        try bench.call("response.get", params)
    }

    private func stand(_ members: String = "") throws {
        try bench.call(
            "reminder.create",
            #"{"name":"stand","every":"30m","between":"09:00-17:00","days":"daily""# + members + "}"
        )
    }

    private func answer(_ action: String, _ name: String = "stand") throws {
        try bench.call("reminder.answer", "{\"reminder\":\"\(name)\",\"action\":\"\(action)\"}")
    }

    /// What was ignored on a day stays so, whenever the reminder is tried later.
    @Test func aTestLeavesThePastAlone() throws {
        try bench.call("reminder.create", #"{"name":"pills","at":["10:00"],"days":["sun"]}"#)
        bench.advance(to: 9)
        try bench.call("reminder.answer", #"{"reminder":"pills","action":"snooze","for":"5m"}"#)
        bench.advance(to: 8, day: 2)
        let day = #"{"from":"2026-03-01","to":"2026-03-01"}"#
        let figures = try get(day)
        let timeline = try bench.call("timeline.get", #"{"date":"2026-03-01"}"#)
        #expect(figures["ignored"] == .integer(1))
        try bench.call("reminder.fire", #"{"reminder":"pills"}"#)
        #expect(try get(day) == figures)
        #expect(try bench.call("timeline.get", #"{"date":"2026-03-01"}"#) == timeline)
        // The second test ends the first.
        try bench.call("reminder.fire", #"{"reminder":"pills"}"#)
        let last = try bench.call("occurrence.list", #"{"state":"expired","limit":1}"#)
        #expect(last["occurrences"]?.list.first?["reason"] == .string("test"))
    }

    @Test func aSpanOfDaysAndAReminder() throws {
        try stand(#","anchor":"clock""#)
        try bench.call(
            "reminder.create", #"{"name":"drink","at":["12:00"],"days":"daily"}"#)
        bench.advance(to: 11)
        try answer("log", "drink")
        bench.advance(to: 11, day: 1)
        try answer("dismiss", "drink")
        func decided(_ params: String) throws -> JSONValue? { try get(params)["decided"] }
        let first = #""from":"2026-03-01","to":"2026-03-01""#
        #expect(try decided("{\(first),\"reminder\":\"drink\"}") == .integer(1))
        #expect(
            try decided(#"{"from":"2026-03-01","to":"2026-03-02","reminder":"drink"}"#)
                == .integer(2))
        // A moment stands for its day; the night belongs to the day before.
        #expect(
            try decided(
                #"{"from":"2026-03-02T12:00","to":"2026-03-03T03:00","reminder":"drink"}"#)
                == .integer(1))
        #expect(try decided("{\(first)}") == .integer(17))
        // History outlives its reminder.
        let id = try bench.call("reminder.get", #"{"reminder":"drink"}"#).id()
        try bench.call("reminder.delete", #"{"reminder":"drink"}"#)
        #expect(try decided("{\(first),\"reminder\":\"\(id)\"}") == .integer(1))
    }

    // MARK: Suggestions

    /// Lets days pass, with each firing answered but those of an hour.
    private func live(days: Int, ignoring hour: Int64) throws {
        for _ in 0..<days {
            for halves in 17...32 {
                let minutes = Int64(halves) * 30
                bench.advance(to: minutes / 60, minutes % 60)
                if minutes / 60 + 1 != hour { try answer("log") }
            }
            bench.advance(to: 20)
            bench.advance(ms: 8 * 3_600_000)
        }
    }

    @Test func anHourThatIsNeverAnsweredMayBeLeftOut() throws {
        try stand(#","anchor":"clock""#)
        try live(days: 6, ignoring: 16)
        let found = try get()
        // The half hour after nine has too few answers to be the best.
        #expect(found["best"]?["hour"] == .integer(10))
        #expect(found["worst"]?["hour"] == .integer(16) && found["worst"]?["rate"] == .integer(0))
        let suggestion = try #require(found["suggestion"])
        let id = try bench.call("reminder.get", #"{"reminder":"stand"}"#).id()
        #expect(suggestion["reminder"] == .string(id))
        #expect(
            suggestion["command"]
                == .string("trackerctl remind edit stand --between 09:00-15:59"))
        #expect(
            suggestion["text"]
                == .string(
                    "Last 28 days: 12 of 12 answered at 10:00 (100 %), 0 of 12 at 16:00 (0 %). "
                        + "To leave 16:00 out: trackerctl remind edit stand --between 09:00-15:59"
                ))
    }
}
