import Testing
import TrackerCore

/// Terms, presets and the trend.
struct TrainingFieldsTests {
    @Test(arguments: [(0.001, 1), (1.5, 1500), (0.1 + 0.2, 300), (86_400, 86_400_000)])
    func secondsHaveDecimals(_ seconds: Double, _ ms: Int64) throws {
        let fields = try Training.Fields(mode: .time, target: seconds, adjustment: seconds)
        #expect(fields.target == ms && fields.adjustment == ms)
        #expect(Training.Mode.time.amount(1500) == 1.5 && Training.Mode.reps.amount(15) == 15)
    }

    @Test func theTrendTakesTen() throws {
        let totals = Array(repeating: Int64(60_000), count: 9)
        #expect(TrainingTrend(of: totals, mode: .time) == nil)
        let trend = try #require(TrainingTrend(of: totals + [60_000], mode: .time))
        #expect(trend.direction == .level && trend.last == 60 && trend.before == 60)
    }

    @Test(
        arguments: [
            (105, TrainingTrend.Direction.level), (106, .up), (95, .level), (94, .down), (200, .up),
            (0, .down),
        ] as [(Int64, TrainingTrend.Direction)])
    func fivePercentAreLevel(_ last: Int64, _ direction: TrainingTrend.Direction) throws {
        // Sessions from the eleventh on don't count.
        let totals =
            Array(repeating: last, count: 5) + Array(repeating: 100, count: 5) + [1, 10_000]
        let trend = try #require(TrainingTrend(of: totals, mode: .reps))
        #expect(trend.direction == direction)
        #expect(trend.last == Double(last) && trend.before == 100)
    }

    @Test func theTrendOfNothing() throws {
        let nothing = Array(repeating: Int64(0), count: 5)
        let some: [Int64] = [1, 2, 3, 4, 5]
        #expect(TrainingTrend(of: some + nothing, mode: .reps)?.direction == .up)
        #expect(TrainingTrend(of: nothing + nothing, mode: .reps)?.direction == .level)
        #expect(TrainingTrend(of: nothing + some, mode: .reps)?.before == 3)
    }
}
