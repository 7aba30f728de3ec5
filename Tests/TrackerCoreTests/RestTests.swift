import Testing
import TrackerCore

/// Tests of a person's moves, and of ends.
struct RestTests {
    enum Move: String, CaseIterable {
        case pause, resume, skip, extend

        func apply(to rest: inout Rest, at now: Moment) throws -> Rest.Change {
            switch self {
            case .pause: try rest.pause(at: now)
            case .resume: try rest.resume(at: now)
            case .skip: try rest.skip(at: now)
            case .extend: try rest.extend(byMs: 5000, at: now)
            }
        }

        func isLegal(in state: Rest.State) -> Bool {
            switch self {
            case .pause: state == .running
            case .resume: state == .paused
            case .skip, .extend: state == .running || state == .paused
            }
        }
    }

    static let states: [Rest.State] = [.running, .paused, .finished, .skipped]

    var machine = Machine()

    static func rest(
        _ durationMs: Int64 = 90_000, warnAtMs: [Int64] = [3000], label: String? = "squats",
        after: Rest.After? = nil, at now: Moment
    ) throws -> Rest {
        try Rest(
            id: "r3s7aaaaaaaa", durationMs: durationMs, warnAtMs: warnAtMs, label: label,
            after: after, order: 5, at: now)
    }

    /// A rest in a state, which began 10 s before that state; 2 s have passed since.
    mutating func rest(in state: Rest.State) throws -> Rest {
        var rest = try Self.rest(at: machine.now)
        machine.run(ms: 10_000)
        switch state {
        case .running: break
        case .paused: _ = try rest.pause(at: machine.now)
        case .finished: _ = try rest.extend(byMs: -90_000, at: machine.now)
        case .skipped: _ = try rest.skip(at: machine.now)
        }
        machine.run(ms: 2000)
        #expect(rest.state == state)
        return rest
    }

    /// All changes of a legal move, 12 s after the start; a paused rest stopped at 10 s.
    private func expected(of move: Move, from before: Rest) throws -> [String: String] {
        let now = machine.now
        let stopped = before.state == .running ? ["tally": "\"12000\""] : [:]
        switch move {
        case .pause: return stopped.merging(["state": "\"paused\""]) { $1 }
        case .resume:
            return [
                "state": "\"running\"",
                "tally": "\"10000 \(now.text)\"",
            ]
        case .skip:
            return stopped.merging([
                "state": "\"skipped\"", "ended_ms": "\(now.wallMs)", "armed_ms": "[]",
            ]) { $1 }
        case .extend: return ["duration_ms": "95000"]
        }
    }
}
