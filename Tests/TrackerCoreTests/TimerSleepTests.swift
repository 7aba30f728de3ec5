import Testing
import TrackerCore

/// Timers that don't count while the machine sleeps: the boot clock runs ahead of the awake clock.
struct TimerSleepTests {
    var machine = Machine()

    @Test mutating func itPausesAsOfTheSleep() throws {
        var timer = try TimerTests.timer(onSuspend: .pause, at: machine.now)
        machine.run(ms: 10_000)
        machine.sleep(ms: 3_600_000)
        machine.run(ms: 500)
        let before = timer
        #expect(machine.elapse(&timer) == .paused)
        #expect(
            try changes(from: before, to: timer) == [
                "state": "\"paused\"", "tally": "\"10500\"",
                "paused_ms": "\(machine.now.wallMs)",
            ])
        #expect(machine.elapse(&timer) == nil)
        machine.run(ms: 5000)
        _ = try timer.resume(at: machine.now)
        // The sleep is handled.
        #expect(machine.elapse(&timer) == nil)
        machine.run(ms: 49_500)
        #expect(machine.elapse(&timer) == .finished)
        #expect(timer.lateByMs == nil)
    }

    @Test mutating func itIsCancelledAsOfTheSleep() throws {
        var timer = try TimerTests.timer(onSuspend: .cancel, at: machine.now)
        machine.run(ms: 10_000)
        machine.sleep(ms: 3_600_000)
        let before = timer
        #expect(machine.elapse(&timer) == .cancelled)
        #expect(
            try changes(from: before, to: timer) == [
                "state": "\"cancelled\"", "tally": "\"10000\"",
                "end_noticed": "\"\(machine.now.text)\"",
            ])
        #expect(timer.remainingMs(at: machine.now) == 50_000)
    }

    @Test(arguments: [Timer.OnSuspend.pause, .cancel])
    mutating func stopwatchesTakeHeedToo(_ policy: Timer.OnSuspend) throws {
        var watch = try TimerTests.timer(nil, onSuspend: policy, at: machine.now)
        machine.run(ms: 90_000)
        machine.sleep(ms: 3_600_000)
        #expect(machine.elapse(&watch) == (policy == .pause ? .paused : .cancelled))
        #expect(watch.elapsedMs(at: machine.now) == 90_000)
    }

    @Test mutating func aStopwatchThatMayGoOnDoes() throws {
        var watch = try TimerTests.timer(nil, at: machine.now)
        machine.run(ms: 90_000)
        machine.sleep(ms: 3_600_000)
        #expect(machine.elapse(&watch) == nil)
        #expect(watch.elapsedMs(at: machine.now) == 3_690_000)
    }

    /// A timer whose time was over before the machine slept finishes instead.
    @Test(arguments: [Timer.OnSuspend.pause, .cancel], [60_000, 60_001, 75_000] as [Int64])
    mutating func dueBeforeTheSleepItHasFinished(_ policy: Timer.OnSuspend, _ awake: Int64) throws {
        var timer = try TimerTests.timer(onSuspend: policy, at: machine.now)
        let start = machine.now.wallMs
        machine.run(ms: awake)
        machine.sleep(ms: 3_600_000)
        #expect(machine.elapse(&timer) == .finished)
        #expect(timer.state == .finished && timer.elapsedMs(at: machine.now) == 60_000)
        #expect(timer.lateByMs == awake + 3_600_000 - 60_000)
        #expect(timer.endedMs == start + 60_000)
    }

    @Test(arguments: [Timer.OnSuspend.pause, .cancel])
    mutating func aMillisecondShortOfItsTimeItIsStopped(_ policy: Timer.OnSuspend) throws {
        var timer = try TimerTests.timer(onSuspend: policy, at: machine.now)
        machine.run(ms: 59_999)
        machine.sleep(ms: 3_600_000)
        #expect(machine.elapse(&timer) == (policy == .pause ? .paused : .cancelled))
        #expect(timer.remainingMs(at: machine.now) == 1)
    }

    /// The clocks are read one after the other, so a tenth of a second between them isn't sleep.
    @Test mutating func aHairBetweenTheClocksIsNoSleep() throws {
        var timer = try TimerTests.timer(onSuspend: .pause, at: machine.now)
        machine.run(ms: 10_000)
        machine.sleep(ms: 100)
        #expect(machine.elapse(&timer) == nil)
        machine.sleep(ms: 1)
        #expect(machine.elapse(&timer) == .paused)
    }

    @Test(arguments: [Timer.State.paused, .finished])
    mutating func whatStandsStillSleepsThrough(_ state: Timer.State) throws {
        var timer = try TimerTests.timer(onSuspend: .cancel, at: machine.now)
        _ = state == .paused ? try timer.pause(at: machine.now) : try timer.finish(at: machine.now)
        let before = timer
        machine.sleep(ms: 3_600_000)
        #expect(machine.elapse(&timer) == nil)
        #expect(timer == before)
    }

    /// A reboot isn't sleep: real time counts on.
    @Test mutating func aRebootIsNoSleep() throws {
        var timer = try TimerTests.timer(onSuspend: .cancel, at: machine.now)
        machine.run(ms: 10_000)
        machine.reboot(afterMs: 20_000)
        _ = machine.reanchor(&timer)
        #expect(machine.elapse(&timer) == nil)
        #expect(timer.remainingMs(at: machine.now) == 30_000)
        machine.sleep(ms: 1000)
        #expect(machine.elapse(&timer) == .cancelled)
    }
}
