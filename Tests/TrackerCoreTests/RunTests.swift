import TestSupport
import Testing
import TrackerCore

/// Tests of a person's moves.
struct RunTests {
    enum Move: String, CaseIterable {
        case pause, resume, confirm, skip, back, jump, extend, stop

        func apply(to run: inout Run, _ plan: RunPlan, at now: Moment) throws -> Run.Change {
            switch self {
            case .pause: try run.pause(at: now)
            case .resume: try run.resume(at: now)
            case .confirm: try run.confirm(plan, at: now)
            case .skip: try run.skip(plan, at: now)
            case .back: try run.back(plan, at: now)
            case .jump: try run.jump(to: 3, plan, at: now)
            case .extend: try run.extend(byMs: 5000, at: now)
            case .stop: try run.stop(at: now)
            }
        }

        func isLegal(in state: Run.State) -> Bool {
            switch self {
            case .pause: state == .running
            case .resume: state == .paused
            case .confirm: state == .waiting
            case .skip, .back, .jump, .extend, .stop: state != .completed && state != .stopped
            }
        }
    }

    var machine = Machine()

    /// Intervals of 10 s, 20 s with confirmation, 5 s and 30 s.
    static let parts: [ProgramPart] = [
        .interval(Interval(label: "a", durationMs: 10_000)),
        .interval(Interval(label: "b", durationMs: 20_000, confirmation: .manual)),
        .interval(Interval(label: "c", durationMs: 5000)),
        .interval(Interval(label: "d", durationMs: 30_000)),
    ]

    static func run(
        _ parts: [ProgramPart] = parts, at now: Moment
    ) throws -> (run: Run, plan: RunPlan) {
        let program = try Program(id: "p1", fields: .init(name: "Parts", parts: parts))
        let plan = RunPlan(run: "r1", parts: parts)
        let day = LocalInstant.utc(now.wallMs).day
        return (try Run(plan, of: program, order: 7, day: day, at: now), plan)
    }

    /// A run in its second step for 12 s; for 20 s where it waits.
    mutating func run(in state: Run.State) throws -> (run: Run, plan: RunPlan) {
        var (run, plan) = try Self.run(at: machine.now)
        _ = try run.jump(to: 1, plan, at: machine.now)
        machine.run(ms: 12_000)
        switch state {
        case .running: break
        case .paused: _ = try run.pause(at: machine.now)
        case .waiting:
            machine.run(ms: 8000)
            while run.advance(plan, to: machine.now) != nil {}
        case .completed:
            _ = try run.jump(to: 3, plan, at: machine.now)
            _ = try run.skip(plan, at: machine.now)
        case .stopped: _ = try run.stop(at: machine.now)
        }
        #expect(run.state == state)
        return (run, plan)
    }

    @Test func itStarts() throws {
        let (run, plan) = try Self.run(at: machine.now)
        #expect(run.id == "r1" && run.program == "p1" && run.name == "Parts")
        #expect(run.state == .running && run.isLive && run.index == 0)
        #expect(run.remainingMs(at: machine.now) == 10_000 && run.elapsedMs(at: machine.now) == 0)
        #expect(run.startedMs == machine.now.wallMs && run.startOrder == 7 && run.endedMs == nil)
        #expect(run.place == plan.place(of: 0) && run.place.steps == 4)
        #expect(run.place.followingMs == 55_000 && plan.place(of: 3).followingMs == 0)
        #expect(run.place.next == plan.steps[1].interval && plan.place(of: 3).next == nil)
        #expect(!Run.isUndoable && !RunPlan.isUndoable && !RunPlan.isTimed)
        #expect(try reread(run) == run)
    }

    @Test(arguments: Run.State.allCases, Move.allCases)
    mutating func everyMoveFromEveryState(_ state: Run.State, _ move: Move) throws {
        var (run, plan) = try run(in: state)
        machine.run(ms: 1000)
        let before = run
        guard move.isLegal(in: state) else {
            let refusal = #expect(throws: Rejection.self) {
                try move.apply(to: &run, plan, at: machine.now)
            }
            #expect(refusal?.kind == .conflict && refusal?.state == state.rawValue)
            #expect(refusal?.message.contains(state.text) == true)
            #expect(run == before)
            return
        }
        let change = try move.apply(to: &run, plan, at: machine.now)
        let changes: [Move: Run.Change] = [
            .pause: .paused, .resume: .resumed, .confirm: .intervalStarted(nil), .skip: .skipped,
            .back: .jumped, .jump: .jumped, .extend: .extended, .stop: .stopped,
        ]
        #expect(change == changes[move])
        let (index, remaining) = expected(of: move, from: state)
        #expect(run.index == index && run.remainingMs(at: machine.now) == remaining)
        let next: [Move: Run.State] = [.pause: .paused, .resume: .running, .stop: .stopped]
        #expect(run.state == next[move] ?? (state == .paused ? .paused : .running))
        #expect(run.deadline(at: machine.now) == nil || run.state == .running)
        #expect(try reread(run) == run)
    }

    /// The run's place after the move, 13 s after the second step began, or 1 s after it was stopped.
    private func expected(of move: Move, from state: Run.State) -> (index: Int, remaining: Int64) {
        let left: Int64 = state == .running ? 7000 : state == .paused ? 8000 : 0
        switch move {
        case .pause, .resume: return (1, left)
        case .confirm, .skip: return (2, 5000)
        case .back: return (1, 20_000)
        case .jump: return (3, 30_000)
        case .extend: return (1, left + 5000)
        case .stop: return (1, 0)
        }
    }

    @Test mutating func pausesAreLeftOut() throws {
        var (run, plan) = try Self.run(at: machine.now)
        machine.run(ms: 4000)
        _ = try run.pause(at: machine.now)
        machine.run(ms: 600_000)
        #expect(run.advance(plan, to: machine.now) == nil)
        #expect(run.remainingMs(at: machine.now) == 6000 && run.elapsedMs(at: machine.now) == 4000)
        _ = try run.resume(at: machine.now)
        machine.run(ms: 5999)
        #expect(run.remainingMs(at: machine.now) == 1)
    }

    @Test mutating func backWithinTwoSecondsGoesToTheOneBefore() throws {
        for (afterMs, index) in [(0, 2), (1999, 2), (2000, 3), (9000, 3)] as [(Int64, Int)] {
            var (run, plan) = try Self.run(at: machine.now)
            _ = try run.jump(to: 3, plan, at: machine.now)
            machine.run(ms: afterMs)
            #expect(try run.back(plan, at: machine.now) == .jumped)
            #expect(run.index == index)
        }
        // Nothing comes before the first interval.
        var (run, plan) = try Self.run(at: machine.now)
        machine.run(ms: 1000)
        _ = try run.back(plan, at: machine.now)
        #expect(run.index == 0 && run.remainingMs(at: machine.now) == 10_000)
    }

    @Test mutating func aShortIntervalThatWaitsIsBegunAnew() throws {
        let parts = [
            ProgramTests.interval(),
            .interval(Interval(label: "b", durationMs: 500, confirmation: .manual)),
        ]
        var (run, plan) = try Self.run(parts, at: machine.now)
        _ = try run.skip(plan, at: machine.now)
        machine.run(ms: 500)
        while run.advance(plan, to: machine.now) != nil {}
        #expect(run.state == .waiting)
        _ = try run.back(plan, at: machine.now)
        #expect(run.index == 1 && run.state == .running)
    }

    @Test(arguments: [-1, 4, .max, .min]) mutating func jumpsOutOfRange(_ index: Int) throws {
        var (run, plan) = try run(in: .paused)
        let before = run
        let refusal = #expect(throws: Rejection.self) {
            try run.jump(to: index, plan, at: machine.now)
        }
        #expect(refusal?.kind == .invalidParams && refusal?.field == "index")
        #expect(refusal?.message.contains("0 to 3") == true)
        #expect(run == before)
    }

    @Test mutating func theLastStepEndsTheRun() throws {
        var (run, plan) = try Self.run(at: machine.now)
        _ = try run.jump(to: 3, plan, at: machine.now)
        machine.run(ms: 7000)
        #expect(try run.skip(plan, at: machine.now) == .completed(nil))
        #expect(run.state == .completed && run.endedMs == machine.now.wallMs)
        #expect(run.elapsedMs(at: machine.now.advanced(byMs: 5000)) == 7000)
    }

    @Test mutating func theLastOneMayBeConfirmed() throws {
        let parts: [ProgramPart] = [
            .interval(Interval(label: "a", durationMs: 1000, confirmation: .manual))
        ]
        var (run, plan) = try Self.run(parts, at: machine.now)
        machine.run(ms: 1000)
        #expect(run.advance(plan, to: machine.now) == .intervalFinished(nil))
        #expect(run.advance(plan, to: machine.now) == .confirmationNeeded(nil))
        machine.run(ms: 3_600_000)
        #expect(try run.confirm(plan, at: machine.now) == .completed(nil))
        #expect(run.endedMs == machine.now.wallMs && run.elapsedMs(at: machine.now) == 1000)
    }

    @Test mutating func theFollowUpOutlastsARebootAndASetClock() throws {
        let parts: [ProgramPart] = [
            .interval(Interval(label: "a", durationMs: 1000, confirmation: .manual))
        ]
        var (run, plan) = try Self.run(parts, at: machine.now)
        machine.run(ms: 1000)
        while run.advance(plan, to: machine.now) != nil {}
        machine.run(ms: 100_000)
        machine.stepWall(byMs: 3_600_000)
        let stepMs = run.adjustToClock(at: machine.now)
        #expect(stepMs == 3_600_000)
        #expect(run.advance(plan, to: machine.now) == nil)
        machine.reboot(afterMs: 150_000)
        #expect(machine.reanchor(&run))
        #expect(run.advance(plan, to: machine.now) == nil)
        guard case .boot(let due) = run.deadline(at: machine.now) else {
            Issue.record("nothing is due")
            return
        }
        #expect((due - machine.now.bootNs) / 1_000_000 == 50_000)
        machine.run(ms: 50_000)
        #expect(run.advance(plan, to: machine.now) == .followedUp)
        #expect(run.advance(plan, to: machine.now) == nil && run.deadline(at: machine.now) == nil)
    }

    // MARK: Extending

    @Test(arguments: [0, 86_380_001, .max] as [Int64])
    mutating func extensionsBeyondTheLimits(_ by: Int64) throws {
        var (run, plan) = try run(in: .running)
        let before = run
        let refusal = #expect(throws: Rejection.self) { try run.extend(byMs: by, at: machine.now) }
        #expect(refusal?.kind == .invalidParams && refusal?.field == "by")
        #expect(run == before && plan.steps.count == 4)
        #expect(try run.extend(byMs: 86_380_000, at: machine.now) == .extended)
    }

    @Test(arguments: [Run.State.running, .paused])
    mutating func shortenedPastItsEndTheIntervalIsOver(_ state: Run.State) throws {
        for by in [-8000, -20_000, -1_000_000, .min] as [Int64] {
            var (run, plan) = try run(in: state)
            #expect(try run.extend(byMs: by, at: machine.now) == .intervalFinished(nil))
            #expect(run.advance(plan, to: machine.now) == .confirmationNeeded(nil))
            #expect(run.advance(plan, to: machine.now) == nil)
            #expect(run.state == .waiting && run.elapsedMs(at: machine.now) == 12_000)
        }
        var (run, plan) = try Self.run(at: machine.now)
        if state == .paused { _ = try run.pause(at: machine.now) }
        #expect(try run.extend(byMs: -10_000, at: machine.now) == .intervalFinished(nil))
        // In a pause, the next interval begins with the resumption.
        #expect(
            run.advance(plan, to: machine.now)
                == (state == .paused ? .skipped : .intervalStarted(nil)))
        #expect(run.advance(plan, to: machine.now) == nil)
        let begun = run.begin()
        #expect(begun == nil)
        #expect(run.index == 1 && run.state == state)
        _ = try run.jump(to: 3, plan, at: machine.now)
        #expect(try run.extend(byMs: -30_000, at: machine.now) == .intervalFinished(nil))
        #expect(run.advance(plan, to: machine.now) == .completed(nil))
        #expect(run.advance(plan, to: machine.now) == nil && run.state == .completed)
    }

    @Test mutating func aWaitingOneCanBeLengthenedOnly() throws {
        var (run, plan) = try run(in: .waiting)
        let refusal = #expect(throws: Rejection.self) {
            try run.extend(byMs: -1000, at: machine.now)
        }
        #expect(refusal?.kind == .invalidParams && refusal?.field == "by")
        machine.run(ms: 60_000)
        #expect(try run.extend(byMs: 4000, at: machine.now) == .extended)
        #expect(run.state == .running && run.remainingMs(at: machine.now) == 4000)
        machine.run(ms: 1000)
        #expect(run.advance(plan, to: machine.now) == .countdown(3))
    }
}
