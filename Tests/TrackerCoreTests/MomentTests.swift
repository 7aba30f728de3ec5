import FoundationEssentials
import Testing
import TrackerCore

struct MomentTests {
    var machine = Machine()

    @Test mutating func withinABootTheBootClockCounts() {
        let start = machine.now
        machine.run(ns: 1_999_999)
        #expect(machine.now.elapsedMs(since: start) == 1)
        machine.stepWall(byMs: 86_400_000)
        #expect(machine.now.elapsedMs(since: start) == 1)
        machine.run(ns: 1)
        #expect(machine.now.elapsedMs(since: start) == 2)
        machine.sleep(ms: 5000)
        #expect(machine.now.elapsedMs(since: start) == 5002)
        #expect(machine.now.awakeMs(since: start) == 2)
        #expect(machine.now.slept(since: start))
    }

    @Test mutating func acrossBootsTheWallClockCounts() {
        let start = machine.now
        machine.sleep(ms: 60_000)
        machine.reboot(afterMs: 30_000)
        #expect(machine.now.elapsedMs(since: start) == 90_000)
        #expect(machine.now.awakeMs(since: start) == 90_000)
        #expect(!machine.now.slept(since: start))
    }

    @Test mutating func spansAreNeverNegative() {
        let start = machine.now
        machine.run(ms: 1000)
        #expect(start.elapsedMs(since: machine.now) == 0 && start.awakeMs(since: machine.now) == 0)
        machine.stepWall(byMs: -5000)
        machine.reboot(afterMs: 0)
        #expect(machine.now.elapsedMs(since: start) == 0 && machine.now.awakeMs(since: start) == 0)
    }

    @Test(arguments: [(0, false), (100, false), (101, true)] as [(Int64, Bool)])
    mutating func sleepIsMoreThanATenthOfASecond(_ ms: Int64, _ slept: Bool) {
        let start = machine.now
        machine.run(ms: 1000)
        machine.sleep(ms: ms)
        #expect(machine.now.slept(since: start) == slept)
    }

    @Test(arguments: [1, -1, 86_400_000] as [Int64])
    func advancingMovesEveryClock(_ ms: Int64) {
        let moved = machine.now.advanced(byMs: ms)
        #expect(moved.wallMs - machine.now.wallMs == ms)
        #expect(moved.bootNs - machine.now.bootNs == ms * 1_000_000)
        #expect(moved.awakeNs - machine.now.awakeNs == ms * 1_000_000)
        #expect(moved.bootID == machine.now.bootID)
    }

    @Test func itIsKeptAsOneWord() throws {
        let text = "1772353800000/5000000000000/4000000000000/boot-1"
        #expect(machine.now.text == text)
        #expect(Moment(text: text) == machine.now)
        let odd = Moment(wallMs: .min, bootNs: -1, awakeNs: .max, bootID: "a/b c")
        #expect(Moment(text: odd.text) == odd)
    }

    @Test(arguments: ["", "1", "1/2/3", "1/2/x/boot", "/2/3/boot", "1.5/2/3/boot", "1/2//boot"])
    func whatIsNoMoment(_ text: String) {
        #expect(Moment(text: text) == nil)
    }
}
