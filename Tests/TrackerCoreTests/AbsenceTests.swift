import TestSupport
import Testing
import TrackerCore

/// Timers and runs that are paused while nobody is there.
struct AbsenceTests {
    var machine = Machine()

    private func timer(
        _ durationMs: Int64? = 60_000, onSuspend: Timer.OnSuspend = .continue, follows: Bool = true
    ) throws -> Timer {
        try Timer(
            id: "k3v9x2m4q7wd", durationMs: durationMs, name: "deep", message: nil,
            onSuspend: onSuspend, pausesWhenAway: follows, order: 7, at: machine.now)
    }

    private func run(_ parts: [ProgramPart], follows: Bool = true) throws -> (Run, RunPlan) {
        let program = try Program(id: "p1ntbjm8c0de", fields: .init(name: "Parts", parts: parts))
        let plan = RunPlan(run: "r1ntbjm8c0de", parts: parts)
        let day = LocalInstant.utc(machine.now.wallMs).day
        let run = try Run(
            plan, of: program, pausesWhenAway: follows, order: 7, day: day, at: machine.now)
        return (run, plan)
    }

    private static let parts: [ProgramPart] = [
        .interval(Interval(label: "Work", durationMs: 10_000)),
        .interval(Interval(label: "Break", durationMs: 5000, kind: .break)),
        .interval(Interval(label: "Work", durationMs: 10_000)),
    ]

    // MARK: Timers

    @Test(arguments: [60_000, nil] as [Int64?])
    mutating func aTimerIsPausedAndOfferedOnce(_ durationMs: Int64?) throws {
        var timer = try timer(durationMs)
        #expect(timer.pausesWhenAway && timer.absence == nil)
        #expect(timer.offerResume() == nil)
        machine.run(ms: 10_000)
        let before = timer
        #expect(timer.leave(at: machine.now) == .paused)
        #expect(
            try changes(from: before, to: timer) == [
                "state": "\"paused\"", "tally": "\"10000\"", "absence": "\"awaits_return\"",
                "paused_ms": "\(machine.now.wallMs)",
            ])
        #expect(timer.leave(at: machine.now) == nil)
        try timer.check(at: machine.now)
        machine.run(ms: 500_000)
        #expect(timer.offerResume() == .resumeOffered)
        #expect(timer.absence == .asked)
        #expect(timer.offerResume() == nil)
        #expect(try reread(timer) == timer)
        _ = try timer.resume(at: machine.now)
        #expect(timer.absence == nil && timer.elapsedMs(at: machine.now) == 10_000)
    }

    @Test mutating func othersAreLeftAlone() throws {
        var plain = try timer(follows: false)
        #expect(plain.leave(at: machine.now) == nil)
        var paused = try timer()
        _ = try paused.pause(at: machine.now)
        // What the person has paused, nobody asks about.
        #expect(paused.leave(at: machine.now) == nil)
        #expect(paused.offerResume() == nil)
        var over = try timer()
        machine.run(ms: 60_000)
        #expect(over.leave(at: machine.now) == nil)
        #expect(machine.elapse(&over) == .finished)
    }

    @Test(arguments: Timer.OnSuspend.allCases)
    mutating func sleepPausesItUnlessItCancels(_ onSuspend: Timer.OnSuspend) throws {
        var timer = try timer(onSuspend: onSuspend)
        machine.run(ms: 10_000)
        machine.sleep(ms: 3_600_000)
        // That is handled first.
        #expect(timer.leave(at: machine.now) == nil)
        let isCancelled = onSuspend == .cancel
        #expect(machine.elapse(&timer) == (isCancelled ? .cancelled : .paused))
        #expect(timer.absence == (isCancelled ? nil : .awaitsReturn))
        #expect(timer.elapsedMs(at: machine.now) == 10_000)
    }

    @Test(arguments: ["restart", "cancel", "finish"])
    mutating func anotherMoveEndsTheQuestion(_ move: String) throws {
        var timer = try timer()
        _ = timer.leave(at: machine.now)
        _ = timer.offerResume()
        switch move {
        case "restart": _ = timer.restart(order: 8, at: machine.now)
        case "cancel": _ = try timer.cancel(at: machine.now)
        default: _ = try timer.finish(at: machine.now)
        }
        #expect(timer.absence == nil)
        try timer.check(at: machine.now)
    }

    // MARK: Runs

    @Test mutating func aRunIsPausedExceptWhileItRests() throws {
        var (run, plan) = try run(Self.parts)
        #expect(run.pausesNow)
        #expect(run.leave(at: machine.now) == .paused)
        #expect(run.absence == .awaitsReturn && run.state == .paused && !run.pausesNow)
        try run.check(at: machine.now)
        #expect(run.offerResume() == .resumeOffered)
        #expect(run.offerResume() == nil)
        #expect(try reread(run) == run)
        _ = try run.resume(at: machine.now)
        #expect(run.absence == nil)
        machine.run(ms: 10_000)
        // The interval is over, which comes first.
        #expect(run.leave(at: machine.now) == nil)
        while run.advance(plan, to: machine.now) != nil {}
        #expect(run.index == 1 && !run.pausesNow)
        #expect(run.leave(at: machine.now) == nil)
        machine.run(ms: 5000)
        while run.advance(plan, to: machine.now) != nil {}
        #expect(run.index == 2)
        #expect(run.leave(at: machine.now) == .paused)
    }

    @Test(arguments: [3000, 10_000, 11_000] as [Int64])
    mutating func sleepPausesARun(_ awakeMs: Int64) throws {
        var (run, plan) = try run(Self.parts)
        machine.run(ms: awakeMs)
        machine.sleep(ms: 3_600_000)
        #expect(run.hasSlept(at: machine.now))
        #expect(run.leave(at: machine.now) == nil)
        #expect(run.advance(plan, to: machine.now) == .paused)
        #expect(run.advance(plan, to: machine.now) == nil)
        // It doesn't pass the interval's end.
        #expect(run.index == 0 && run.elapsedMs(at: machine.now) == min(awakeMs, 10_000))
        #expect(run.absence == .awaitsReturn)
        _ = try run.resume(at: machine.now)
        #expect(!run.hasSlept(at: machine.now))
    }

    @Test mutating func otherRunsGoThroughSleep() throws {
        var (run, plan) = try run(Self.parts, follows: false)
        machine.sleep(ms: 3000)
        #expect(!run.hasSlept(at: machine.now))
        #expect(run.leave(at: machine.now) == nil)
        #expect(run.advance(plan, to: machine.now) == nil)
        #expect(run.state == .running)
    }

    @Test mutating func anEndForgetsTheAbsence() throws {
        var (run, _) = try run(Self.parts)
        _ = run.leave(at: machine.now)
        _ = try run.stop(at: machine.now)
        #expect(run.absence == nil)
        try run.check(at: machine.now)
    }
}
