import TestSupport
import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine

/// Sessions through sleep, restarts, crashes, reboots and clock changes.
@Suite struct TrainingTimeTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    /// Begins a hold of 8 s; or the rest after it, 5 s of which are over.
    private func begin(resting: Bool = false) throws {
        try bench.call("training.start", #"{"mode":"time","target":30}"#)
        bench.advance(ms: 8000)
        if resting {
            try bench.call("training.bail")
            bench.advance(ms: 5000)
        }
        bench.forget()
    }

    private func elapsed() throws -> JSONValue? {
        try bench.call("training.get")["live"]?["elapsed"]
    }

    @Test func theTargetIsTold() throws {
        try begin()
        bench.advance(ms: 26_999)
        #expect(bench.types.isEmpty)
        bench.advance(ms: 1)
        #expect(bench.types == ["training.target_reached"])
        let alert = try #require(bench.alerts.last)
        #expect(alert.title == "Target reached" && alert.body == "30 s")
        #expect(alert.sound.rawValue == "training-target-reached")
        let data = try bench.data(of: "training.target_reached")
        #expect(data["late_by_ms"] == nil && data["live"]?["remaining"] == .integer(0))
        bench.advance(ms: 600_000)
        #expect(bench.types.count == 1)
        #expect(try bench.call("training.stop")["accumulated"] == .integer(635))
        let complete = try #require(bench.alerts.last)
        #expect(complete.title == "Session complete" && complete.body == "635 s in 1 attempt")
        #expect(complete.sound.rawValue == "training-completed" && complete.thread == alert.thread)
        try bench.verify()
    }

    @Test func sleepPausesAHold() throws {
        try begin()
        bench.suspend(ms: 3_600_000)
        bench.drift(ms: 40)
        bench.wake()
        #expect(bench.types == ["training.paused"])
        let alert = try #require(bench.alerts.last)
        #expect(alert.title == "Hold paused")
        #expect(alert.body == "The machine was asleep or off. 8 s held so far")
        #expect(alert.sound.rawValue == "training-paused")
        #expect(try bench.call("training.get")["state"] == .string("paused"))
        #expect(try elapsed() == .number(8.04))
        try bench.call("training.resume")
        bench.advance(ms: 2000)
        #expect(try elapsed() == .number(10.04))
        #expect(bench.types == ["training.paused", "training.resumed"])
        try bench.verify()
    }

    @Test func aRequestAfterSleepFindsThePausedHold() throws {
        try begin()
        bench.suspend(ms: 60_000)
        let resting = try bench.call("training.bail")
        #expect(resting["accumulated"] == .integer(3))
        #expect(bench.types.first == "training.paused")
    }

    @Test func aRestGoesOnInSleepAndTheNextHoldWaits() throws {
        try begin(resting: true)
        bench.suspend(ms: 60_000)
        bench.wake()
        #expect(
            bench.types == ["rest.finished", "training.effort_started", "training.paused"])
        #expect(try elapsed() == .integer(0))
        let attempt = try bench.call("training.get")["attempts"]?.list.first
        #expect(attempt?["rest_taken_ms"] == .integer(15_000))
        try bench.verify()
    }

    @Test(arguments: [false, true]) func aDaemonThatWasDownMakesNoDifference(
        _ crashes: Bool
    ) throws {
        try begin()
        try down(ms: 1500, crashes: crashes)
        #expect(bench.types.isEmpty)
        #expect(try elapsed() == .number(9.5))
        try bench.call("training.bail")
        bench.advance(ms: 5000)
        bench.forget()
        // Until 2 s after the rest.
        try down(ms: 12_000, crashes: crashes)
        #expect(bench.types == ["rest.finished", "training.effort_started"])
        #expect(try elapsed() == .integer(2))
        #expect(try bench.data(of: "rest.finished")["late_by_ms"] == .integer(2000))
        try bench.call("training.pause")
        try down(ms: 60_000, crashes: crashes)
        #expect(try elapsed() == .integer(2))
        #expect(try bench.call("training.get")["state"] == .string("paused"))
        try bench.call("training.resume")
        bench.forget()
        // Until 4.5 s after the target.
        try down(ms: 33_000, crashes: crashes)
        #expect(bench.types == ["training.target_reached"])
        let late = try bench.data(of: "training.target_reached")["late_by_ms"]
        #expect(late == .integer(4500))
        #expect(bench.alerts.last?.body == "30 s\n(4s late)")
        try bench.call("training.stop")
        try down(ms: 1000, crashes: crashes)
        #expect(try bench.call("training.get")["state"] == .string("complete"))
        try bench.verify()
    }

    private func down(ms: Int64, crashes: Bool) throws {
        if crashes { try bench.crash() } else { bench.stop() }
        bench.drift(ms: ms)
        try bench.start()
    }

    @Test func sleepWhileTheDaemonIsDown() throws {
        try begin()
        bench.stop()
        bench.suspend(ms: 600_000)
        bench.drift(ms: 500)
        try bench.start()
        #expect(bench.types == ["training.paused"])
        #expect(try elapsed() == .number(8.5))
        try bench.verify()
    }

    /// The machine was off, or its power failed during sleep: nobody knows how long the hold went on, only
    /// that it was on at the last event.
    @Test func aRebootInAHold() throws {
        try begin()
        try bench.call("timer.start", #"{"duration":60000}"#)
        bench.advance(ms: 2000)
        bench.forget()
        bench.stop()
        bench.reboot(offMs: 32_400_000)
        try bench.start()
        #expect(bench.types.prefix(2) == ["clock.rebooted", "training.paused"])
        #expect(try elapsed() == .integer(8))
        let alert = bench.alerts.first { $0.title == "Hold paused" }
        #expect(alert?.body == "The machine was asleep or off. 8 s held so far")
        bench.advance(ms: 60_000)
        #expect(!bench.types.contains("training.target_reached"))
        try bench.call("training.resume")
        bench.advance(ms: 1500)
        #expect(try elapsed() == .number(9.5))
        #expect(try bench.call("training.bail")["attempts"]?.list.first?["value"] == .number(9.5))
        try bench.verify()
    }

    /// Whether the rest ended before or after the machine was on again doesn't matter: nobody was told.
    @Test func aRebootInARest() throws {
        try begin(resting: true)
        bench.stop()
        bench.reboot(offMs: 25_000)
        try bench.start()
        #expect(
            bench.types == [
                "clock.rebooted", "rest.finished", "training.effort_started", "training.paused",
            ])
        #expect(try elapsed() == .integer(0))
        #expect(bench.alerts.map(\.title) == ["Rest is over", "Hold paused"])
        bench.stop()
        bench.reboot(offMs: 100_000)
        try bench.start()
        #expect(try elapsed() == .integer(0))
        let complete = try bench.call("training.stop")
        #expect(complete["summary"]?["duration_ms"] == .integer(138_000))
        bench.stop()
        bench.reboot(offMs: 100_000)
        try bench.start()
        #expect(try bench.call("training.get") == complete)
        try bench.verify()
    }

    @Test(arguments: [false, true]) func aRebootInAnEffortOfReps(resting: Bool) throws {
        try bench.call("training.start", #"{"mode":"reps","target":50,"rest":"10s"}"#)
        bench.advance(ms: 5000)
        if resting { try bench.call("training.reps", #"{"count":5}"#) }
        try bench.call("timer.start", #"{"duration":60000}"#)
        bench.stop()
        bench.reboot(offMs: 32_400_000)
        try bench.start()
        #expect(try bench.call("training.get")["state"] == .string("training"))
        bench.advance(ms: 2000)
        try bench.call("training.reps", #"{"count":60}"#)
        let summary = try bench.call("training.get")["summary"]
        #expect(summary?["effort_ms"] == .integer(7000))
        try bench.verify()
    }

    @Test func settingTheClockIsNothing() throws {
        try begin()
        bench.stepWall(ms: -7_200_000)
        bench.take(bench.engine.clockStepped(byMs: -7_200_000, at: bench.clock))
        bench.advance(ms: 2000)
        #expect(try elapsed() == .integer(10))
        bench.stop()
        bench.reboot(offMs: 3000)
        try bench.start()
        // The hold counts up to the `clock.stepped` event.
        #expect(try elapsed() == .integer(8))
        try bench.verify()
    }
}
