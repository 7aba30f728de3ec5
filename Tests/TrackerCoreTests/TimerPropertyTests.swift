import TestSupport
import Testing
import TrackerCore

/// Random lives of timers. A failure shows its seed as the argument of the test.
struct TimerPropertyTests {
    @Test(arguments: 0..<150 as Range<UInt64>) func whateverHappens(seed: UInt64) throws {
        var life = try TimerLife(seed: seed)
        for _ in 0..<120 { try life.step() }
    }
}

/// A timer, its machine, and the time that it really ran.
private struct TimerLife {
    var machine = Machine()
    var random: SplitMix
    var timer: Timer
    /// Real time while the timer ran, without sleep where that doesn't count.
    var ranNs: Int64 = 0
    /// Allowed error in milliseconds, since each stop and each reboot may cut off less than one.
    var cuts: Int64 = 1
    var lastElapsedMs: Int64 = 0

    init(seed: UInt64) throws {
        random = SplitMix(seed: seed)
        let durationMs: Int64? =
            Bool.random(using: &random) ? nil : .random(in: 1000...300_000, using: &random)
        let policy = try #require(Timer.OnSuspend.allCases.randomElement(using: &random))
        timer = try TimerTests.timer(durationMs, onSuspend: policy, at: machine.now)
    }

    mutating func step() throws {
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<8: run(ns: .random(in: 0...20_000_000_000, using: &random))
        case 8: run(ns: .random(in: 0...90_000_000_000_000, using: &random))
        case 9: sleep(ms: .random(in: 200...60_000, using: &random))
        case 10: machine.stepWall(byMs: .random(in: -100_000_000...100_000_000, using: &random))
        case 11: reboot(afterMs: .random(in: 0...30_000, using: &random))
        default: try move()
        }
        try settle()
        try check()
    }

    mutating func run(ns: Int64) {
        machine.run(ns: ns)
        if timer.state == .running { ranNs += ns }
    }

    mutating func sleep(ms: Int64) {
        machine.sleep(ms: ms)
        if timer.state == .running, timer.onSuspend == .continue { ranNs += ms * 1_000_000 }
    }

    mutating func reboot(afterMs span: Int64) {
        let counted = timer.elapsedTime.countedMs
        // A running count, or the day for which an ended timer stays listed.
        let isCounted = timer.state != .paused
        machine.reboot(afterMs: span)
        #expect(machine.reanchor(&timer) == isCounted)
        // The wall clock may have been set meanwhile, so only the time counted before is certain.
        #expect(timer.elapsedMs(at: machine.now) >= counted)
        lastElapsedMs = counted
        ranNs = timer.elapsedMs(at: machine.now) * 1_000_000
        cuts = 1
    }

    mutating func move() throws {
        let move = try #require(TimerTests.Move.allCases.randomElement(using: &random))
        let before = timer
        let isLegal =
            move.isLegal(for: timer.kind, in: timer.state) || move == .extend && timer.isWaiting
        do {
            let change =
                move == .extend
                ? try timer.extend(
                    byMs: .random(in: -90_000...90_000, using: &random), at: machine.now)
                : try move.apply(to: &timer, at: machine.now)
            #expect(isLegal)
            if change == .restarted { (ranNs, cuts, lastElapsedMs) = (0, 1, 0) }
            if before.state == .running, timer.state != .running { cuts += 1 }
        } catch {
            #expect(timer == before)
            #expect(!isLegal || error is Rejection && move == .extend)
        }
    }

    /// Carries out the due changes, as the engine does, and checks each end.
    mutating func settle() throws {
        var count = 0
        while let change = machine.elapse(&timer) {
            count += 1
            try #require(count < 5, "it doesn't settle")
            switch change {
            case .finished:
                let duration = try #require(timer.durationMs)
                #expect(timer.elapsedMs(at: machine.now) == duration)
                #expect(ranNs >= duration * 1_000_000, "early")
                #expect(timer.lateByMs ?? 100 >= 100)
                (ranNs, cuts) = (duration * 1_000_000, 1)
            case .paused, .cancelled:
                #expect(timer.onSuspend == (change == .paused ? .pause : .cancel))
                cuts += 1
            case .expired: #expect(timer.state == .finished && !timer.isWaiting)
            case .cleared:
                #expect(!timer.isLive && !timer.isWaiting)
                _ = timer.restart(order: 1, at: machine.now)
                (ranNs, cuts, lastElapsedMs) = (0, 1, 0)
            default: Issue.record("\(change) comes of no deadline")
            }
        }
    }

    mutating func check() throws {
        let now = machine.now
        let elapsed = timer.elapsedMs(at: now)
        #expect(elapsed >= lastElapsedMs, "elapsed went back")
        lastElapsedMs = elapsed
        #expect((ranNs / 1_000_000 - cuts...ranNs / 1_000_000).contains(elapsed))
        #expect(try reread(timer) == timer)
        #expect((timer.pausedMs != nil) == (timer.state == .paused))
        #expect((timer.endedMs != nil) == !timer.isLive)
        #expect((timer.waitingMs(at: now) != nil) == timer.isWaiting)
        #expect(timer.elapsedTime.isCounting == (timer.state == .running))
        guard let duration = timer.durationMs, timer.isLive else { return }
        #expect(elapsed + (try #require(timer.remainingMs(at: now))) == duration)
        guard timer.state == .running else {
            #expect(timer.deadline(at: now) == nil)
            return
        }
        guard case .boot(let due) = timer.deadline(at: now) else {
            Issue.record("a running countdown without a deadline")
            return
        }
        #expect(due > now.bootNs, "still due after all was settled")
        var later = machine
        var copy = timer
        later.run(ns: due - now.bootNs - 1)
        #expect(later.elapse(&copy) == nil)
        later.run(ns: 1)
        #expect(later.elapse(&copy) == .finished && copy.lateByMs == nil)
    }
}
