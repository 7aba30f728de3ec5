import Testing
import TrackerCore

/// Tests of extending, shortening and restarting.
struct TimerExtendTests {
    var machine = Machine()

    @Test mutating func theDurationIncludesExtensions() throws {
        var timer = try TimerTests.timer(at: machine.now)
        machine.run(ms: 10_000)
        #expect(try timer.extend(byMs: 30_000, at: machine.now) == .extended)
        #expect(timer.durationMs == 90_000 && timer.originalMs == 60_000)
        #expect(timer.elapsedMs(at: machine.now) == 10_000)
        #expect(timer.remainingMs(at: machine.now) == 80_000)
        #expect(try timer.extend(byMs: -79_999, at: machine.now) == .extended)
        #expect(timer.remainingMs(at: machine.now) == 1)
    }

    @Test(arguments: [-50_000, -50_001, -3_600_000, .min] as [Int64], [false, true])
    mutating func shortenedToZeroOrPastItIsOver(_ span: Int64, isPaused: Bool) throws {
        var timer = try TimerTests.timer(at: machine.now)
        machine.run(ms: 10_000)
        if isPaused { _ = try timer.pause(at: machine.now) }
        #expect(try timer.extend(byMs: span, at: machine.now) == .finished)
        #expect(timer.state == .finished && timer.durationMs == 10_000)
        #expect(timer.elapsedMs(at: machine.now) == 10_000)
        #expect(timer.remainingMs(at: machine.now) == 0)
        #expect(timer.endedMs == machine.now.wallMs)
        #expect(timer.lateByMs == nil && timer.pausedMs == nil)
    }

    @Test mutating func aTimerMayEndWithinASecondOnceShortened() throws {
        var timer = try TimerTests.timer(1000, at: machine.now)
        machine.run(ms: 100)
        #expect(try timer.extend(byMs: -500, at: machine.now) == .extended)
        #expect(timer.durationMs == 500 && timer.remainingMs(at: machine.now) == 400)
    }

    @Test func itMayGrowTo366Days() throws {
        var timer = try TimerTests.timer(at: machine.now)
        let room = Timer.durations.upperBound - 60_000
        #expect(try timer.extend(byMs: room, at: machine.now) == .extended)
        #expect(timer.durationMs == 31_622_400_000)
    }

    @Test(
        arguments: [0, 31_622_400_000 - 60_000 + 1, .max, .max - 60_000, .max - 59_999] as [Int64])
    func spansOutOfRangeChangeNothing(_ span: Int64) throws {
        var timer = try TimerTests.timer(at: machine.now)
        let before = timer
        let refusal = #expect(throws: Rejection.self) {
            try timer.extend(byMs: span, at: machine.now)
        }
        #expect(refusal?.kind == .invalidParams && refusal?.field == "by")
        #expect(refusal?.message.contains("366 days") == true)
        #expect(timer == before)
    }

    @Test mutating func anExtensionMovesTheDeadline() throws {
        var timer = try TimerTests.timer(at: machine.now)
        let start = machine.now.bootNs
        machine.run(ms: 59_999)
        _ = try timer.extend(byMs: 60_000, at: machine.now)
        #expect(timer.deadline(at: machine.now) == .boot(start + 120_000_000_000))
        machine.run(ms: 60_000)
        #expect(machine.elapse(&timer) == nil)
        machine.run(ms: 1)
        #expect(machine.elapse(&timer) == .finished)
    }

    @Test mutating func aRestartTakesTheOriginalDuration() throws {
        var timer = try TimerTests.timer(at: machine.now)
        _ = try timer.extend(byMs: 600_000, at: machine.now)
        _ = try timer.rename(to: "green tea")
        machine.run(ms: 660_000 + 5000)
        #expect(machine.elapse(&timer) == .finished)
        #expect(timer.lateByMs == 5000)
        let change = timer.restart(order: 20, at: machine.now)
        #expect(change == .restarted)
        #expect(timer.id == "k3v9x2m4q7wd" && timer.name == "green tea")
        #expect(timer.durationMs == 60_000 && timer.lateByMs == nil && timer.endedMs == nil)
        #expect(timer.startedMs == machine.now.wallMs && timer.startOrder == 20)
        #expect(timer.remainingMs(at: machine.now) == 60_000)
        let due = machine.now.bootNs + 60_000_000_000
        #expect(timer.deadline(at: machine.now) == .boot(due))
    }
}
