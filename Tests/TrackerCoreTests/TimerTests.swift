import Testing
import TrackerCore

/// Tests of a person's moves: their effect, and the states in which they are refused.
struct TimerTests {
    enum Move: String, CaseIterable {
        case pause, resume, cancel, finish, restart, extend, rename, lap

        func apply(to timer: inout Timer, at now: Moment) throws -> Timer.Change {
            switch self {
            case .pause: try timer.pause(at: now)
            case .resume: try timer.resume(at: now)
            case .cancel: try timer.cancel(at: now)
            case .finish: try timer.finish(at: now)
            case .restart: timer.restart(order: 99, at: now)
            case .extend: try timer.extend(byMs: 5000, at: now)
            case .rename: try timer.rename(to: "coffee")
            case .lap: try timer.lap(at: now)
            }
        }

        func isLegal(for kind: Timer.Kind, in state: Timer.State) -> Bool {
            switch self {
            case .pause: state == .running
            case .resume: state == .paused
            case .cancel, .finish: state == .running || state == .paused
            case .restart, .rename: true
            case .extend: kind == .countdown && (state == .running || state == .paused)
            case .lap: kind == .stopwatch && state == .running
            }
        }
    }

    static let states: [Timer.State] = [.running, .paused, .finished, .cancelled]
    static let kinds: [Timer.Kind] = [.countdown, .stopwatch]

    var machine = Machine()

    static func timer(
        _ durationMs: Int64? = 60_000, onSuspend: Timer.OnSuspend = .continue, at now: Moment
    ) throws -> Timer {
        try Timer(
            id: "k3v9x2m4q7wd", durationMs: durationMs, name: "tea", message: "Pour it",
            onSuspend: onSuspend, order: 7, at: now)
    }

    /// A timer that began 10 s ago, in a state.
    mutating func timer(_ kind: Timer.Kind, in state: Timer.State) throws -> Timer {
        var timer = try Self.timer(kind == .countdown ? 60_000 : nil, at: machine.now)
        machine.run(ms: 10_000)
        switch state {
        case .running: break
        case .paused: _ = try timer.pause(at: machine.now)
        case .finished: _ = try timer.finish(at: machine.now)
        case .cancelled: _ = try timer.cancel(at: machine.now)
        }
        machine.run(ms: 2000)
        #expect(timer.state == state)
        return timer
    }

    /// All changes of a legal move, 12 s after the start; stopped timers stopped at 10 s.
    private func expected(of move: Move, from before: Timer) throws -> [String: String] {
        let now = machine.now
        let counted = before.state == .running ? 12_000 : 10_000
        let stopped = before.state == .running ? ["tally": "\"12000\""] : [:]
        switch move {
        case .pause:
            return stopped.merging(["state": "\"paused\"", "paused_ms": "\(now.wallMs)"]) { $1 }
        case .resume:
            return [
                "state": "\"running\"", "paused_ms": "gone",
                "tally": "\"\(counted) \(now.text)\"",
            ]
        case .cancel, .finish:
            let state = move == .cancel ? "\"cancelled\"" : "\"finished\""
            var changes = ["state": state, "end_noticed": "\"\(now.text)\""]
            if before.state == .paused { changes["paused_ms"] = "gone" }
            return stopped.merging(changes) { $1 }
        case .restart:
            var changes = [
                "started_ms": "\(now.wallMs)", "start_order": "99",
                "tally": "\"0 \(now.text)\"",
            ]
            if before.state != .running { changes["state"] = "\"running\"" }
            if before.state == .paused { changes["paused_ms"] = "gone" }
            if !before.isLive { changes["end_noticed"] = "gone" }
            return changes
        case .extend: return ["duration_ms": "65000"]
        case .rename: return ["name": "\"coffee\""]
        case .lap: return ["laps": "[{\"at_ms\":\(now.wallMs),\"elapsed_ms\":12000}]"]
        }
    }

    @Test mutating func lapsAreLimited() throws {
        var watch = try Self.timer(nil, at: machine.now)
        for _ in 0..<Timer.maximumLaps { _ = try watch.lap(at: machine.now) }
        let before = watch
        let refusal = #expect(throws: Rejection.self) { try watch.lap(at: machine.now) }
        #expect(refusal?.kind == .tooLarge && refusal?.field == "timer")
        #expect(watch == before && watch.laps.count == 1000)
    }
}
