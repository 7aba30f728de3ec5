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

    @Test func aCountdownStarts() throws {
        let timer = try Self.timer(at: machine.now)
        #expect(timer.id == "k3v9x2m4q7wd" && timer.name == "tea" && timer.message == "Pour it")
        #expect(timer.kind == .countdown && timer.state == .running && timer.isLive)
        #expect(timer.durationMs == 60_000 && timer.originalMs == 60_000)
        #expect(timer.startedMs == machine.now.wallMs && timer.startOrder == 7)
        #expect(timer.onSuspend == .continue && timer.laps.isEmpty)
        #expect(timer.pausedMs == nil && timer.endNoticed == nil && timer.endedMs == nil)
        #expect(timer.lateByMs == nil)
        #expect(
            timer.elapsedMs(at: machine.now) == 0 && timer.remainingMs(at: machine.now) == 60_000)
        #expect(Timer.table == "timer" && Timer.isUndoable)
    }

    @Test mutating func aStopwatchCountsUp() throws {
        var watch = try Self.timer(nil, at: machine.now)
        #expect(watch.kind == .stopwatch && watch.durationMs == nil && watch.originalMs == nil)
        machine.run(ms: 400 * 86_400_000)
        #expect(watch.elapsedMs(at: machine.now) == 400 * 86_400_000)
        #expect(watch.remainingMs(at: machine.now) == nil)
        #expect(watch.deadline(at: machine.now) == nil)
        #expect(machine.elapse(&watch) == nil)
    }

    @Test(arguments: [1000, 1001, 86_400_000, 31_622_399_999, 31_622_400_000] as [Int64])
    func durationsWithinTheLimits(_ ms: Int64) throws {
        #expect(try Self.timer(ms, at: machine.now).durationMs == ms)
    }

    @Test(arguments: [999, 31_622_400_001, 0, -1, -1000, .max, .min] as [Int64])
    func durationsBeyondTheLimits(_ ms: Int64) throws {
        let refusal = #expect(throws: Rejection.self) { try Self.timer(ms, at: machine.now) }
        #expect(refusal?.kind == .invalidParams && refusal?.field == "duration")
        #expect(refusal?.message.contains("1 s to 366 days") == true)
    }

    @Test func textsAreChecked() throws {
        let named = #expect(throws: Rejection.self) {
            try Timer(
                id: "a", durationMs: 1000, name: "a\nb", message: nil, onSuspend: .continue,
                order: 1, at: machine.now)
        }
        #expect(named?.kind == .invalidParams && named?.field == "name")
        let noted = #expect(throws: Rejection.self) {
            try Timer(
                id: "a", durationMs: nil, name: nil, message: String(repeating: "x", count: 4001),
                onSuspend: .continue, order: 1, at: machine.now)
        }
        #expect(noted?.kind == .tooLarge && noted?.field == "message")
    }

    @Test(arguments: kinds.flatMap { kind in states.map { (kind, $0) } }, Move.allCases)
    mutating func everyMoveFromEveryState(_ from: (Timer.Kind, Timer.State), _ move: Move) throws {
        var timer = try timer(from.0, in: from.1)
        let before = timer
        guard move.isLegal(for: from.0, in: from.1) else {
            let refusal = #expect(throws: Rejection.self) {
                try move.apply(to: &timer, at: machine.now)
            }
            #expect(refusal?.kind == .conflict && refusal?.state == from.1.rawValue)
            #expect(timer == before)
            return
        }
        let change = try move.apply(to: &timer, at: machine.now)
        let after = try changes(from: before, to: timer)
        let names: [Move: Timer.Change] = [
            .pause: .paused, .resume: .resumed, .cancel: .cancelled, .finish: .finished,
            .restart: .restarted, .extend: .extended, .rename: .renamed, .lap: .lapped,
        ]
        #expect(change == names[move])
        #expect(after == (try expected(of: move, from: before)))
        #expect(try reread(timer) == timer)
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

    @Test mutating func refusalsSayWhatTheStateIs() throws {
        var timer = try timer(.countdown, in: .finished)
        let pause = #expect(throws: Rejection.self) { try timer.pause(at: machine.now) }
        #expect(pause?.message == "the timer is finished: only a running one can be paused")
        let cancel = #expect(throws: Rejection.self) { try timer.cancel(at: machine.now) }
        #expect(
            cancel?.message
                == "the timer is already finished: only a running or paused one can be cancelled")
    }

    @Test mutating func pausesDontCount() throws {
        var timer = try Self.timer(at: machine.now)
        machine.run(ms: 10_000)
        _ = try timer.pause(at: machine.now)
        machine.run(ms: 3_600_000)
        #expect(machine.elapse(&timer) == nil && timer.deadline(at: machine.now) == nil)
        #expect(timer.elapsedMs(at: machine.now) == 10_000)
        #expect(timer.remainingMs(at: machine.now) == 50_000)
        _ = try timer.resume(at: machine.now)
        machine.run(ms: 49_999)
        #expect(machine.elapse(&timer) == nil)
        machine.run(ms: 1)
        #expect(machine.elapse(&timer) == .finished)
        #expect(timer.elapsedMs(at: machine.now) == 60_000)
    }

    @Test mutating func lapsAreCumulativeAndLeavePausesOut() throws {
        var watch = try Self.timer(nil, at: machine.now)
        let start = machine.now.wallMs
        machine.run(ms: 60_000)
        _ = try watch.lap(at: machine.now)
        machine.run(ms: 30_000)
        _ = try watch.pause(at: machine.now)
        machine.run(ms: 500_000)
        _ = try watch.resume(at: machine.now)
        machine.run(ms: 31_250)
        _ = try watch.lap(at: machine.now)
        #expect(watch.laps.map(\.elapsedMs) == [60_000, 121_250])
        #expect(watch.laps.map { $0.atMs - start } == [60_000, 621_250])
        _ = watch.restart(order: 8, at: machine.now)
        #expect(watch.laps.isEmpty && watch.elapsedMs(at: machine.now) == 0)
    }

    @Test mutating func lapsAreLimited() throws {
        var watch = try Self.timer(nil, at: machine.now)
        for _ in 0..<Timer.maximumLaps { _ = try watch.lap(at: machine.now) }
        let before = watch
        let refusal = #expect(throws: Rejection.self) { try watch.lap(at: machine.now) }
        #expect(refusal?.kind == .tooLarge && refusal?.field == "timer")
        #expect(watch == before && watch.laps.count == 1000)
    }

    @Test func aNewNameIsChecked() throws {
        var timer = try Self.timer(at: machine.now)
        for name in ["", "a\u{0}b", String(repeating: "x", count: 201)] {
            let refusal = #expect(throws: Rejection.self) { try timer.rename(to: name) }
            #expect(refusal?.field == "name")
            #expect(timer.name == "tea")
        }
    }
}
