import TestSupport
import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine

/// The suggestion to leave an hour out, which the report of an evening tells. The bench's clock shows Sunday,
/// 2026-03-01, 09:00 at first.
@Suite struct SuggestionTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    /// Makes reminders that fire every half hour from nine to five, and returns their ids.
    private func make(_ names: String...) throws -> [String] {
        // Only its own exercise answers a reminder with one, so that efforts of another are no answers.
        try bench.call("exercise.create", #"{"name":"Squats","unit":"reps"}"#)
        try bench.call("exercise.create", #"{"name":"Stretch","unit":"reps"}"#)
        return try names.map { name in
            try bench.call(
                "reminder.create",
                """
                {"name":"\(name)","every":"30m","between":"09:00-17:00","days":"daily",\
                "anchor":"clock","exercise":"Stretch"}
                """
            ).id()
        }
    }

    /// Lets days pass up to the next morning, with an effort on each and each firing answered but those at
    /// four and half past.
    private func live(days: Int, _ names: String...) throws {
        for _ in 0..<days {
            try bench.call("log.add", #"{"exercise":"Squats","count":10}"#)
            for halves in Int64(17)...32 {
                bench.advance(to: halves / 2, halves % 2 * 30)
                guard halves / 2 != 15 else { continue }
                for name in names {
                    try bench.call(
                        "reminder.answer", "{\"reminder\":\"\(name)\",\"action\":\"log\"}")
                }
            }
            bench.advance(to: 5, day: 1)
        }
    }

    /// The data of the reports that were told.
    private var reports: [JSONValue] {
        bench.published.filter { $0.event.type == "report.ready" }.map { published in
            (try? decode(JSONValue.self, published.event.data)) ?? .null
        }
    }

    /// The dates of the reports that told a suggestion, with the reminder's id.
    private var told: [String] {
        reports.compactMap { report in
            report["suggestion"]?["reminder"]?.string.map {
                "\(report["to"]?.string ?? "") \($0)"
            }
        }
    }

    @Test func onceInFourteenDays() throws {
        let ids = try make("stand")
        try live(days: 5, "stand")
        #expect(reports.count == 5 && told.isEmpty)
        bench.forget()
        try live(days: 1, "stand")
        let report = try #require(reports.first)
        let suggestion = try #require(report["suggestion"])
        let words =
            "Last 28 days: 12 of 12 answered at 10:00 (100 %), 0 of 12 at 16:00 (0 %). "
            + "To leave 16:00 out: trackerctl remind edit stand --between 09:00-15:59"
        #expect(suggestion["text"] == .string(words))
        #expect(
            suggestion["command"]
                == .string("trackerctl remind edit stand --between 09:00-15:59"))
        // It is a line of the report's own notification.
        let alerts = bench.published.filter { $0.event.type == "report.ready" }.compactMap(\.alert)
        #expect(alerts.count == 1 && alerts.first?.urgency == .low)
        let sums = try #require(report["text"]?.string)
        #expect(alerts.first?.body == "\(sums)\n\(words)" && !sums.contains("Last 28"))
        try bench.restart()
        try live(days: 7, "stand")
        try bench.crash()
        try bench.start()
        try live(days: 8, "stand")
        #expect(told == ["2026-03-06 \(ids[0])", "2026-03-20 \(ids[0])"])
        // Nothing was applied by itself.
        let reminder = try bench.call("reminder.get", #"{"reminder":"stand"}"#)
        #expect(reminder["schedule"]?["between"] == .string("09:00-17:00"))
        // Who asks is always told.
        let asked = try bench.call("response.get", #"{"from":"2026-03-01","to":"2026-03-21"}"#)
        #expect(asked["suggestion"]?["reminder"] == .string(ids[0]))
        try bench.verify()
    }

    @Test func oneAnEvening() throws {
        let ids = try make("stand", "drink").sorted()
        try live(days: 8, "stand", "drink")
        #expect(told == ["2026-03-06 \(ids[0])", "2026-03-07 \(ids[1])"])
    }

    @Test func undoingTellsNothingAnew() throws {
        _ = try make("stand")
        try live(days: 5, "stand")
        try live(days: 1, "stand")
        #expect(told.count == 1)
        try bench.call("log.add", #"{"exercise":"Squats","count":10}"#)
        try bench.call("journal.undo")
        try bench.call("journal.redo")
        try bench.call("settings.set", #"{"reports":{"at":"21:00"}}"#)
        try bench.call("journal.undo")
        try live(days: 1, "stand")
        #expect(told.count == 1 && reports.count == 7)
    }

    @Test(arguments: ["reminder.disable", "reminder.delete"])
    func notForWhatIsOver(_ method: String) throws {
        _ = try make("stand")
        try live(days: 5, "stand")
        try bench.call("log.add", #"{"exercise":"Squats","count":10}"#)
        for halves in Int64(17)...32 {
            bench.advance(to: halves / 2, halves % 2 * 30)
            if halves / 2 != 15 {
                try bench.call("reminder.answer", #"{"reminder":"stand","action":"log"}"#)
            }
        }
        try bench.call(method, #"{"reminder":"stand"}"#)
        bench.advance(to: 5, day: 1)
        #expect(reports.count == 6 && told.isEmpty)
    }
}
