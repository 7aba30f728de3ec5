import Testing
import TrackerCore

@testable import TrackerDaemon

/// Tests of the reported failures of hooks, with a clock that is moved by hand.
@Suite final class FailureCountTests {
    private var elapsedTime = FailureCount()
    private var now = Moment(
        wallMs: 1_772_352_000_000, bootNs: 5_000_000_000_000, awakeNs: 5_000_000_000_000,
        bootID: "boot")
    private var seq: Int64 = 0

    private func fail(
        _ reason: String = "not found in PATH", _ kind: HookFailure.Kind = .notStarted,
        run: [String] = ["lamp", "on"]
    ) -> Bool {
        seq += 1
        let failure = HookFailure(
            run: run, seq: seq, type: "timer.finished", kind: kind, reason: reason)
        return elapsedTime.tells(failure, at: now)
    }

    private func pass(ms: Int64) { now = now.advanced(byMs: ms) }

    @Test func ofThreeHundredAndOneTheFirstIsToldAndTheRestCounted() {
        let began = now
        #expect(fail())
        for _ in 1...300 {
            pass(ms: 1000)
            #expect(!fail())
        }
        #expect(elapsedTime.nextBootNs == began.bootNs + 86_400_000 * nanosecondsPerMs)
        #expect(elapsedTime.takeCounts(at: now).isEmpty)
        pass(ms: 86_400_000)
        let counts = elapsedTime.takeCounts(at: now)
        #expect(counts.map(\.more) == [FailureCount.More(count: 300, since: began)])
        #expect(counts.map(\.failure.seq) == [301])
        #expect(elapsedTime.nextBootNs == nil)
    }

    @Test func aCountADayAsLongAsItGoesOn() {
        #expect(fail())
        for _ in 1...3 {
            #expect(!fail())
            pass(ms: 86_400_000)
            #expect(elapsedTime.takeCounts(at: now).map(\.more?.count) == [1])
        }
        // After a day without failures the next one is the first again.
        pass(ms: 86_400_000)
        #expect(elapsedTime.takeCounts(at: now).isEmpty)
        #expect(fail())
    }

    @Test func eachChangeIsTold() {
        #expect(fail())
        #expect(fail("exited with status 1", .failed))
        #expect(!fail("exited with status 1", .failed))
        #expect(fail("exited with status 2", .failed))
        #expect(fail())
        #expect(!fail())
        // Each hook is counted by itself, whatever their order.
        #expect(fail(run: ["lamp", "off"]))
        #expect(!fail(run: ["lamp", "off"]))
        #expect(!fail())
        let counts = elapsedTime.takeAllCounts(at: now)
        #expect(counts.map(\.more?.count) == [1, 3])
        #expect(counts.map(\.failure.run) == [["lamp", "off"], ["lamp", "on"]])
    }

    @Test func whoFailsOtherwiseEachTimeIsBoundedToo() {
        var told = 0
        for number in 1...100 where fail("exited with status 1: \(number)", .failed) { told += 1 }
        #expect(told == 10)
        pass(ms: 86_400_000)
        #expect(elapsedTime.takeCounts(at: now).map(\.more?.count) == [90])
        #expect(fail("exited with status 1: 101", .failed))
    }

    @Test func aDayIsReckonedWhateverTheClockIsSetTo() {
        #expect(fail())
        now.wallMs += 10 * 86_400_000
        #expect(!fail())
        #expect(elapsedTime.takeCounts(at: now).isEmpty)
    }
}
