import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine
import TrackerStore

@Suite struct TimeTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    private func timer(_ name: String) throws -> JSONValue {
        try bench.call("timer.get", "{\"timer\":\"\(name)\"}")
    }

    private func state(_ name: String) throws -> String? { try timer(name)["state"]?.string }

    @Test func aCountdownEndsExactlyWhenItIsDue() throws {
        try bench.call("timer.start", #"{"duration":"25m","name":"t"}"#)
        bench.drift(ms: 1_499_999)
        bench.wake()
        #expect(try state("t") == "running")
        #expect(try timer("t")["remaining_ms"] == .integer(1))
        #expect(bench.engine.nextDeadlines.bootNs == bench.clock.bootNs + nanosecondsPerMs)
        bench.drift(ms: 1)
        bench.wake()
        let over = try bench.data(of: "timer.finished")
        #expect(over["state"] == .string("finished"))
        #expect(over["elapsed_ms"] == .integer(1_500_000))
        #expect(over["remaining_ms"] == .integer(0))
        #expect(over["late_by_ms"] == nil)
        #expect(over["ended_at"] == .string("2026-03-01T09:25:00.000+01:00"))
        bench.wake()
        #expect(bench.types == ["timer.started", "timer.finished"])
        try bench.verify()
    }

    @Test func missedWhileDownItEndsOnceAndLate() throws {
        try bench.call("timer.start", #"{"duration":"25m","name":"t"}"#)
        bench.stop()
        bench.drift(ms: 3_600_000)
        bench.forget()
        try bench.start()
        #expect(bench.types == ["timer.finished"])
        let over = try bench.data(of: "timer.finished")
        #expect(over["late_by_ms"] == .integer(2_100_000))
        #expect(over["ended_at"] == .string("2026-03-01T09:25:00.000+01:00"))
        #expect(over["elapsed_ms"] == .integer(1_500_000))
        #expect(bench.alerts.map(\.title) == ["t"])
        try bench.restart()
        bench.advance(ms: 60_000)
        #expect(bench.types == ["timer.finished"])
        #expect(bench.published.count { $0.alert != nil && $0.audience.isNews } == 1)
        try bench.verify()
    }

    @Test func missedOverARebootToo() throws {
        try bench.call("timer.start", #"{"duration":"25m","name":"t"}"#)
        try bench.call("rest.start", #"{"duration":"90s"}"#)
        bench.advance(ms: 60_000)
        try bench.crash()
        bench.reboot(offMs: 3_600_000)
        bench.forget()
        try bench.start()
        #expect(bench.types == ["clock.rebooted", "rest.finished", "timer.finished"])
        #expect(try bench.data(of: "timer.finished")["late_by_ms"] == .integer(2_160_000))
        #expect(try bench.data(of: "rest.finished")["late_by_ms"] == .integer(3_570_000))
        #expect(try bench.data(of: "rest.finished")["taken_ms"] == .integer(90_000))
        bench.forget()
        try bench.restart()
        #expect(bench.types.isEmpty)
        #expect(bench.published.allSatisfy { $0.audience == .person })
        try bench.verify()
    }

    @Test func aRebootCarriesRunningCountsOver() throws {
        try bench.call("timer.start", #"{"duration":"2h","name":"t"}"#)
        try bench.call("stopwatch.start", #"{"name":"w"}"#)
        try bench.call("timer.start", #"{"duration":"2h","name":"p"}"#)
        bench.advance(ms: 600_000)
        try bench.call("timer.pause", #"{"timer":"p"}"#)
        bench.stop()
        bench.reboot(offMs: 1_200_000)
        try bench.start()
        #expect(try timer("t")["elapsed_ms"] == .integer(1_800_000))
        #expect(try timer("w")["elapsed_ms"] == .integer(1_800_000))
        #expect(try timer("p")["elapsed_ms"] == .integer(600_000))
        // From here on the boot clock decides; the wall clock doesn't matter.
        bench.stepWall(ms: -86_400_000)
        bench.forget()
        bench.advance(ms: 5_399_999)
        #expect(bench.types.isEmpty)
        bench.advance(ms: 1)
        #expect(bench.types == ["timer.finished"])
        try bench.verify()
    }

    /// The wall clock bridges a reboot, but without the steps by which it was set before.
    @Test(arguments: [-86_400_000, 7_200_000] as [Int64], [true, false])
    func aClockThatWasSetMovesNothingOverAReboot(_ step: Int64, isTold: Bool) throws {
        try bench.call("timer.start", #"{"duration":"2h","name":"t"}"#)
        try bench.call("stopwatch.start", #"{"name":"w"}"#)
        try bench.call("rest.start", #"{"duration":"3h"}"#)
        bench.advance(ms: 600_000)
        bench.forget()
        if isTold {
            bench.stepWall(ms: step)
            bench.take(bench.engine.clockStepped(byMs: step, at: bench.clock))
        } else {
            // No daemon was running to notice the step.
            bench.stop()
            bench.stepWall(ms: step)
            try bench.start()
        }
        #expect(bench.types == ["clock.stepped"])
        #expect(try bench.data(of: "clock.stepped") == .object(["by_ms": .integer(step)]))
        bench.stop()
        bench.reboot(offMs: 1_200_000)
        bench.forget()
        try bench.start()
        #expect(bench.types == ["clock.rebooted"])
        #expect(try timer("t")["elapsed_ms"] == .integer(1_800_000))
        #expect(try timer("w")["elapsed_ms"] == .integer(1_800_000))
        #expect(try bench.call("rest.get")["remaining_ms"] == .integer(9_000_000))
        try bench.verify()
    }

    @Test func aClockThatIsOnlySteeredIsFollowedByNothing() throws {
        try bench.call("timer.start", #"{"duration":"2h","name":"t"}"#)
        bench.stop()
        bench.stepWall(ms: 999)
        bench.forget()
        try bench.start()
        #expect(bench.published.isEmpty)
    }

    @Test func sleepPausesWhatShallPause() throws {
        try bench.call("timer.start", #"{"duration":"25m","name":"t","on_suspend":"pause"}"#)
        try bench.call("stopwatch.start", #"{"name":"w","on_suspend":"pause"}"#)
        bench.advance(ms: 60_000)
        bench.suspend(ms: 3_600_000)
        bench.drift(ms: 500)
        bench.forget()
        bench.wake()
        #expect(bench.types == ["timer.paused", "timer.paused"])
        #expect(try timer("t")["elapsed_ms"] == .integer(60_500))
        #expect(try timer("w")["elapsed_ms"] == .integer(60_500))
        try bench.call("timer.resume", #"{"timer":"t"}"#)
        bench.advance(ms: 1_439_499)
        #expect(try state("t") == "running")
        bench.advance(ms: 1)
        #expect(try state("t") == "finished")
        #expect(bench.alerts.count == 1)
        try bench.verify()
    }

    @Test func sleepCancelsWhatShallBeCancelled() throws {
        try bench.call("timer.start", #"{"duration":"25m","name":"t","on_suspend":"cancel"}"#)
        try bench.call("timer.start", #"{"duration":"25m","name":"u","on_suspend":"cancel"}"#)
        try bench.call("timer.pause", #"{"timer":"u"}"#)
        bench.suspend(ms: 60_000)
        // Reading applies it, too.
        #expect(try state("t") == "cancelled")
        #expect(try state("u") == "paused")
        #expect(bench.alerts.isEmpty)
        try bench.verify()
    }

    @Test func sleepWhileTheDaemonWasDown() throws {
        try bench.call("timer.start", #"{"duration":"25m","name":"p","on_suspend":"pause"}"#)
        try bench.call("timer.start", #"{"duration":"25m","name":"c","on_suspend":"cancel"}"#)
        try bench.call("timer.start", #"{"duration":"25m","name":"g"}"#)
        bench.advance(ms: 60_000)
        try bench.crash()
        bench.suspend(ms: 600_000)
        bench.drift(ms: 1000)
        bench.forget()
        try bench.start()
        #expect(bench.types == ["timer.paused", "timer.cancelled"])
        #expect(try timer("p")["elapsed_ms"] == .integer(61_000))
        #expect(try timer("g")["elapsed_ms"] == .integer(661_000))
        try bench.verify()
    }

    @Test func endedTimersStayListedForADay() throws {
        try bench.call("timer.start", #"{"duration":"1m","name":"t"}"#)
        bench.advance(ms: 60_000)
        bench.stepWall(ms: 90_000_000)
        bench.advance(ms: 86_399_999)
        #expect(try state("t") == "finished")
        bench.advance(ms: 1)
        #expect(try bench.refusal("timer.get", #"{"timer":"t"}"#).kind == .notFound)
        #expect(
            bench.types == ["timer.started", "timer.finished", "timer.expired", "timer.cleared"])
        #expect(bench.alerts.count == 1)
        try bench.verify()
    }

    @Test func theDayAfterTheEndIsTheNewBootsWhateverIsDoneToTheClock() throws {
        try bench.call("timer.start", #"{"duration":"1m","name":"t"}"#)
        try bench.call("timer.cancel", #"{"timer":"t"}"#)
        bench.stop()
        bench.reboot(offMs: 43_200_000)
        try bench.start()
        bench.stepWall(ms: -30 * 86_400_000)
        try bench.restart()
        bench.advance(ms: 43_199_999)
        #expect(try state("t") == "cancelled")
        bench.advance(ms: 1)
        #expect(try bench.refusal("timer.get", #"{"timer":"t"}"#).kind == .notFound)
        try bench.verify()
    }

    @Test func aThousandAtOnceComeOutInBatchesEachOnce() throws {
        let start = #"{"method":"timer.start","params":{"duration":"1m"}}"#
        let calls = Array(repeating: start, count: 1000).joined(separator: ",")
        try bench.call("atomic", "{\"calls\":[\(calls)]}")
        bench.drift(ms: 60_000)
        bench.forget()
        while bench.engine.nextDeadlines.isDue(at: bench.clock) {
            let before = bench.published.count
            bench.wake()
            let size = bench.published.count - before
            #expect(size > 0 && size <= 256)
            if size == 0 { break }
        }
        #expect(bench.published.count == 1000)
        #expect(Set(bench.published.map(\.event.subject)).count == 1000)
        #expect(Set(bench.types) == ["timer.finished"])
        try bench.verify()
    }

    @Test func aStartBringsAllOfThemOut() throws {
        let start = #"{"method":"timer.start","params":{"duration":"1m"}}"#
        let calls = Array(repeating: start, count: 600).joined(separator: ",")
        try bench.call("atomic", "{\"calls\":[\(calls)]}")
        bench.stop()
        bench.drift(ms: 60_000)
        bench.forget()
        try bench.start()
        #expect(Set(bench.published.map(\.event.subject)).count == 600)
        #expect(bench.published.count == 600)
        #expect(!bench.engine.nextDeadlines.isDue(at: bench.clock))
    }
}
