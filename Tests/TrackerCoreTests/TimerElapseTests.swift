import Testing
import TrackerCore

/// Tests of the course of time: ends, lateness, clocks that are set, reboots, and the day on the list.
struct TimerElapseTests {
    var machine = Machine()

    @Test(arguments: [0, 1, 999_999, 1_000_000, 123_456_789] as [Int64])
    mutating func itIsDueToTheNanosecond(_ offset: Int64) throws {
        machine.run(ns: offset)
        var timer = try TimerTests.timer(1500, at: machine.now)
        let start = machine.now
        let due = start.bootNs + 1_500_000_000
        #expect(timer.deadline(at: start) == .boot(due))
        machine.run(ns: 1_499_999_999)
        #expect(timer.deadline(at: machine.now) == .boot(due))
        #expect(machine.elapse(&timer) == nil)
        #expect(timer.remainingMs(at: machine.now) == 1)
        machine.run(ns: 1)
        let before = timer
        #expect(machine.elapse(&timer) == .finished)
        #expect(
            try changes(from: before, to: timer) == [
                "state": "\"finished\"", "tally": "\"1500\"",
                "end_noticed": "\"\(machine.now.text)\"", "asked": "\"\(machine.now.text)\"",
            ])
        #expect(machine.elapse(&timer) == nil)
    }

    @Test mutating func aResumedOneIsDueToTheNanosecond() throws {
        var timer = try TimerTests.timer(10_000, at: machine.now)
        machine.run(ns: 4_000_000_000)
        _ = try timer.pause(at: machine.now)
        machine.run(ns: 77_777_777_777)
        _ = try timer.resume(at: machine.now)
        let due = machine.now.bootNs + 6_000_000_000
        machine.run(ns: 1_234_567_890)
        #expect(timer.deadline(at: machine.now) == .boot(due))
    }

    @Test(
        arguments: [(0, nil), (1, nil), (99, nil), (100, 100), (3250, 3250)] as [(Int64, Int64?)])
    mutating func latenessWorthTelling(_ late: Int64, _ told: Int64?) throws {
        var timer = try TimerTests.timer(at: machine.now)
        let start = machine.now.wallMs
        machine.run(ms: 60_000 + late)
        #expect(timer.remainingMs(at: machine.now) == 0)
        #expect(machine.elapse(&timer) == .finished)
        #expect(timer.lateByMs == told)
        #expect(timer.elapsedMs(at: machine.now) == 60_000)
        // A timer that was found late ended when its time was over.
        #expect(timer.endedMs == start + 60_000 + (told == nil ? late : 0))
    }

    @Test(arguments: [-86_400_000, -1, 1, 86_400_000, 3_155_760_000_000] as [Int64])
    mutating func aStepOfTheWallClockChangesNoCountdown(_ step: Int64) throws {
        var timer = try TimerTests.timer(at: machine.now)
        let due = try #require(timer.deadline(at: machine.now))
        machine.run(ms: 20_000)
        machine.stepWall(byMs: step)
        #expect(timer.elapsedMs(at: machine.now) == 20_000)
        #expect(timer.remainingMs(at: machine.now) == 40_000)
        #expect(timer.deadline(at: machine.now) == due)
        machine.run(ms: 39_999)
        #expect(machine.elapse(&timer) == nil)
        machine.run(ms: 1)
        #expect(machine.elapse(&timer) == .finished)
        #expect(timer.lateByMs == nil)
    }

    @Test mutating func realTimeCountsOnThroughSleep() throws {
        var timer = try TimerTests.timer(at: machine.now)
        machine.run(ms: 10_000)
        machine.sleep(ms: 30_000)
        #expect(machine.elapse(&timer) == nil)
        #expect(timer.remainingMs(at: machine.now) == 20_000)
        machine.sleep(ms: 140_000)
        #expect(machine.elapse(&timer) == .finished)
        #expect(timer.lateByMs == 120_000)
    }

    // MARK: Reboots

    @Test mutating func acrossARebootTheWallClockDecides() throws {
        var timer = try TimerTests.timer(at: machine.now)
        machine.run(ms: 10_000)
        machine.reboot(afterMs: 25_000)
        #expect(timer.elapsedMs(at: machine.now) == 35_000)
        #expect(timer.deadline(at: machine.now) == .boot(machine.now.bootNs + 25_000_000_000))
        let anchored = machine.now
        #expect(machine.reanchor(&timer))
        #expect(!machine.reanchor(&timer))
        #expect(timer.elapsedTime.since == anchored && timer.elapsedTime.countedMs == 35_000)
        // From here on, the new boot's clock counts again.
        machine.stepWall(byMs: 999_999_999)
        machine.run(ms: 24_999)
        #expect(timer.deadline(at: machine.now) == .boot(anchored.bootNs + 25_000_000_000))
        #expect(machine.elapse(&timer) == nil)
        machine.run(ms: 1)
        #expect(machine.elapse(&timer) == .finished)
        #expect(timer.lateByMs == nil)
    }

    @Test mutating func dueWhileOffItIsLate() throws {
        var timer = try TimerTests.timer(at: machine.now)
        machine.reboot(afterMs: 3_600_000)
        #expect(machine.reanchor(&timer))
        #expect(timer.deadline(at: machine.now) == .boot(machine.now.bootNs - 3_540_000_000_000))
        #expect(machine.elapse(&timer) == .finished)
        #expect(timer.lateByMs == 3_540_000)
        #expect(timer.endedMs == machine.now.wallMs - 3_540_000)
        #expect(machine.elapse(&timer) == nil)
    }

    @Test mutating func aClockSetBackOverARebootTakesNothingAway() throws {
        var timer = try TimerTests.timer(at: machine.now)
        machine.run(ms: 10_000)
        _ = try timer.pause(at: machine.now)
        _ = try timer.resume(at: machine.now)
        machine.stepWall(byMs: -7_200_000)
        machine.reboot(afterMs: 5000)
        #expect(timer.elapsedMs(at: machine.now) == 10_000)
        #expect(machine.reanchor(&timer))
        #expect(timer.elapsedMs(at: machine.now) == 10_000)
        #expect(timer.remainingMs(at: machine.now) == 50_000)
    }

    @Test mutating func aPausedOneStandsStillOverAReboot() throws {
        var timer = try TimerTests.timer(at: machine.now)
        machine.run(ms: 10_000)
        _ = try timer.pause(at: machine.now)
        let before = timer
        machine.reboot(afterMs: 3_600_000)
        #expect(!machine.reanchor(&timer))
        #expect(machine.elapse(&timer) == nil && timer.deadline(at: machine.now) == nil)
        #expect(timer == before)
        _ = try timer.resume(at: machine.now)
        #expect(timer.remainingMs(at: machine.now) == 50_000)
    }

    // MARK: Listed for a day

    @Test(arguments: [true, false])
    mutating func anEndedOneIsListedForADay(isFinished: Bool) throws {
        var timer = try TimerTests.timer(at: machine.now)
        _ = isFinished ? try timer.finish(at: machine.now) : try timer.cancel(at: machine.now)
        let ended = machine.now
        #expect(timer.deadline(at: ended) == .boot(ended.bootNs + 86_400_000_000_000))
        machine.stepWall(byMs: 500_000_000)
        machine.run(ns: 86_399_999_999_999)
        #expect(machine.elapse(&timer) == nil)
        machine.run(ns: 1)
        #expect(machine.elapse(&timer) == .cleared)
    }

    @Test mutating func theDayCountsFromWhenTheEndWasNoticed() throws {
        var timer = try TimerTests.timer(at: machine.now)
        machine.run(ms: 3 * 86_400_000)
        #expect(machine.elapse(&timer) == .finished)
        let noticed = machine.now.bootNs
        _ = try timer.answer(at: machine.now)
        #expect(timer.deadline(at: machine.now) == .boot(noticed + 86_400_000_000_000))
        #expect(machine.elapse(&timer) == nil)
    }

    @Test mutating func theDayGoesOnOverAReboot() throws {
        var timer = try TimerTests.timer(at: machine.now)
        _ = try timer.finish(at: machine.now)
        machine.run(ms: 3_600_000)
        machine.reboot(afterMs: 7_200_000)
        let ended = timer.endedMs
        #expect(machine.reanchor(&timer))
        #expect(!machine.reanchor(&timer))
        #expect(timer.endedMs == ended)
        // From here on, the new boot's clock counts.
        machine.stepWall(byMs: -999_999_999)
        let rest = 86_400_000 - 10_800_000 as Int64
        #expect(timer.deadline(at: machine.now) == .boot(machine.now.bootNs + rest * 1_000_000))
        machine.run(ms: rest - 1)
        #expect(timer.deadline(at: machine.now) == .boot(machine.now.bootNs + 1_000_000))
        #expect(machine.elapse(&timer) == nil)
        machine.run(ms: 1)
        #expect(machine.elapse(&timer) == .cleared)
    }
}
