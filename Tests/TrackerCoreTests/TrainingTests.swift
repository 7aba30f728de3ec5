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

    @Test func itStartsWithAHold() throws {
        let training = try Self.training(at: machine.now)
        #expect(training.state == .training && training.isLive && training.effort != nil)
        #expect(training.startedMs == machine.now.wallMs && training.startOrder == 5)
        #expect(training.live(at: machine.now)?.elapsed == 0)
        #expect(training.performed == nil && training.restedMs == 0 && training.endedMs == nil)
        #expect(try reread(training) == training)
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

    // MARK: Time

    @Test mutating func theFiguresOfAHold() throws {
        var training = try Self.training(target: 20, at: machine.now)
        machine.run(ms: 4900)
        let early = try #require(training.live(at: machine.now))
        #expect(early.elapsed == 4900 && early.counted == 0 && early.total == 0)
        #expect(early.remaining == 20_000 && early.percent == 0 && early.canBail)
        machine.run(ms: 3200)
        let later = try #require(training.live(at: machine.now))
        #expect(later.elapsed == 8100 && later.counted == 3100 && later.remaining == 16_900)
        #expect(later.percent == 15.5)
        try bail(&training, afterMs: 0)
        #expect(training.accumulated == 3100 && training.live(at: machine.now) == nil)
        _ = training.beginEffort(from: machine.now)
        machine.run(ms: 21_899)
        let almost = try #require(training.live(at: machine.now))
        #expect(almost.total == 19_999 && almost.remaining == 1 && almost.canBail)
        machine.run(ms: 1)
        let reached = try #require(training.live(at: machine.now))
        #expect(reached.total == 20_000 && reached.remaining == 0 && !reached.canBail)
        machine.run(ms: 60_000)
        let over = try #require(training.live(at: machine.now))
        #expect(over.percent == 100 && over.remaining == 0 && over.total == 80_000)
        #expect(try reread(training) == training)
    }

    @Test mutating func bailingCountsLessTheAdjustment() throws {
        var training = try Self.training(at: machine.now)
        try bail(&training, afterMs: 30_450)
        let attempt = try #require(training.attempts.first)
        #expect(attempt.value == 30_450 && attempt.adjustment == 5000 && attempt.counted == 25_450)
        #expect(attempt.atMs == machine.now.wallMs && attempt.restTakenMs == nil)
        #expect(training.effort == nil && training.effortMs == 30_450)
        #expect(try reread(training) == training)
    }

    @Test(arguments: [(5000, 0), (4999, 0), (1000, 0), (5001, 1)] as [(Int64, Int64)])
    mutating func anAdjustmentOfTheHoldOrMore(_ heldMs: Int64, _ counted: Int64) throws {
        var training = try Self.training(at: machine.now)
        try bail(&training, afterMs: heldMs)
        #expect(training.attempts.first?.counted == counted && training.accumulated == counted)
    }

    @Test mutating func nobodyBailsInTheFirstSecond() throws {
        var training = try Self.training(at: machine.now)
        let before = training
        for _ in 0..<3 {
            let refusal = #expect(throws: Rejection.self) {
                try training.bail(id: "a", at: machine.now)
            }
            #expect(refusal?.kind == .conflict && refusal?.state == "training")
            #expect(training == before)
            machine.run(ms: 333)
        }
        #expect(training.live(at: machine.now)?.canBail == false)
        try bail(&training, afterMs: 1)
        #expect(training.attempts.count == 1)
    }

    @Test mutating func onceTheTargetIsReachedOnlyStopIsLeft() throws {
        var training = try Self.training(target: 10, at: machine.now)
        machine.run(ms: 15_000)
        let refusal = #expect(throws: Rejection.self) {
            try training.bail(id: "a", at: machine.now)
        }
        #expect(
            refusal?.kind == .conflict && refusal?.message.contains("counts the whole hold") == true
        )
        machine.run(ms: 2500)
        #expect(try training.stop(id: "a", at: machine.now) == .attempted)
        let attempt = try #require(training.attempts.first)
        #expect(attempt.value == 17_500 && attempt.adjustment == 0 && attempt.counted == 17_500)
        #expect(training.accumulated == 17_500 && training.hasReachedTarget)
        #expect(training.complete(at: machine.now) == .completed)
        #expect(training.state == .complete && training.endedMs == machine.now.wallMs)
        #expect(training.clock.countedMs == 17_500 && training.performed == 17)
        #expect(training.deadline(at: machine.now) == nil)
        #expect(try reread(training) == training)
    }

    @Test mutating func aPausedHoldCountsNoTimeAndMayStillEnd() throws {
        var training = try Self.training(at: machine.now)
        machine.run(ms: 7000)
        #expect(try training.pause(at: machine.now) == .paused)
        machine.run(ms: 60_000)
        #expect(training.live(at: machine.now)?.elapsed == 7000)
        #expect(training.deadline(at: machine.now) == nil)
        #expect(try reread(training) == training)
        #expect(throws: Rejection.self) { try training.pause(at: machine.now) }
        var other = training
        try bail(&other, afterMs: 0)
        #expect(other.attempts.first?.value == 7000 && other.state == .training)
        #expect(try training.resume(at: machine.now) == .resumed)
        #expect(throws: Rejection.self) { try training.resume(at: machine.now) }
        machine.run(ms: 1500)
        #expect(try training.stop(id: "a", at: machine.now) == .attempted)
        #expect(training.effortMs == 8500)
    }

    @Test mutating func repsAreNoBusinessOfHolds() throws {
        var training = try Self.training(at: machine.now)
        let refusal = #expect(throws: Rejection.self) {
            try training.report(reps: 5, id: "a", at: machine.now)
        }
        #expect(refusal?.kind == .conflict && refusal?.state == "training")
    }

    // MARK: Reps

    @Test mutating func repsCountWithTheAdjustment() throws {
        var training = try Self.training(.reps, at: machine.now)
        #expect(training.live(at: machine.now) == nil)
        machine.run(ms: 20_000)
        // The machine's sleep isn't part of the effort.
        machine.sleep(ms: 3_600_000)
        #expect(try training.report(reps: 8, id: "a", at: machine.now) == .attempted)
        #expect(training.accumulated == 10 && !training.hasReachedTarget)
        #expect(training.effortMs == 20_000 && training.performed == 8)
        _ = training.beginEffort(from: machine.now)
        machine.run(ms: 10_000)
        #expect(try training.report(reps: 12, id: "b", at: machine.now) == .attempted)
        #expect(training.accumulated == 24 && training.hasReachedTarget)
        #expect(training.attempts.map(\.counted) == [10, 14] && training.performed == 20)
        #expect(throws: Rejection.self) { try training.bail(id: "c", at: machine.now) }
        #expect(try reread(training) == training)
    }

    @Test(arguments: [0, -1, .min, 100_001, .max] as [Int64])
    mutating func repsOutOfTheirRange(_ reps: Int64) throws {
        var training = try Self.training(.reps, at: machine.now)
        let before = training
        let refusal = #expect(throws: Rejection.self) {
            try training.report(reps: reps, id: "a", at: machine.now)
        }
        #expect(refusal?.field == "count" && refusal?.kind == .invalidParams)
        #expect(training == before)
    }

    @Test mutating func theSameAgainWithinASecondIsAnAccident() throws {
        var training = try Self.training(.reps, target: 100, at: machine.now)
        #expect(try training.report(reps: 8, id: "a", at: machine.now) == .attempted)
        _ = training.beginEffort(from: machine.now)
        // A clock that is set makes no double press, and undoes none.
        machine.stepWall(byMs: 60_000)
        machine.run(ms: 999)
        let before = training
        let refusal = #expect(throws: Rejection.self) {
            try training.report(reps: 8, id: "b", at: machine.now)
        }
        #expect(refusal?.kind == .conflict && refusal?.message.contains("wait a second") == true)
        #expect(training == before)
        var other = training
        #expect(try other.report(reps: 7, id: "b", at: machine.now) == .attempted)
        machine.run(ms: 1)
        #expect(try training.report(reps: 8, id: "b", at: machine.now) == .attempted)
    }

    @Test mutating func stoppingRepsAddsNothing() throws {
        var training = try Self.training(.reps, at: machine.now)
        #expect(try training.stop(id: "a", at: machine.now) == nil)
        _ = training.complete(at: machine.now)
        #expect(training.attempts.isEmpty && training.performed == nil)
        #expect(throws: Rejection.self) { try training.stop(id: "a", at: machine.now) }
        let refusal = #expect(throws: Rejection.self) {
            try training.report(reps: 5, id: "a", at: machine.now)
        }
        #expect(refusal?.state == "complete")
    }

    // MARK: Rests

    @Test mutating func aRestStandsBetweenEfforts() throws {
        var training = try Self.training(at: machine.now)
        try bail(&training, afterMs: 8000)
        let rest = try rest(after: training)
        #expect(training.begin(rest: rest) == .resting)
        #expect(training.state == .resting && training.rest == rest.id)
        let refusal = #expect(throws: Rejection.self) {
            try training.bail(id: "a", at: machine.now)
        }
        #expect(refusal?.kind == .conflict && refusal?.state == "resting")
        #expect(throws: Rejection.self) { try training.pause(at: machine.now) }
        #expect(training.deadline(at: machine.now) == nil)
        #expect(training.setRest(isPaused: true) == .paused && training.state == .paused)
        #expect(training.setRest(isPaused: false) == .resumed && training.state == .resting)
        #expect(try reread(training) == training)
        training.endRest(takenMs: 12_000)
        #expect(training.beginEffort(from: machine.now) == .effortStarted)
        #expect(training.restedMs == 12_000 && training.attempts.first?.restTakenMs == 12_000)
        #expect(training.state == .training && training.rest == nil)
        #expect(try reread(training) == training)
    }

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
