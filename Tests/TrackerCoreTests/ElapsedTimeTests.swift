import FoundationEssentials
import Testing
import TrackerCore

struct ElapsedTimeTests {
    var machine = Machine()

    @Test mutating func itCountsOnlyWhileItRuns() {
        var elapsedTime = ElapsedTime(from: machine.now)
        #expect(
            elapsedTime.isCounting && elapsedTime.countedMs == 0 && elapsedTime.since == machine.now
        )
        machine.run(ms: 1500)
        #expect(elapsedTime.elapsedMs(at: machine.now) == 1500)
        elapsedTime.stop(at: machine.now)
        #expect(!elapsedTime.isCounting && elapsedTime.countedMs == 1500)
        machine.run(ms: 9000)
        #expect(elapsedTime.elapsedMs(at: machine.now) == 1500)
        elapsedTime.stop(at: machine.now)
        #expect(elapsedTime.countedMs == 1500)
        elapsedTime.start(at: machine.now)
        machine.run(ms: 500)
        #expect(elapsedTime.elapsedMs(at: machine.now) == 2000)
    }

    @Test mutating func startedTwiceItCountsFromTheFirst() {
        var elapsedTime = ElapsedTime(from: machine.now)
        machine.run(ms: 1000)
        elapsedTime.start(at: machine.now)
        #expect(elapsedTime.elapsedMs(at: machine.now) == 1000)
    }

    @Test mutating func itStopsAtAGivenReading() {
        var elapsedTime = ElapsedTime(from: machine.now)
        machine.run(ms: 5000)
        elapsedTime.stop(atElapsedMs: 3000)
        #expect(elapsedTime.elapsedMs(at: machine.now) == 3000 && !elapsedTime.isCounting)
    }

    @Test mutating func itKnowsOfSleepWhileItCounts() {
        var elapsedTime = ElapsedTime(from: machine.now)
        machine.run(ms: 1000)
        machine.sleep(ms: 4000)
        #expect(elapsedTime.slept(at: machine.now))
        #expect(
            elapsedTime.elapsedMs(at: machine.now) == 5000
                && elapsedTime.awakeMs(at: machine.now) == 1000)
        elapsedTime.stop(at: machine.now)
        #expect(!elapsedTime.slept(at: machine.now) && elapsedTime.awakeMs(at: machine.now) == 5000)
    }

    @Test mutating func itIsCarriedOverARebootOnce() {
        var elapsedTime = ElapsedTime(from: machine.now)
        #expect(!machine.reanchor(&elapsedTime))
        machine.run(ms: 1000)
        machine.reboot(afterMs: 2000)
        #expect(machine.reanchor(&elapsedTime))
        #expect(elapsedTime.countedMs == 3000 && elapsedTime.since == machine.now)
        #expect(!machine.reanchor(&elapsedTime))
        elapsedTime.stop(at: machine.now)
        machine.reboot(afterMs: 2000)
        #expect(!machine.reanchor(&elapsedTime))
    }

    @Test mutating func itFollowsTheWallClockForTheNextReboot() {
        var elapsedTime = ElapsedTime(from: machine.now)
        machine.run(ms: 1000)
        machine.stepWall(byMs: 999)
        #expect(machine.adjustToClock(&elapsedTime) == nil)
        machine.stepWall(byMs: -60_999)
        #expect(machine.adjustToClock(&elapsedTime) == -60_000)
        #expect(machine.adjustToClock(&elapsedTime) == nil)
        #expect(elapsedTime.elapsedMs(at: machine.now) == 1000)
        machine.reboot(afterMs: 2000)
        // The step can't be noticed any more.
        #expect(machine.adjustToClock(&elapsedTime) == nil)
        #expect(elapsedTime.elapsedMs(at: machine.now) == 3000)
        elapsedTime.stop(at: machine.now)
        machine.stepWall(byMs: 60_000)
        #expect(machine.adjustToClock(&elapsedTime) == nil)
    }

    @Test mutating func whenItReachesATarget() {
        var elapsedTime = ElapsedTime(from: machine.now)
        let start = machine.now.bootNs
        machine.run(ns: 333_333_333)
        #expect(elapsedTime.dueNs(atElapsedMs: 2000, now: machine.now) == start + 2_000_000_000)
        // The time lies in the past where the count is past the target.
        #expect(elapsedTime.dueNs(atElapsedMs: 0, now: machine.now) == start)
        machine.reboot(afterMs: 500)
        let elapsed = elapsedTime.elapsedMs(at: machine.now)
        #expect(
            elapsedTime.dueNs(atElapsedMs: 2000, now: machine.now)
                == machine.now.bootNs + (2000 - elapsed) * 1_000_000)
        elapsedTime.stop(at: machine.now)
        #expect(elapsedTime.dueNs(atElapsedMs: 2000, now: machine.now) == nil)
    }

    @Test func itIsKeptAsOneText() throws {
        var elapsedTime = ElapsedTime(from: machine.now)
        #expect(elapsedTime.text == "0 \(machine.now.text)")
        #expect(ElapsedTime(text: elapsedTime.text) == elapsedTime)
        elapsedTime.stop(atElapsedMs: 12)
        #expect(elapsedTime.text == "12")
        #expect(ElapsedTime(text: elapsedTime.text) == elapsedTime)
    }

    @Test(arguments: ["", "x", "1.5", "1 2", "1 1/2/3/boot 4", "1 1/2/3"])
    func whatIsNoTally(_ text: String) {
        #expect(ElapsedTime(text: text) == nil)
    }
}
