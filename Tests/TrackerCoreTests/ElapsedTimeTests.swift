import FoundationEssentials
import Testing
import TrackerCore

struct ElapsedTimeTests {
    var machine = Machine()

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
