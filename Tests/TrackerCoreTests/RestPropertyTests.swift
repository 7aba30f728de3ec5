import TestSupport
import Testing
import TrackerCore

/// Random lives of rests. A failure shows its seed as the argument of the test.
struct RestPropertyTests {
    @Test(arguments: 0..<150 as Range<UInt64>) func whateverHappens(seed: UInt64) throws {
        var life = try RestLife(seed: seed)
        for _ in 0..<80 where life.rest.isLive { try life.step() }
    }
}

private struct RestLife {
    var machine = Machine()
    var random: SplitMix
    var rest: Rest
    /// Marks that have warned since they were armed.
    var warned: Set<Int64> = []
    var ranNs: Int64 = 0
    var cuts: Int64 = 1

    init(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let marks = (0..<Int.random(in: 0...5, using: &random)).map { _ in
            Int64.random(in: 1...40_000, using: &random)
        }
        rest = try RestTests.rest(
            .random(in: 1000...120_000, using: &random), warnAtMs: marks, at: machine.now)
        self.random = random
    }

    mutating func step() throws {
        switch Int.random(in: 0..<16, using: &random) {
        case 0..<7: run(ns: .random(in: 0...4_000_000_000, using: &random))
        case 7: run(ns: .random(in: 0...30_000_000_000, using: &random))
        case 8: machine.stepWall(byMs: .random(in: -100_000_000...100_000_000, using: &random))
        case 9: reboot(afterMs: .random(in: 0...20_000, using: &random))
        case 10:
            machine.sleep(ms: 5000)
            if rest.state == .running { ranNs += 5_000_000_000 }
        default: try move()
        }
        try settle()
        try check()
    }

    mutating func run(ns: Int64) {
        machine.run(ns: ns)
        if rest.state == .running { ranNs += ns }
    }

    mutating func reboot(afterMs span: Int64) {
        let counted = rest.elapsedTime.countedMs
        machine.reboot(afterMs: span)
        #expect(machine.reanchor(&rest) == (rest.state == .running))
        let elapsed = rest.elapsedTime.elapsedMs(at: machine.now)
        #expect(elapsed >= counted)
        (ranNs, cuts) = (elapsed * 1_000_000, 1)
    }

    mutating func move() throws {
        let move = try #require(RestTests.Move.allCases.randomElement(using: &random))
        // Skips would end rests too soon if they were frequent.
        guard move != .skip || Int.random(in: 0..<8, using: &random) == 0 else { return }
        let before = rest
        do {
            let change =
                move == .extend
                ? try rest.extend(
                    byMs: .random(in: -30_000...60_000, using: &random), at: machine.now)
                : try move.apply(to: &rest, at: machine.now)
            if change == .extended {
                #expect(
                    rest.armedMs == rest.warnAtMs.filter { $0 < rest.remainingMs(at: machine.now) })
                warned = []
            }
            if before.state == .running, rest.state != .running { cuts += 1 }
        } catch {
            #expect(rest == before)
            #expect(!move.isLegal(in: before.state) || move == .extend)
        }
    }

    mutating func settle() throws {
        var count = 0
        while let change = machine.elapse(&rest) {
            count += 1
            try #require(count < 10, "it doesn't settle")
            switch change {
            case .warning(let mark):
                let remaining = rest.remainingMs(at: machine.now)
                #expect((mark - 1000...mark).contains(remaining), "early or stale")
                #expect(rest.warnAtMs.contains(mark) && mark < rest.durationMs)
                #expect(warned.insert(mark).inserted, "twice")
            case .finished:
                #expect(ranNs >= rest.durationMs * 1_000_000, "early")
                #expect(rest.takenMs == rest.durationMs && rest.lateByMs ?? 100 >= 100)
                ranNs = rest.durationMs * 1_000_000
            default: Issue.record("\(change) comes of no deadline")
            }
        }
    }

    func check() throws {
        let now = machine.now
        let elapsed = rest.elapsedTime.elapsedMs(at: now)
        #expect((ranNs / 1_000_000 - cuts...ranNs / 1_000_000).contains(elapsed))
        #expect(try reread(rest) == rest)
        #expect(rest.armedMs == rest.armedMs.sorted(by: >))
        guard rest.isLive else {
            #expect(rest.takenMs == elapsed && rest.armedMs.isEmpty && rest.endedMs != nil)
            return
        }
        #expect(elapsed + rest.remainingMs(at: now) == rest.durationMs)
        guard rest.state == .running else {
            #expect(rest.deadline(at: now) == nil)
            return
        }
        guard case .boot(let due) = rest.deadline(at: now) else {
            Issue.record("a running rest without a deadline")
            return
        }
        #expect(due > now.bootNs, "still due after all was settled")
        var later = machine
        var copy = rest
        later.run(ns: due - now.bootNs - 1)
        #expect(later.elapse(&copy) == nil)
        later.run(ns: 1)
        #expect(later.elapse(&copy) != nil)
    }
}
