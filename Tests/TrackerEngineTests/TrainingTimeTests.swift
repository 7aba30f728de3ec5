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

    private func down(ms: Int64, crashes: Bool) throws {
        if crashes { try bench.crash() } else { bench.stop() }
        bench.drift(ms: ms)
        try bench.start()
    }
}
