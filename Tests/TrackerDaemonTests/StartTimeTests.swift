import Testing

@testable import TrackerDaemon

/// Tests of the time that a start asks for, with a clock that is moved by hand.
@MainActor @Suite final class StartTimeTests {
    private var now: Int64 = 7_000_000_000
    private var asked: [UInt64] = []

    private func begin() -> StartTime {
        StartTime(now: { [unowned self] in now }) { [unowned self] in asked.append($0) }
    }

    @Test func aUsualStartAsksForNothing() {
        let start = begin()
        for _ in 1...1000 {
            start.goesOn()
            now += 499_000
        }
        #expect(asked == [])
    }

    @Test func aLongStartAsksInSteps() {
        let start = begin()
        // 25 seconds, with a call in each millisecond.
        for _ in 1...25_000 {
            start.goesOn()
            now += 1_000_000
        }
        // After 0.5, 10.5 and 20.5 seconds.
        #expect(asked == [120_000_000, 120_000_000, 120_000_000])
    }

    /// Each step is asked for long before the one before is over.
    @Test func theStepsOverlap() {
        #expect(UInt64(StartTime.pauseNs / 1000) * 10 < StartTime.stepMicroseconds)
    }

    @Test func aStartThatStandsStillAsksForNothing() {
        let start = begin()
        now += 80_000_000_000
        #expect(asked == [])
        start.goesOn()
        #expect(asked == [120_000_000])
    }
}
