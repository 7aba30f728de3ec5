import TestSupport
import Testing
import TrackerCore

/// Tests of training sessions: the counts, and the moves that are allowed in each state.
struct TrainingTests {
    var machine = Machine()

    static func training(
        _ mode: Training.Mode = .time, target: Double? = nil, adjustment: Double? = nil,
        restMs: Int64? = nil, at now: Moment
    ) throws -> Training {
        let fields = try Training.Fields(
            mode: mode, target: target, adjustment: adjustment, restMs: restMs)
        return Training(
            id: "t7aaaaaaaaaa", fields: fields, order: 5, day: LocalInstant.utc(now.wallMs).day,
            at: now)
    }

    private func rest(after training: Training, ms: Int64 = 15_000) throws -> Rest {
        try Rest(
            id: "r3s7aaaaaaaa", durationMs: ms, warnAtMs: [], label: nil,
            after: .init(kind: .training, id: training.id), order: 6, at: machine.now)
    }

    /// Holds for `ms` milliseconds and bails.
    private mutating func bail(_ training: inout Training, afterMs ms: Int64) throws {
        machine.run(ms: ms)
        #expect(try training.bail(id: "a\(training.attempts.count)", at: machine.now) == .attempted)
    }

    /// A row without what its state needs is damaged.
    @Test mutating func rowsHaveWhatTheirStatesNeed() throws {
        let training = try Self.training(at: machine.now)
        var (paused, resting, waiting, complete) = (training, training, training, training)
        _ = try paused.pause(at: machine.now)
        _ = resting.begin(rest: try rest(after: training))
        _ = waiting.begin(rest: try rest(after: training))
        _ = waiting.setRest(isPaused: true)
        _ = complete.complete(at: machine.now)
        for (session, needed) in [
            (paused, "effort"), (resting, "rest"), (waiting, "rest"), (complete, "ended_ms"),
        ] {
            var row = try session.row
            row.cells[try #require(row.names.firstIndex(of: needed))] = .null
            // What a pause has stopped is an effort where it is no rest.
            let missing = session == waiting ? "effort" : needed
            #expect(throws: RowVisitor.WrongKind(column: missing)) { try Training(row) }
        }
        // Between two efforts, a session that goes on has none.
        var row = try training.row
        row.cells[try #require(row.names.firstIndex(of: "effort"))] = .null
        let between = try Training(row)
        #expect(between.state == .training && between.effort == nil)
        #expect(throws: Rejection.self) { try between.check(at: machine.now) }
    }

    // MARK: Rests

    @Test mutating func attemptsAreBounded() throws {
        var training = try Self.training(.reps, target: 100_000, at: machine.now)
        for number in 0..<Training.maximumAttempts {
            _ = try training.report(reps: 1 + Int64(number % 2), id: "a", at: machine.now)
            _ = training.beginEffort(from: machine.now)
        }
        let refusal = #expect(throws: Rejection.self) {
            try training.report(reps: 9, id: "a", at: machine.now)
        }
        #expect(refusal?.kind == .tooLarge)
        #expect(try training.stop(id: "a", at: machine.now) == nil)
    }

    @Test mutating func whatIsLoggedHasALimit() throws {
        var training = try Self.training(.reps, target: 100_000, adjustment: 0, at: machine.now)
        for _ in 0..<2 {
            machine.run(ms: 1000)
            _ = try training.report(reps: 60_000, id: "a", at: machine.now)
            _ = training.beginEffort(from: machine.now)
        }
        #expect(training.performed == 100_000 && training.accumulated == 120_000)
    }
}
