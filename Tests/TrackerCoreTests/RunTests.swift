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
}
