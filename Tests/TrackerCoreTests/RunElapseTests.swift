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

    @Test mutating func onlyTheCuesThatAreWanted() throws {
        let parts: [ProgramPart] = [
            .interval(Interval(label: "a", durationMs: 10_000, cues: [])),
            .interval(Interval(label: "b", durationMs: 10_000, cues: [.half])),
            .interval(Interval(label: "c", durationMs: 10_000, cues: [.countdown])),
        ]
        var (run, plan) = try RunTests.run(parts, at: machine.now)
        #expect(
            go(&run, plan).map(\.change) == [
                .intervalFinished(nil), .intervalStarted(nil), .halfway, .intervalFinished(nil),
                .intervalStarted(nil), .countdown(3), .countdown(2), .countdown(1),
                .intervalFinished(nil), .completed(nil),
            ])
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

    @Test mutating func aLittleLateIsToldOfBothBoundaries() throws {
        var (run, plan) = try RunTests.run(at: machine.now)
        machine.run(ms: 10_100)
        let late = Run.Late(byMs: 100, passed: nil)
        #expect(elapse(&run, plan) == [.intervalFinished(late), .intervalStarted(late)])
        #expect(run.remainingMs(at: machine.now) == 19_900)
        (run, plan) = try RunTests.run(at: machine.now)
        machine.run(ms: 11_000)
        let second = Run.Late(byMs: 1000, passed: nil)
        #expect(elapse(&run, plan) == [.intervalFinished(second), .intervalStarted(second)])
        (run, plan) = try RunTests.run(at: machine.now)
        machine.run(ms: 11_001)
        #expect(elapse(&run, plan) == [.intervalStarted(.init(byMs: 1001, passed: 1))])
    }

    @Test mutating func whatWasPassedIsToldOnceAndTheGateHolds() throws {
        var (run, plan) = try RunTests.run(at: machine.now)
        machine.sleep(ms: 3_600_000)
        #expect(
            elapse(&run, plan) == [.confirmationNeeded(.init(byMs: 3_570_000, passed: 2))])
        #expect(run.index == 1 && run.state == .waiting)
        #expect(run.elapsedMs(at: machine.now) == 30_000)
    }

    @Test mutating func itStandsWhereRealTimePutsIt() throws {
        let parts: [ProgramPart] = [
            .group(repeats: 100, [ProgramTests.interval("w", 20_000)])
        ]
        var (run, plan) = try RunTests.run(parts, at: machine.now)
        machine.run(ms: 5000)
        machine.sleep(ms: 600_000)
        #expect(elapse(&run, plan) == [.intervalStarted(.init(byMs: 5000, passed: 30))])
        #expect(run.index == 30 && run.remainingMs(at: machine.now) == 15_000)
        machine.run(ms: 5000)
        #expect(elapse(&run, plan) == [.halfway])
        // The same holds exactly at a boundary.
        machine.sleep(ms: 50_000)
        #expect(elapse(&run, plan) == [.intervalStarted(.init(byMs: 0, passed: 3))])
        #expect(run.index == 33 && run.remainingMs(at: machine.now) == 20_000)
    }

    @Test mutating func aRunThatEndedMeanwhileHasItsPlannedEnd() throws {
        let parts: [ProgramPart] = [.group(repeats: 3, [ProgramTests.interval("w", 20_000)])]
        var (run, plan) = try RunTests.run(parts, at: machine.now)
        let planned = machine.now.wallMs + 60_000
        machine.run(ms: 90_000)
        #expect(elapse(&run, plan) == [.completed(.init(byMs: 30_000, passed: 3))])
        #expect(run.endedMs == planned && run.index == 2 && !run.isLive)
        #expect(run.elapsedMs(at: machine.now) == 60_000)
        #expect(elapse(&run, plan).isEmpty && run.deadline(at: machine.now) == nil)
    }

    @Test mutating func overAReboot() throws {
        let parts: [ProgramPart] = [.group(repeats: 100, [ProgramTests.interval("w", 20_000)])]
        var (run, plan) = try RunTests.run(parts, at: machine.now)
        machine.run(ms: 5000)
        machine.reboot(afterMs: 60_000)
        #expect(machine.reanchor(&run) && !machine.reanchor(&run))
        #expect(elapse(&run, plan) == [.intervalStarted(.init(byMs: 5000, passed: 3))])
        #expect(run.index == 3 && run.remainingMs(at: machine.now) == 15_000)
        machine.stepWall(byMs: 100_000)
        #expect(elapse(&run, plan).isEmpty && run.remainingMs(at: machine.now) == 15_000)
    }

    // MARK: Cues whose time is past

    @Test(
        arguments: [
            (3000, ".countdown(3)"), (2500, ".countdown(3)"), (2499, ""), (2001, ""),
            (2000, ".countdown(2)"), (1500, ".countdown(2)"), (1499, ""), (1000, ".countdown(1)"),
            (1, ""),
        ] as [(Int64, String)])
    mutating func aCueThatIsNoticedTooLateIsLeftOut(_ remaining: Int64, _ cue: String) throws {
        var (run, plan) = try RunTests.run(at: machine.now)
        machine.run(ms: 10_000 - remaining)
        let changes = elapse(&run, plan)
        #expect(changes.map { ".\($0)" } == (cue.isEmpty ? [] : [cue]))
        // The next deadline isn't postponed.
        let next: Int64 = [3000, 2000, 1000, 0].first { $0 < remaining } ?? 0
        #expect(
            run.deadline(at: machine.now)
                == .boot(machine.now.bootNs + (remaining - next) * 1_000_000))
    }

    @Test mutating func extendingIsHeardAgain() throws {
        var (run, plan) = try RunTests.run(at: machine.now)
        machine.run(ms: 8000)
        #expect(elapse(&run, plan) == [.countdown(2)])
        _ = try run.extend(byMs: 10_000, at: machine.now)
        let told = go(&run, plan).prefix(5)
        #expect(
            told.map(\.change) == [
                .halfway, .countdown(3), .countdown(2), .countdown(1), .intervalFinished(nil),
            ])
        #expect(told.map { $0.ns / 1_000_000 } == [2000, 9000, 10_000, 11_000, 12_000])
    }
}
