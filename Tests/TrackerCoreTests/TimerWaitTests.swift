import Testing
import TrackerCore

/// Tests of countdowns that are over and wait for an answer: what ends the wait, and alerts that are repeated.
struct TimerWaitTests {
    var machine = Machine()
    private static let ringing = Timer.Ringing(everyMs: 60_000, atMost: 3)

    private mutating func over(_ ringing: Timer.Ringing? = nil) throws -> Timer {
        var timer = try TimerTests.timer(at: machine.now)
        machine.run(ms: 60_000)
        let change = timer.advance(to: machine.now, ringing: ringing)
        #expect(change == .finished && timer.isWaiting)
        return timer
    }

    private func elapse(_ timer: inout Timer) -> Timer.Change? {
        timer.advance(to: machine.now, ringing: Self.ringing)
    }

    @Test mutating func anAnswerEndsIt() throws {
        var timer = try over()
        machine.run(ms: 180_000)
        #expect(timer.waitingMs(at: machine.now) == 180_000)
        let before = timer
        #expect(try timer.answer(at: machine.now) == .answered)
        #expect(
            try changes(from: before, to: timer) == [
                "asked": "gone", "answered_ms": "\(machine.now.wallMs)",
            ])
        #expect(timer.waitingMs(at: machine.now) == nil && timer.state == .finished)
        #expect(try reread(timer) == timer)
        let refusal = #expect(throws: Rejection.self) { try timer.answer(at: machine.now) }
        #expect(refusal?.kind == .conflict && refusal?.state == "finished")
        #expect(refusal?.message == "the timer isn't waiting for an answer")
    }

    @Test mutating func theWaitBeginsWhenTheTimeWasOver() throws {
        var timer = try TimerTests.timer(at: machine.now)
        machine.sleep(ms: 240_000)
        #expect(elapse(&timer) == .finished)
        #expect(timer.lateByMs == 180_000 && timer.waitingMs(at: machine.now) == 180_000)
    }

    /// Whoever ends a timer knows that it is over.
    @Test mutating func whatAPersonEndsWaitsForNothing() throws {
        var finished = try TimerTests.timer(at: machine.now)
        _ = try finished.finish(at: machine.now)
        var shortened = try TimerTests.timer(at: machine.now)
        _ = try shortened.extend(byMs: -60_000, at: machine.now)
        var cancelled = try TimerTests.timer(at: machine.now)
        _ = try cancelled.cancel(at: machine.now)
        for timer in [finished, shortened, cancelled] {
            #expect(!timer.isWaiting)
            var timer = timer
            #expect(throws: Rejection.self) { try timer.answer(at: machine.now) }
        }
        var running = try TimerTests.timer(at: machine.now)
        let refusal = #expect(throws: Rejection.self) { try running.answer(at: machine.now) }
        #expect(refusal?.message == "the timer isn't over yet" && refusal?.state == "running")
    }

    @Test mutating func aRestartEndsIt() throws {
        var timer = try over(Self.ringing)
        machine.run(ms: 60_000)
        #expect(elapse(&timer) == .rangAgain)
        #expect(timer.restart(order: 8, at: machine.now) == .restarted)
        #expect(!timer.isWaiting && timer.rings == 0 && timer.ringing == nil)
        #expect(timer.remainingMs(at: machine.now) == 60_000)
    }

    @Test mutating func anExtensionLetsItRunAgain() throws {
        var timer = try over()
        machine.run(ms: 600_000)
        #expect(throws: Rejection.self) { try timer.extend(byMs: -1000, at: machine.now) }
        #expect(timer.isWaiting)
        #expect(try timer.extend(byMs: 300_000, at: machine.now) == .extended)
        #expect(timer.state == .running && !timer.isWaiting && timer.endedMs == nil)
        #expect(timer.remainingMs(at: machine.now) == 300_000)
        #expect(timer.durationMs == 360_000 && timer.originalMs == 60_000)
        machine.run(ms: 299_999)
        #expect(elapse(&timer) == nil)
        machine.run(ms: 1)
        #expect(elapse(&timer) == .finished && timer.isWaiting)
    }

    @Test mutating func afterTwelveHoursNobodyIsAskedAnyMore() throws {
        var timer = try over()
        let end = machine.now.bootNs
        #expect(timer.deadline(at: machine.now) == .boot(end + 43_200_000_000_000))
        machine.run(ms: 43_199_999)
        #expect(elapse(&timer) == nil)
        machine.run(ms: 1)
        #expect(elapse(&timer) == .expired)
        #expect(!timer.isWaiting && timer.answeredMs == nil)
        #expect(timer.deadline(at: machine.now) == .boot(end + 86_400_000_000_000))
        #expect(elapse(&timer) == nil)
        machine.run(ms: 43_200_000)
        #expect(elapse(&timer) == .cleared)
    }

    // MARK: Repeated alerts

    @Test mutating func theAlertIsRepeatedSoManyTimes() throws {
        var timer = try over(Self.ringing)
        for number in 1...3 {
            machine.run(ms: 59_999)
            #expect(elapse(&timer) == nil)
            machine.run(ms: 1)
            #expect(timer.deadline(at: machine.now) == .boot(machine.now.bootNs))
            #expect(elapse(&timer) == .rangAgain)
            #expect(timer.rings == number)
            #expect(elapse(&timer) == nil)
        }
        machine.run(ms: 3_600_000)
        #expect(elapse(&timer) == nil && timer.isWaiting)
        #expect(try reread(timer) == timer)
    }

    @Test mutating func alertsMissedInSleepAreGivenOnce() throws {
        var timer = try over(Self.ringing)
        machine.sleep(ms: 150_000)
        #expect(elapse(&timer) == .rangAgain)
        #expect(timer.rings == 1)
        #expect(elapse(&timer) == nil)
        machine.run(ms: 60_000)
        #expect(elapse(&timer) == .rangAgain)
    }

    @Test mutating func anAnswerSilencesIt() throws {
        var timer = try over(Self.ringing)
        _ = try timer.answer(at: machine.now)
        machine.run(ms: 600_000)
        #expect(elapse(&timer) == nil && timer.rings == 0)
    }

    @Test(arguments: [-86_400_000, 0, 7_200_000] as [Int64])
    mutating func aRebootAndAClockThatWasSetMoveNothing(_ step: Int64) throws {
        var timer = try over(Self.ringing)
        machine.run(ms: 10_000)
        machine.stepWall(byMs: step)
        #expect(timer.adjustToClock(at: machine.now) == (step == 0 ? nil : step))
        machine.reboot(afterMs: 30_000)
        #expect(machine.reanchor(&timer))
        #expect(!machine.reanchor(&timer))
        #expect(timer.deadline(at: machine.now) == .boot(machine.now.bootNs + 20_000_000_000))
        machine.run(ms: 19_999)
        #expect(elapse(&timer) == nil)
        machine.run(ms: 1)
        #expect(elapse(&timer) == .rangAgain)
    }
}
