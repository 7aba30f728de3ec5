import Testing
import TrackerCore

/// Tests of the warning marks before the end.
struct RestMarkTests {
    var machine = Machine()

    /// All changes that are due now.
    private func settle(_ rest: inout Rest) -> [Rest.Change] {
        var seen: [Rest.Change] = []
        while seen.count < 50, let change = machine.elapse(&rest) { seen.append(change) }
        return seen
    }

    @Test func marksAreSortedAndCountedOnce() throws {
        let rest = try RestTests.rest(warnAtMs: [3000, 10_000, 3000, 1, 10_000], at: machine.now)
        #expect(rest.warnAtMs == [10_000, 3000, 1] && rest.armedMs == [10_000, 3000, 1])
    }

    @Test func marksNotShorterThanTheRestAreDropped() throws {
        let rest = try RestTests.rest(
            5000, warnAtMs: [5001, 5000, 4999, 86_400_000], at: machine.now)
        #expect(rest.armedMs == [4999])
        #expect(rest.deadline(at: machine.now) == .boot(machine.now.bootNs + 1_000_000))
    }

    @Test(arguments: [[0], [-1], [3000, 86_400_001], [.max], [.min]] as [[Int64]])
    func marksOutOfRange(_ marks: [Int64]) throws {
        let refusal = #expect(throws: Rejection.self) {
            try RestTests.rest(warnAtMs: marks, at: machine.now)
        }
        #expect(refusal?.kind == .invalidParams && refusal?.field == "warn_at")
        #expect(refusal?.message.contains("more than 0 and at most 24 h") == true)
    }

    @Test func tooManyMarks() throws {
        let most = (1...20).map { Int64($0) * 1000 }
        #expect(try RestTests.rest(warnAtMs: most, at: machine.now).armedMs.count == 20)
        let refusal = #expect(throws: Rejection.self) {
            try RestTests.rest(warnAtMs: most + [21_000], at: machine.now)
        }
        #expect(refusal?.kind == .tooLarge && refusal?.field == "warn_at")
        #expect(refusal?.message.contains("at most 20") == true)
    }

    @Test mutating func eachWarnsOnceAndToTheNanosecond() throws {
        var rest = try RestTests.rest(warnAtMs: [10_000, 3000], at: machine.now)
        let start = machine.now.bootNs
        #expect(rest.deadline(at: machine.now) == .boot(start + 80_000_000_000))
        machine.run(ns: 79_999_999_999)
        #expect(settle(&rest) == [])
        machine.run(ns: 1)
        let before = rest
        #expect(settle(&rest) == [.warning(10_000)])
        #expect(try changes(from: before, to: rest) == ["armed_ms": "[3000]"])
        #expect(rest.deadline(at: machine.now) == .boot(start + 87_000_000_000))
        machine.run(ms: 7000)
        #expect(settle(&rest) == [.warning(3000)])
        #expect(rest.deadline(at: machine.now) == .boot(start + 90_000_000_000))
        machine.run(ms: 3000)
        #expect(settle(&rest) == [.finished])
    }

    @Test mutating func marksThatFallDueTogetherWarnInOrder() throws {
        var rest = try RestTests.rest(warnAtMs: [3000, 2900, 2500], at: machine.now)
        machine.run(ms: 87_200)
        #expect(settle(&rest) == [.warning(3000), .warning(2900)])
        machine.run(ms: 300)
        #expect(settle(&rest) == [.warning(2500)])
    }

    @Test mutating func aMarkASecondAgoStillWarns() throws {
        var rest = try RestTests.rest(warnAtMs: [10_000], at: machine.now)
        machine.run(ms: 81_000)
        #expect(settle(&rest) == [.warning(10_000)])
    }

    @Test mutating func aMarkPassedLongerAgoIsDropped() throws {
        var rest = try RestTests.rest(warnAtMs: [10_000, 3000], at: machine.now)
        let start = machine.now.bootNs
        machine.run(ms: 81_001)
        #expect(settle(&rest) == [])
        #expect(rest.deadline(at: machine.now) == .boot(start + 87_000_000_000))
        machine.run(ms: 5999)
        #expect(settle(&rest) == [.warning(3000)])
        #expect(rest.armedMs == [])
    }

    @Test mutating func marksPassedWhileDownAreDropped() throws {
        var rest = try RestTests.rest(warnAtMs: [30_000, 10_000, 3000], at: machine.now)
        machine.reboot(afterMs: 82_000)
        _ = machine.reanchor(&rest)
        let back = machine.now.bootNs
        #expect(settle(&rest) == [])
        #expect(rest.deadline(at: machine.now) == .boot(back + 5_000_000_000))
        machine.run(ms: 5000)
        #expect(settle(&rest) == [.warning(3000)])
    }

    @Test mutating func overWhileDownItEndsWithoutWarning() throws {
        var rest = try RestTests.rest(warnAtMs: [10_000, 3000], at: machine.now)
        machine.sleep(ms: 90_000)
        #expect(settle(&rest) == [.finished])
        #expect(rest.armedMs == [])
    }

    @Test mutating func aPauseMovesTheMarks() throws {
        var rest = try RestTests.rest(warnAtMs: [10_000], at: machine.now)
        machine.run(ms: 79_000)
        _ = try rest.pause(at: machine.now)
        machine.run(ms: 600_000)
        #expect(settle(&rest) == [])
        _ = try rest.resume(at: machine.now)
        #expect(rest.deadline(at: machine.now) == .boot(machine.now.bootNs + 1_000_000_000))
        machine.run(ms: 999)
        #expect(settle(&rest) == [])
        machine.run(ms: 1)
        #expect(settle(&rest) == [.warning(10_000)])
    }

    @Test mutating func extendingArmsThemAgain() throws {
        var rest = try RestTests.rest(warnAtMs: [10_000, 3000], at: machine.now)
        machine.run(ms: 80_000)
        #expect(settle(&rest) == [.warning(10_000)])
        _ = try rest.extend(byMs: 30_000, at: machine.now)
        #expect(rest.armedMs == [10_000, 3000])
        machine.run(ms: 30_000)
        #expect(settle(&rest) == [.warning(10_000)])
        machine.run(ms: 7000)
        #expect(settle(&rest) == [.warning(3000)])
    }

    @Test mutating func extendingArmsTheOnesThatWereTooLong() throws {
        var rest = try RestTests.rest(5000, warnAtMs: [10_000, 3000], at: machine.now)
        #expect(rest.armedMs == [3000])
        _ = try rest.extend(byMs: 5000, at: machine.now)
        #expect(rest.armedMs == [3000])
        _ = try rest.extend(byMs: 1, at: machine.now)
        #expect(rest.armedMs == [10_000, 3000] && rest.warnAtMs == [10_000, 3000])
    }

    @Test mutating func shorteningPassesOverMarks() throws {
        var rest = try RestTests.rest(warnAtMs: [30_000, 10_000, 3000], at: machine.now)
        machine.run(ms: 40_000)
        _ = try rest.extend(byMs: -30_000, at: machine.now)
        #expect(rest.armedMs == [10_000, 3000])
        #expect(settle(&rest) == [])
    }
}
