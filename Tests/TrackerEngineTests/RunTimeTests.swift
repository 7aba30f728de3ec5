import TestSupport
import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine

/// Runs and clocks: daemons that die, machines that sleep, clocks that are set.
@Suite struct RunTimeTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    /// Starts an hour of 180 intervals, of 24 s and 16 s in turn.
    private func startHour() throws {
        try bench.call(
            "program.create",
            """
            {"name":"Hour","intervals":[{"repeat":90,"intervals":[{"label":"w",\
            "duration":"24s"},{"label":"r","duration":"16s","kind":"rest"}]}]}
            """)
        try bench.call("run.start", #"{"program":"hour"}"#)
        bench.forget()
    }

    private func get() throws -> JSONValue { try bench.call("run.get") }

    private func expectPlannedEnd() throws {
        let run = try get()
        #expect(run["state"] == .string("completed"))
        #expect(run["elapsed_ms"] == .integer(3_600_000))
        #expect(run["started_at"] == .string("2026-03-01T09:00:00.000+01:00"))
        try bench.verify()
    }

    @Test func anHourEndsExactlyAsPlanned() throws {
        try startHour()
        let end = bench.clock.advanced(byMs: 3_600_000)
        bench.advance(ms: 3_599_999)
        #expect(bench.types.filter { $0 == "run.interval_started" }.count == 179)
        #expect(bench.types.filter { $0 == "run.countdown" }.count == 540)
        bench.advance(ms: 1)
        #expect(bench.types.last == "run.completed" && bench.clock == end)
        #expect(bench.published.last?.event.atMs == end.wallMs)
        #expect(try get()["ended_at"] == .string("2026-03-01T10:00:00.000+01:00"))
        try expectPlannedEnd()
    }

    /// The wall clock is set, the machine sleeps, the daemon dies and starts again, and every wake-up is
    /// late.
    @Test(arguments: 1...2 as ClosedRange<UInt64>)
    func anHourHoweverTheClockIsMoved(_ seed: UInt64) throws {
        try startHour()
        var dice = SplitMix(seed: seed)
        let start = bench.clock.bootNs
        var steps: Int64 = 0
        while try get()["state"] == .string("running") {
            switch Int.random(in: 0..<8, using: &dice) {
            case 0:
                let step = Int64.random(in: -500_000...500_000, using: &dice)
                bench.stepWall(ms: step)
                steps += step
                bench.take(bench.engine.clockStepped(byMs: step, at: bench.clock))
            case 1: bench.suspend(ms: Int64.random(in: 1...200_000, using: &dice))
            case 2: bench.drift(ms: Int64.random(in: 1...60_000, using: &dice))
            case 3: try bench.restart()
            case 4:
                try bench.crash()
                bench.drift(ms: Int64.random(in: 1...30_000, using: &dice))
                try bench.start()
            default: bench.advance(ms: Int64.random(in: 1...40_000, using: &dice))
            }
            bench.wake()
            let elapsed = (bench.clock.bootNs - start) / 1_000_000
            guard elapsed < 3_600_000 else { continue }
            let run = try get()
            let inRound = elapsed % 40_000
            #expect(run["elapsed_ms"] == .integer(elapsed))
            #expect(
                run["index"] == .integer(elapsed / 40_000 * 2 + (inRound < 24_000 ? 0 : 1)))
            #expect(
                run["remaining_ms"]
                    == .integer((inRound < 24_000 ? 24_000 : 40_000) - inRound))
            #expect(run["total_remaining_ms"] == .integer(3_600_000 - elapsed))
        }
        let over = (bench.clock.bootNs - start) / 1_000_000 - 3_600_000
        let ended = bench.dependencies.zone.text(ofMs: bench.clock.wallMs - over)
        #expect(try get()["elapsed_ms"] == .integer(3_600_000))
        // The clock may have been set since the end.
        if bench.types.last == "run.completed" {
            #expect(try get()["ended_at"] == .string(ended))
        }
        try bench.verify()
    }

    @Test func whatWasPassedInSleepIsOneLateEvent() throws {
        try startHour()
        bench.advance(ms: 1000)
        bench.forget()
        bench.suspend(ms: 400_000)
        bench.wake()
        #expect(bench.types == ["run.interval_started"])
        let event = try bench.data(of: "run.interval_started")
        #expect(event["passed"] == .integer(20) && event["late_by_ms"] == .integer(1000))
        #expect(event["index"] == .integer(20) && event["remaining_ms"] == .integer(23_000))
        // A later reading isn't marked as late any more.
        #expect(try get()["late_by_ms"] == nil && get()["passed"] == nil)
        try bench.verify()
    }

    @Test func aRunThatEndedWhileNobodyWasThere() throws {
        try startHour()
        bench.stop()
        bench.forget()
        bench.drift(ms: 5_400_000)
        try bench.start()
        #expect(bench.types == ["run.completed"])
        let event = try bench.data(of: "run.completed")
        #expect(event["passed"] == .integer(180) && event["late_by_ms"] == .integer(1_800_000))
        #expect(event["ended_at"] == .string("2026-03-01T10:00:00.000+01:00"))
        #expect(bench.alerts.map(\.body) == ["1h\n(30m late)"])
        try expectPlannedEnd()
    }

    @Test func itStopsAtTheFirstGate() throws {
        try bench.call(
            "program.create",
            """
            {"name":"Gate","intervals":[{"label":"a","duration":"10s"},{"label":"b",\
            "duration":"10s","confirmation":"manual"},{"label":"c","duration":"10s"}]}
            """)
        try bench.call("run.start", #"{"program":"gate"}"#)
        try bench.crash()
        bench.forget()
        bench.reboot(offMs: 86_400_000)
        try bench.start()
        #expect(bench.types == ["clock.rebooted", "run.confirmation_needed"])
        let waiting = try get()
        #expect(waiting["index"] == .integer(1) && waiting["elapsed_ms"] == .integer(20_000))
        #expect(waiting["waiting_since"] == .string("2026-03-01T09:00:20.000+01:00"))
        bench.reboot(offMs: 86_400_000)
        try bench.restart()
        #expect(try get() == waiting)
        #expect(try bench.call("run.confirm")["remaining_ms"] == .integer(10_000))
        try bench.verify()
    }

    @Test func cuesAreGivenOnceAndNotAgainAfterACrash() throws {
        try startHour()
        bench.engine.noteAlerted(upTo: .max)
        bench.advance(ms: 23_500)
        #expect(bench.types == ["run.halfway", "run.countdown", "run.countdown", "run.countdown"])
        try bench.crash()
        bench.forget()
        try bench.start()
        #expect(bench.alerts.isEmpty && bench.types.isEmpty)
        bench.advance(ms: 500)
        #expect(bench.types == ["run.interval_finished", "run.interval_started"])
        try bench.crash()
        bench.forget()
        try bench.start()
        // The beginning of the interval is still news; the end of the former one isn't.
        #expect(bench.alerts.map(\.sound.rawValue) == ["run-rest-started"])
    }
}
