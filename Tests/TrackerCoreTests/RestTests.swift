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

    @Test func itStarts() throws {
        let rest = try Self.rest(after: Rest.After(kind: .set, id: "s1"), at: machine.now)
        #expect(rest.id == "r3s7aaaaaaaa" && rest.state == .running && rest.isLive)
        #expect(rest.durationMs == 90_000 && rest.remainingMs(at: machine.now) == 90_000)
        #expect(rest.startedMs == machine.now.wallMs && rest.startOrder == 5)
        #expect(rest.endedMs == nil && rest.lateByMs == nil && rest.takenMs == nil)
        #expect(rest.warnAtMs == [3000] && rest.armedMs == [3000])
        #expect(rest.label == "squats" && rest.after == Rest.After(kind: .set, id: "s1"))
        #expect(Rest.table == "rest" && !Rest.isUndoable)
        #expect(try reread(rest) == rest)
    }

    @Test(arguments: [1000, 86_400_000] as [Int64])
    func durationsWithinTheLimits(_ ms: Int64) throws {
        #expect(try Self.rest(ms, at: machine.now).durationMs == ms)
    }

    @Test(arguments: [999, 86_400_001, 0, -1000, .max, .min] as [Int64])
    func durationsBeyondTheLimits(_ ms: Int64) throws {
        let refusal = #expect(throws: Rejection.self) { try Self.rest(ms, at: machine.now) }
        #expect(refusal?.kind == .invalidParams && refusal?.field == "duration")
        #expect(refusal?.message.contains("1 s to 24 h") == true)
    }

    @Test(arguments: ["", "a\nb", "a\u{7f}"]) func theLabelIsChecked(_ label: String) throws {
        let refusal = #expect(throws: Rejection.self) {
            try Self.rest(label: label, at: machine.now)
        }
        #expect(refusal?.kind == .invalidParams && refusal?.field == "label")
    }

    @Test(arguments: states, Move.allCases)
    mutating func everyMoveFromEveryState(_ state: Rest.State, _ move: Move) throws {
        var rest = try rest(in: state)
        let before = rest
        guard move.isLegal(in: state) else {
            let refusal = #expect(throws: Rejection.self) {
                try move.apply(to: &rest, at: machine.now)
            }
            #expect(refusal?.kind == .conflict && refusal?.state == state.rawValue)
            #expect(refusal?.message.contains(state.rawValue) == true)
            #expect(rest == before)
            return
        }
        let change = try move.apply(to: &rest, at: machine.now)
        let names: [Move: Rest.Change] = [
            .pause: .paused, .resume: .resumed, .skip: .skipped, .extend: .extended,
        ]
        #expect(change == names[move])
        let type = "rest.\(rest.state.rawValue)"
        #expect(change.event.rawValue == type || [.resume, .extend].contains(move))
        #expect(try changes(from: before, to: rest) == (try expected(of: move, from: before)))
        #expect(try reread(rest) == rest)
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

    @Test func changesAreNamedLikeTheirEvents() {
        let all: [Rest.Change] = [
            .started, .paused, .resumed, .extended, .finished, .skipped, .warning(3000),
        ]
        #expect(
            all.map(\.event) == [
                .restStarted, .restPaused, .restResumed, .restExtended, .restFinished,
                .restSkipped, .restWarning,
            ])
    }

    @Test mutating func whatWasTakenLeavesPausesOut() throws {
        var rest = try Self.rest(at: machine.now)
        machine.run(ms: 20_000)
        _ = try rest.pause(at: machine.now)
        machine.run(ms: 300_000)
        #expect(rest.remainingMs(at: machine.now) == 70_000 && rest.takenMs == nil)
        #expect(rest.deadline(at: machine.now) == nil && machine.elapse(&rest) == nil)
        _ = try rest.resume(at: machine.now)
        machine.run(ms: 15_000)
        _ = try rest.skip(at: machine.now)
        #expect(rest.takenMs == 35_000)
        #expect(rest.endedMs == machine.now.wallMs && rest.remainingMs(at: machine.now) == 0)
        machine.run(ms: 99_000)
        #expect(rest.takenMs == 35_000)
    }

    @Test mutating func skippedWhilePausedItTookWhatItTook() throws {
        var rest = try rest(in: .paused)
        _ = try rest.skip(at: machine.now)
        #expect(rest.takenMs == 10_000 && rest.state == .skipped)
    }

    @Test(arguments: [0, 99, 100, 5000] as [Int64])
    mutating func itEndsWhenItsTimeIsOver(_ late: Int64) throws {
        var rest = try Self.rest(warnAtMs: [], at: machine.now)
        let start = machine.now
        #expect(rest.deadline(at: start) == .boot(start.bootNs + 90_000_000_000))
        machine.run(ns: 89_999_999_999)
        #expect(machine.elapse(&rest) == nil && rest.remainingMs(at: machine.now) == 1)
        machine.run(ns: 1 + late * 1_000_000)
        let before = rest
        #expect(machine.elapse(&rest) == .finished)
        var expected = [
            "state": "\"finished\"", "tally": "\"90000\"",
            "ended_ms": "\(start.wallMs + 90_000)",
        ]
        if late >= 100 { expected["late_by_ms"] = "\(late)" }
        #expect(try changes(from: before, to: rest) == expected)
        #expect(rest.takenMs == 90_000)
        #expect(machine.elapse(&rest) == nil && rest.deadline(at: machine.now) == nil)
    }

    // MARK: Longer and shorter

    @Test(arguments: [-80_000, -80_001, -86_400_000, .min] as [Int64], [false, true])
    mutating func shortenedToZeroOrPastItIsOver(_ span: Int64, isPaused: Bool) throws {
        var rest = try Self.rest(at: machine.now)
        machine.run(ms: 10_000)
        if isPaused { _ = try rest.pause(at: machine.now) }
        #expect(try rest.extend(byMs: span, at: machine.now) == .finished)
        #expect(rest.state == .finished && rest.durationMs == 10_000 && rest.takenMs == 10_000)
        #expect(rest.endedMs == machine.now.wallMs && rest.lateByMs == nil && rest.armedMs.isEmpty)
    }

    @Test func itMayGrowTo24Hours() throws {
        var rest = try Self.rest(at: machine.now)
        #expect(try rest.extend(byMs: 86_400_000 - 90_000, at: machine.now) == .extended)
        #expect(rest.durationMs == 86_400_000)
    }

    @Test(arguments: [0, 86_400_000 - 90_000 + 1, .max, .max - 90_000, .max - 89_999] as [Int64])
    func spansOutOfRangeChangeNothing(_ span: Int64) throws {
        var rest = try Self.rest(at: machine.now)
        let before = rest
        let refusal = #expect(throws: Rejection.self) {
            try rest.extend(byMs: span, at: machine.now)
        }
        #expect(refusal?.kind == .invalidParams && refusal?.field == "by")
        #expect(refusal?.message.contains("24 h") == true)
        #expect(rest == before)
    }

    // MARK: Clocks and reboots

    @Test(arguments: [-86_400_000, 86_400_000] as [Int64])
    mutating func aStepOfTheWallClockChangesNothing(_ step: Int64) throws {
        var rest = try Self.rest(warnAtMs: [], at: machine.now)
        let due = try #require(rest.deadline(at: machine.now))
        machine.run(ms: 30_000)
        machine.stepWall(byMs: step)
        #expect(rest.remainingMs(at: machine.now) == 60_000)
        #expect(rest.deadline(at: machine.now) == due && machine.elapse(&rest) == nil)
    }

    @Test mutating func itGoesOnOverAReboot() throws {
        var rest = try Self.rest(warnAtMs: [], at: machine.now)
        machine.run(ms: 30_000)
        machine.reboot(afterMs: 20_000)
        #expect(machine.reanchor(&rest) && !machine.reanchor(&rest))
        #expect(rest.remainingMs(at: machine.now) == 40_000)
        #expect(rest.deadline(at: machine.now) == .boot(machine.now.bootNs + 40_000_000_000))
        machine.reboot(afterMs: 100_000)
        #expect(machine.reanchor(&rest))
        #expect(machine.elapse(&rest) == .finished)
        #expect(rest.lateByMs == 60_000 && rest.takenMs == 90_000)
        #expect(rest.endedMs == machine.now.wallMs - 60_000)
        #expect(!machine.reanchor(&rest))
    }

    @Test mutating func aClockSetBackOverARebootTakesNothingAway() throws {
        var rest = try Self.rest(at: machine.now)
        machine.stepWall(byMs: -7_200_000)
        machine.reboot(afterMs: 1000)
        #expect(machine.reanchor(&rest))
        #expect(rest.remainingMs(at: machine.now) == 90_000)
    }
}
