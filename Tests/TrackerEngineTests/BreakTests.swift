import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine

/// Absences that are breaks. The bench's clock shows Sunday, 2026-03-01, 09:00 at first.
@Suite struct BreakTests {
    private static let minuteMs: Int64 = 60_000
    let bench: Bench

    init() throws {
        bench = try Bench()
        bench.dependencies.configuration.desktop.breakMs = 5 * Self.minuteMs
        for reminder in [
            #"{"name":"move","every":"30m","days":"daily"}"#,
            #"{"name":"grid","every":"30m","days":"daily","anchor":"clock"}"#,
            #"{"name":"pills","at":["20:00"],"days":"daily"}"#,
        ] { try bench.call("reminder.create", reminder) }
        bench.forget()
    }

    private func tell(_ absence: DesktopState.Absence?, awayMs: Int64? = nil) {
        bench.take(
            bench.engine.desktopAnswered(
                DesktopState(absence: absence), awayMs: awayMs, at: bench.clock))
    }

    private func pass(minutes: Int64) { bench.advance(ms: minutes * Self.minuteMs) }

    private func next(_ name: String = "move") throws -> String? {
        let reminder = try bench.call("reminder.get", "{\"reminder\":\"\(name)\"}")
        return reminder["next_at"]?.string.map { String($0.dropFirst(11).prefix(5)) }
    }

    @Test(arguments: [(DesktopState.Absence.idle, "idle"), (.locked, "locked")])
    func theIntervalBeginsAgainAtTheReturn(
        _ absence: DesktopState.Absence, _ reason: String
    ) throws {
        pass(minutes: 10)
        tell(absence)
        pass(minutes: 5)
        #expect(bench.types.isEmpty)
        tell(nil)
        #expect(bench.types == ["break.taken"] && bench.alerts.isEmpty)
        let taken = try bench.data(of: "break.taken")
        #expect(taken["from"] == .string("2026-03-01T09:10:00.000+01:00"))
        #expect(taken["until"] == .string("2026-03-01T09:15:00.000+01:00"))
        #expect(taken["reason"] == .string(reason))
        #expect(try next() == "09:45")
        // What goes by the clock stays.
        #expect(try next("grid") == "09:30" && next("pills") == "20:00")
        // A second answer is no second break.
        tell(nil)
        #expect(bench.types == ["break.taken"])
        try bench.verify()
    }

    @Test func itCanBeSwitchedOffAndNeedsReminders() throws {
        bench.dependencies.configuration.desktop.breakMs = nil
        tell(.idle)
        pass(minutes: 20)
        tell(nil)
        #expect(bench.types.isEmpty)
        bench.dependencies.configuration.desktop.breakMs = 5 * Self.minuteMs
        for name in ["move", "grid", "pills"] {
            try bench.call("reminder.disable", "{\"reminder\":\"\(name)\"}")
        }
        bench.forget()
        tell(.idle)
        pass(minutes: 20)
        tell(nil)
        #expect(bench.types.isEmpty)
    }

    private func edit(_ name: String, _ members: String) throws -> JSONValue {
        try bench.call("reminder.update", "{\"reminder\":\"\(name)\",\(members)}")
    }

    /// A reminder's own length, with the configured one of five minutes for the others, or none for them.
    @Test(
        arguments: [
            (own: #""2m""#, away: 1, move: "09:30", other: "09:30", isTold: false),
            (own: #""2m""#, away: 2, move: "09:42", other: "09:30", isTold: true),
            (own: #""2m""#, away: 5, move: "09:45", other: "09:45", isTold: true),
            (own: #""10m""#, away: 4, move: "09:30", other: "09:30", isTold: false),
            (own: #""10m""#, away: 6, move: "09:30", other: "09:46", isTold: true),
            (own: #""10m""#, away: 10, move: "09:50", other: "09:50", isTold: true),
            (own: "false", away: 10, move: "09:30", other: "09:50", isTold: true),
            (own: "0", away: 10, move: "09:30", other: "09:50", isTold: true),
            (own: "true", away: 5, move: "09:45", other: "09:45", isTold: true),
        ] as [(own: String, away: Int64, move: String, other: String, isTold: Bool)],
        [false, true])
    func aReminderHasABreakOfItsOwn(
        _ row: (own: String, away: Int64, move: String, other: String, isTold: Bool),
        _ isAsleep: Bool
    ) throws {
        try bench.call("reminder.create", #"{"name":"other","every":"30m","days":"daily"}"#)
        _ = try edit("move", "\"break\":\(row.own)")
        bench.forget()
        pass(minutes: 10)
        if isAsleep {
            bench.suspend(ms: row.away * Self.minuteMs)
            bench.wake()
        } else {
            tell(.locked)
            pass(minutes: row.away)
            tell(nil)
        }
        #expect(bench.types == (row.isTold ? ["break.taken"] : []))
        #expect(try next() == row.move && next("other") == row.other)
        #expect(try next("grid") == "09:30")
        try bench.verify()
    }

    /// It counts also where the configuration has none.
    @Test func itsOwnBreakCountsByItself() throws {
        bench.dependencies.configuration.desktop.breakMs = nil
        #expect(!bench.engine.takesBreaks)
        let edited = try edit("move", #""break":"3m""#)
        #expect(edited["break_ms"] == .integer(180_000))
        #expect(bench.engine.takesBreaks)
        bench.forget()
        tell(.idle)
        pass(minutes: 2)
        tell(nil)
        #expect(bench.types.isEmpty)
        tell(.idle)
        pass(minutes: 3)
        tell(nil)
        #expect(bench.types == ["break.taken"])
        #expect(try next() == "09:35")
        try bench.call("reminder.disable", #"{"reminder":"move"}"#)
        #expect(!bench.engine.takesBreaks)
    }

    @Test func theTimelineHasTheBreaksOfTheDay() throws {
        #expect(try bench.call("timeline.get")["breaks"] == nil)
        tell(.locked)
        pass(minutes: 20)
        tell(nil)
        let breaks = try bench.call("timeline.get")["breaks"]?.list
        #expect(breaks == [try bench.data(of: "break.taken")])
        let yesterday = try bench.call("timeline.get", #"{"date":"2026-02-28"}"#)
        #expect(yesterday["breaks"] == nil)
    }
}
