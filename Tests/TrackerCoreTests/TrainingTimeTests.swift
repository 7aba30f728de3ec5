import Testing
import TrackerCore

/// Tests of the changes that time makes to sessions: the target, sleep, reboots, clocks that are set.
struct TrainingTimeTests {
    var machine = Machine()

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
}
