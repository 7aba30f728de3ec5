import FoundationEssentials
import Testing
import TrackerCore

struct TallyTests {
    var machine = Machine()

    @Test mutating func itCountsOnlyWhileItRuns() {
        var tally = Tally(from: machine.now)
        #expect(tally.isCounting && tally.countedMs == 0 && tally.since == machine.now)
        machine.run(ms: 1500)
        #expect(tally.elapsedMs(at: machine.now) == 1500)
        tally.stop(at: machine.now)
        #expect(!tally.isCounting && tally.countedMs == 1500)
        machine.run(ms: 9000)
        #expect(tally.elapsedMs(at: machine.now) == 1500)
        tally.stop(at: machine.now)
        #expect(tally.countedMs == 1500)
        tally.start(at: machine.now)
        machine.run(ms: 500)
        #expect(tally.elapsedMs(at: machine.now) == 2000)
    }

    @Test mutating func startedTwiceItCountsFromTheFirst() {
        var tally = Tally(from: machine.now)
        machine.run(ms: 1000)
        tally.start(at: machine.now)
        #expect(tally.elapsedMs(at: machine.now) == 1000)
    }

    @Test mutating func itStopsAtAGivenReading() {
        var tally = Tally(from: machine.now)
        machine.run(ms: 5000)
        tally.stop(atElapsedMs: 3000)
        #expect(tally.elapsedMs(at: machine.now) == 3000 && !tally.isCounting)
    }

    @Test mutating func itKnowsOfSleepWhileItCounts() {
        var tally = Tally(from: machine.now)
        machine.run(ms: 1000)
        machine.sleep(ms: 4000)
        #expect(tally.slept(at: machine.now))
        #expect(tally.elapsedMs(at: machine.now) == 5000 && tally.awakeMs(at: machine.now) == 1000)
        tally.stop(at: machine.now)
        #expect(!tally.slept(at: machine.now) && tally.awakeMs(at: machine.now) == 5000)
    }

    @Test mutating func itIsCarriedOverARebootOnce() {
        var tally = Tally(from: machine.now)
        #expect(!machine.reanchor(&tally))
        machine.run(ms: 1000)
        machine.reboot(afterMs: 2000)
        #expect(machine.reanchor(&tally))
        #expect(tally.countedMs == 3000 && tally.since == machine.now)
        #expect(!machine.reanchor(&tally))
        tally.stop(at: machine.now)
        machine.reboot(afterMs: 2000)
        #expect(!machine.reanchor(&tally))
    }

    @Test mutating func itFollowsTheWallClockForTheNextReboot() {
        var tally = Tally(from: machine.now)
        machine.run(ms: 1000)
        machine.stepWall(byMs: 999)
        #expect(machine.followClock(&tally) == nil)
        machine.stepWall(byMs: -60_999)
        #expect(machine.followClock(&tally) == -60_000)
        #expect(machine.followClock(&tally) == nil)
        #expect(tally.elapsedMs(at: machine.now) == 1000)
        machine.reboot(afterMs: 2000)
        // Too late to know.
        #expect(machine.followClock(&tally) == nil)
        #expect(tally.elapsedMs(at: machine.now) == 3000)
        tally.stop(at: machine.now)
        machine.stepWall(byMs: 60_000)
        #expect(machine.followClock(&tally) == nil)
    }

    @Test mutating func whenItReachesATarget() {
        var tally = Tally(from: machine.now)
        let start = machine.now.bootNs
        machine.run(ns: 333_333_333)
        #expect(tally.dueNs(atElapsedMs: 2000, now: machine.now) == start + 2_000_000_000)
        // In the past where it is over.
        #expect(tally.dueNs(atElapsedMs: 0, now: machine.now) == start)
        machine.reboot(afterMs: 500)
        let elapsed = tally.elapsedMs(at: machine.now)
        #expect(
            tally.dueNs(atElapsedMs: 2000, now: machine.now)
                == machine.now.bootNs + (2000 - elapsed) * 1_000_000)
        tally.stop(at: machine.now)
        #expect(tally.dueNs(atElapsedMs: 2000, now: machine.now) == nil)
    }

    @Test func itIsKeptAsOneText() throws {
        var tally = Tally(from: machine.now)
        #expect(tally.text == "0 \(machine.now.text)")
        #expect(Tally(text: tally.text) == tally)
        tally.stop(atElapsedMs: 12)
        #expect(tally.text == "12")
        #expect(Tally(text: tally.text) == tally)
    }

    @Test(arguments: ["", "x", "1.5", "1 2", "1 1/2/3/boot 4", "1 1/2/3"])
    func whatIsNoTally(_ text: String) {
        #expect(Tally(text: text) == nil)
    }
}
