import Testing
import TrackerCore

/// Tests of the changes that time makes to a run.
struct RunElapseTests {
    var machine = Machine()

    /// All changes of the run by now.
    private func elapse(_ run: inout Run, _ plan: RunPlan) -> [Run.Change] {
        var changes: [Run.Change] = []
        while let change = run.advance(plan, to: machine.now) { changes.append(change) }
        return changes
    }

    /// Wakes for each deadline, `lateNs` nanoseconds late, until no more changes come.
    private mutating func go(
        _ run: inout Run, _ plan: RunPlan, lateNs: Int64 = 0
    ) -> [(ns: Int64, change: Run.Change)] {
        let start = machine.now.bootNs
        var told: [(ns: Int64, change: Run.Change)] = []
        while case .boot(let due)? = run.deadline(at: machine.now) {
            machine.run(ns: max(0, due - machine.now.bootNs) + lateNs)
            let changes = elapse(&run, plan)
            #expect(!changes.isEmpty, "woken for nothing")
            guard !changes.isEmpty else { break }
            told += changes.map { (machine.now.bootNs - start, $0) }
        }
        return told
    }

    @Test mutating func cuesComeAtTheirMomentsAndBoundariesWherePlanned() throws {
        var (run, plan) = try RunTests.run(at: machine.now)
        let told = go(&run, plan)
        let expected: [(Int64, Run.Change)] = [
            (5000, .halfway), (7000, .countdown(3)), (8000, .countdown(2)), (9000, .countdown(1)),
            (10_000, .intervalFinished(nil)), (10_000, .intervalStarted(nil)),
            (20_000, .halfway), (27_000, .countdown(3)), (28_000, .countdown(2)),
            (29_000, .countdown(1)), (30_000, .intervalFinished(nil)),
            (30_000, .confirmationNeeded(nil)),
            (330_000, .followedUp),
        ]
        #expect(told.map { $0.ns / 1_000_000 } == expected.map(\.0))
        #expect(told.map(\.change) == expected.map(\.1))
        #expect(run.state == .waiting && run.deadline(at: machine.now) == nil)
        machine.run(ms: 500_000)
        #expect(elapse(&run, plan).isEmpty)
        _ = try run.confirm(plan, at: machine.now)
        // Half of 5 s falls into the countdown.
        #expect(
            go(&run, plan).map(\.change) == [
                .countdown(3), .halfway, .countdown(2), .countdown(1), .intervalFinished(nil),
                .intervalStarted(nil), .halfway, .countdown(3), .countdown(2), .countdown(1),
                .intervalFinished(nil), .completed(nil),
            ])
        #expect(run.endedMs == machine.now.wallMs && run.elapsedMs(at: machine.now) == 65_000)
    }

    /// A program of 180 intervals and an hour, noticed a little late each time, ends when it was due to
    /// end.
    @Test(arguments: [0, 1, 999_999, 43_000_000, 499_000_000] as [Int64])
    mutating func nothingDriftsInAnHour(_ lateNs: Int64) throws {
        let parts: [ProgramPart] = [
            .group(
                repeats: 90,
                [ProgramTests.interval("w", 30_000), ProgramTests.interval("r", 10_000)])
        ]
        var (run, plan) = try RunTests.run(parts, at: machine.now)
        let start = machine.now.bootNs
        var starts: [Int64] = []
        var dues: [Int64] = []
        while case .boot(let due)? = run.deadline(at: machine.now) {
            machine.run(ns: max(0, due - machine.now.bootNs) + lateNs)
            for change in elapse(&run, plan) {
                if case .intervalStarted = change { starts.append(due - start) }
            }
            dues.append(due)
        }
        #expect(starts.count == 179)
        for (index, ns) in starts.enumerated() {
            #expect(
                ns == plan.steps[...index].reduce(0) { $0 + $1.interval.durationMs } * 1_000_000)
        }
        #expect(dues.last == start + 3_600_000 * 1_000_000)
        #expect(run.state == .completed && run.elapsedMs(at: machine.now) == 3_600_000)
        #expect(run.endedMs == run.startedMs + 3_600_000)
    }

    // MARK: Too late

    @Test mutating func whatWasPassedIsToldOnceAndTheGateHolds() throws {
        var (run, plan) = try RunTests.run(at: machine.now)
        machine.sleep(ms: 3_600_000)
        #expect(
            elapse(&run, plan) == [.confirmationNeeded(.init(byMs: 3_570_000, passed: 2))])
        #expect(run.index == 1 && run.state == .waiting)
        #expect(run.elapsedMs(at: machine.now) == 30_000)
    }
}
