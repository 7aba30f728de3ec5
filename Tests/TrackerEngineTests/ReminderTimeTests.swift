import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine

/// Reminders through sleep, downtime, clock changes and journeys. The bench's clock shows Sunday,
/// 2026-03-01, 09:00 at first.
@Suite struct ReminderTimeTests {
    let bench: Bench

    init() throws { bench = try Bench() }
    private static let hourMs: Int64 = 3_600_000

    private func create(_ more: String = "", every: String = "30m") throws {
        try bench.call(
            "reminder.create",
            """
            {"name":"move","every":"\(every)","between":"09:00-17:00","days":"daily",
             "follow_up":false\(more)}
            """)
        bench.forget()
    }

    private func createFixed(_ times: String, _ more: String = "") throws {
        try bench.call(
            "reminder.create",
            "{\"name\":\"move\",\"at\":\"\(times)\",\"days\":\"daily\",\"follow_up\":false\(more)}")
        bench.forget()
    }

    /// It is a Sunday.
    @Test(arguments: [
        ("sunday", "2026-03-01T10"), ("monday", "2026-03-02T10"), ("monday noon", "2026-03-03T10"),
        ("tomorrow", "2026-03-02T10"),
    ])
    func whatComesFromAWeekday(_ from: String, _ first: String) throws {
        try createFixed("10:00")
        let list = try bench.call("reminder.upcoming", "{\"limit\":1,\"from\":\"\(from)\"}")
        let at = list["upcoming"]?.list.first?["at"]?.string
        #expect(at?.hasPrefix(first) == true, "\(at ?? "")")
    }

    private func next() throws -> String? {
        let reminder = try bench.call("reminder.get", #"{"reminder":"move"}"#)
        return reminder["next_at"]?.string.map { String($0.dropFirst(8).prefix(8)) }
    }

    private func states() throws -> [String] {
        try bench.call("occurrence.list")["occurrences"]?.list.map {
            ($0["state"]?.string ?? "") + ($0["reason"]?.string.map { " " + $0 } ?? "")
        } ?? []
    }

    // MARK: Sleep and downtime

    @Test func whatAClockThatWasAheadMadeMissedComesAllTheSame() throws {
        try create(#","anchor":"clock""#)
        bench.suspend(ms: 2 * Self.hourMs + 60_000)
        bench.wake()
        #expect(bench.types.filter { $0 == "reminder.suppressed" }.count == 3)
        bench.stepWall(ms: -2 * Self.hourMs)
        bench.take(bench.engine.clockStepped(byMs: -2 * Self.hourMs, at: bench.clock))
        #expect(try next() == "01T09:30")
        bench.advance(to: 9, 31)
        // The occurrence that was shown by the wrong clock isn't shown twice.
        bench.forget()
        bench.advance(to: 10, 1)
        #expect(!bench.types.contains("reminder.fired"))
        #expect(try next() == "01T11:30")
        try bench.verify()
    }

    @Test func thousandsThatWereMissedAreBounded() throws {
        try create(#","anchor":"clock","missed":"all""#, every: "1m")
        bench.suspend(ms: 30 * 24 * Self.hourMs)
        bench.wake()
        let fired = bench.types.filter { $0 == "reminder.fired" }.count
        let suppressed = bench.types.filter { $0 == "reminder.suppressed" }.count
        // It is nine o'clock, and all windows have closed.
        #expect(fired == 0)
        #expect(suppressed == Reminder.maximumMissed)
        #expect(try next() == "31T09:01")
        try bench.verify()
    }

    // MARK: Clocks and zones

    @Test func aGridFollowsTheClockAndNothingFiresTwice() throws {
        try create(#","anchor":"clock""#)
        bench.advance(ms: Self.hourMs)
        #expect(bench.types.filter { $0 == "reminder.fired" }.count == 2)
        bench.stepWall(ms: -2_400_000)
        bench.take(bench.engine.clockStepped(byMs: -2_400_000, at: bench.clock))
        // It is 09:20 again, but the occurrences of 09:30 and 10:00 have been shown.
        #expect(try next() == "01T10:30")
        bench.stepWall(ms: 4 * Self.hourMs)
        bench.take(bench.engine.clockStepped(byMs: 4 * Self.hourMs, at: bench.clock))
        bench.forget()
        bench.wake()
        // 13:20: the occurrences that the clock leapt over come once.
        #expect(bench.types.filter { $0 == "reminder.fired" }.count == 1)
        #expect(try next() == "01T13:30")
        try bench.verify()
    }
}
