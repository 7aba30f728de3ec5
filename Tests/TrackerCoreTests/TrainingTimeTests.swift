import Testing
import TrackerCore

/// Tests of the changes that time makes to sessions: the target, sleep, reboots, clocks that are set.
struct TrainingTimeTests {
    var machine = Machine()

    @Test mutating func aHoldTellsOnceThatItReachesTheTarget() throws {
        var training = try TrainingTests.training(target: 20, at: machine.now)
        machine.run(ms: 10_000)
        _ = try training.bail(id: "a", at: machine.now)
        _ = training.beginEffort(from: machine.now)
        let due = machine.now.bootNs + 20_000 * nanosecondsPerMs
        #expect(training.deadline(at: machine.now) == .boot(due))
        machine.run(ms: 19_999)
        #expect(machine.elapse(&training) == nil)
        machine.run(ms: 1)
        #expect(machine.elapse(&training) == .targetReached)
        #expect(training.deadline(at: machine.now) == nil && training.state == .training)
        machine.run(ms: 60_000)
        #expect(machine.elapse(&training) == nil)
        #expect(try reread(training) == training)
    }

    @Test mutating func itsLatenessIsTold() throws {
        var training = try TrainingTests.training(target: 20, at: machine.now)
        machine.run(ms: 27_500)
        let elapsed = training.advance(to: machine.now)
        #expect(elapsed?.change == .targetReached && elapsed?.lateByMs == 2500)
    }

    @Test mutating func repsWaitForNothing() throws {
        var training = try TrainingTests.training(.reps, at: machine.now)
        #expect(training.deadline(at: machine.now) == nil)
        machine.run(ms: 900_000)
        machine.sleep(ms: 900_000)
        #expect(machine.elapse(&training) == nil && training.state == .training)
    }

    @Test mutating func sleepPausesAHoldAsOfItsBeginning() throws {
        var training = try TrainingTests.training(at: machine.now)
        machine.run(ms: 12_300)
        machine.sleep(ms: 3_600_000)
        machine.run(ms: 20)
        #expect(training.hasSlept(at: machine.now))
        #expect(machine.elapse(&training) == .paused)
        #expect(training.live(at: machine.now)?.elapsed == 12_320)
        #expect(training.state == .paused && !training.hasSlept(at: machine.now))
        _ = try training.resume(at: machine.now)
        machine.run(ms: 10_000)
        #expect(training.live(at: machine.now)?.elapsed == 22_320)
        #expect(machine.elapse(&training) == nil)
    }

    @Test mutating func aTargetReachedBeforeSleepIsToldOnResumption() throws {
        var training = try TrainingTests.training(target: 20, at: machine.now)
        machine.run(ms: 25_010)
        machine.sleep(ms: 3_600_000)
        #expect(machine.elapse(&training) == .paused)
        #expect(machine.elapse(&training) == nil)
        _ = try training.resume(at: machine.now)
        #expect(machine.elapse(&training) == .targetReached)
    }

    /// A hold counts as far as it was certainly on, and stands still until somebody is there.
    @Test mutating func aRebootPausesAHold() throws {
        var training = try TrainingTests.training(target: 60, at: machine.now)
        machine.run(ms: 10_000)
        let lastMs = machine.now.wallMs
        machine.run(ms: 4000)
        machine.reboot(afterMs: 20_000)
        #expect(machine.reanchor(&training, lastMs: lastMs))
        #expect(!machine.reanchor(&training, lastMs: machine.now.wallMs))
        #expect(training.live(at: machine.now)?.elapsed == 10_000)
        #expect(training.deadline(at: machine.now) == nil)
        #expect(machine.pauseAfterReboot(&training) == .paused)
        #expect(machine.pauseAfterReboot(&training) == nil && training.state == .paused)
        machine.run(ms: 100_000)
        _ = try training.resume(at: machine.now)
        machine.run(ms: 55_000)
        #expect(machine.elapse(&training) == .targetReached)
        #expect(training.clock.elapsedMs(at: machine.now) == 189_000)
    }

    @Test(arguments: [-3000, 0] as [Int64])
    mutating func aRebootOfWhichNothingIsKnown(_ knownMs: Int64) throws {
        var training = try TrainingTests.training(at: machine.now)
        let lastMs = machine.now.wallMs + knownMs
        machine.run(ms: 5000)
        machine.reboot(afterMs: 1000)
        #expect(machine.reanchor(&training, lastMs: lastMs))
        #expect(training.live(at: machine.now)?.elapsed == 0)
    }

    @Test mutating func settingTheClockCountsForNothing() throws {
        var training = try TrainingTests.training(at: machine.now)
        machine.run(ms: 5000)
        machine.stepWall(byMs: 3_600_000)
        #expect(training.live(at: machine.now)?.elapsed == 5000)
        #expect(training.adjustToClock(at: machine.now) == 3_600_000)
        #expect(training.adjustToClock(at: machine.now) == nil)
        let lastMs = machine.now.wallMs
        machine.reboot(afterMs: 1000)
        #expect(machine.reanchor(&training, lastMs: lastMs))
        #expect(training.live(at: machine.now)?.elapsed == 5000)
        #expect(training.clock.elapsedMs(at: machine.now) == 6000)
    }

    /// The end of a rest that nobody noticed in time.
    @Test mutating func anEffortBeginsWhenItsRestWasOver() throws {
        let rest = try RestTests.rest(10_000, at: machine.now)
        machine.run(ms: 10_000)
        #expect(rest.overMoment(at: machine.now) == machine.now)
        let over = machine.now
        machine.run(ms: 2500)
        #expect(rest.overMoment(at: machine.now) == over)
        var training = try TrainingTests.training(at: machine.now)
        _ = training.beginEffort(from: rest.overMoment(at: machine.now))
        #expect(training.live(at: machine.now)?.elapsed == 2500)
        #expect(!training.hasSlept(at: machine.now))
    }

    @Test mutating func anEffortThatBeganInSleepIsPausedAtItsBeginning() throws {
        let rest = try RestTests.rest(10_000, at: machine.now)
        machine.run(ms: 4000)
        machine.sleep(ms: 60_000)
        machine.run(ms: 10)
        var training = try TrainingTests.training(at: machine.now)
        _ = training.beginEffort(from: rest.overMoment(at: machine.now))
        #expect(machine.elapse(&training) == .paused)
        #expect(training.live(at: machine.now)?.elapsed == 0)
    }

    @Test mutating func sleepInARestThatIsNotOverIsForgotten() throws {
        let rest = try RestTests.rest(10_000, at: machine.now)
        machine.sleep(ms: 4000)
        machine.run(ms: 6003)
        var training = try TrainingTests.training(at: machine.now)
        _ = training.beginEffort(from: rest.overMoment(at: machine.now))
        #expect(machine.elapse(&training) == nil)
        #expect(training.live(at: machine.now)?.elapsed == 3)
    }
}
