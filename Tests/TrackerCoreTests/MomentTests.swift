import FoundationEssentials
import Testing
import TrackerCore

struct MomentTests {
    var machine = Machine()

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
