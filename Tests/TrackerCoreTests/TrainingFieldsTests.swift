import Testing
import TrackerCore

/// Terms, presets and the trend.
struct TrainingFieldsTests {
    @Test func defaults() throws {
        let time = try Training.Fields(mode: .time)
        #expect(time.target == 60_000 && time.adjustment == 5000 && time.restMs == 15_000)
        let reps = try Training.Fields(mode: .reps)
        #expect(reps.target == 20 && reps.adjustment == 2 && reps.restMs == 15_000)
        #expect(time.exercise == nil)
        #expect(Training.Mode.time.unit == .seconds && Training.Mode.reps.unit == .reps)
    }

    @Test(arguments: [(0.001, 1), (1.5, 1500), (0.1 + 0.2, 300), (86_400, 86_400_000)])
    func secondsHaveDecimals(_ seconds: Double, _ ms: Int64) throws {
        let fields = try Training.Fields(mode: .time, target: seconds, adjustment: seconds)
        #expect(fields.target == ms && fields.adjustment == ms)
        #expect(Training.Mode.time.amount(1500) == 1.5 && Training.Mode.reps.amount(15) == 15)
    }

    @Test(arguments: [
        (Training.Mode.time, 0.0), (.time, -1), (.time, 0.0004), (.time, 86_400.001), (.time, 1e30),
        (.time, -1e300), (.reps, 0), (.reps, 1.5), (.reps, 100_001), (.reps, 1e30), (.reps, -3),
    ])
    func targetsThatAreNone(_ mode: Training.Mode, _ target: Double) {
        let refusal = #expect(throws: Rejection.self) {
            try Training.Fields(mode: mode, target: target)
        }
        #expect(refusal?.field == "target" && refusal?.kind == .invalidParams)
    }

    @Test func adjustmentsAndRestsMayBeNone() throws {
        let fields = try Training.Fields(mode: .time, adjustment: 0, restMs: 0)
        #expect(fields.adjustment == 0 && fields.restMs == 0)
        for adjustment in [-0.001, 86_401, .infinity] {
            let refusal = #expect(throws: Rejection.self) {
                try Training.Fields(mode: .time, adjustment: adjustment)
            }
            #expect(refusal?.field == "adjustment")
        }
        for rest in [-1, 86_400_001] as [Int64] {
            let refusal = #expect(throws: Rejection.self) {
                try Training.Fields(mode: .reps, restMs: rest)
            }
            #expect(refusal?.field == "rest")
        }
    }

    @Test func aPresetIsItsNameAndTerms() throws {
        let fields = try Training.Fields(mode: .reps, target: 50, exercise: "p7aaaaaaaaaa")
        let preset = try Preset(id: "p1", name: "Push-ups, 50", fields: fields)
        #expect(preset.key == "push ups 50")
        #expect(try reread(preset) == preset)
        for name in ["", "a\nb", String(repeating: "x", count: 201)] {
            let refusal = #expect(throws: Rejection.self) {
                try Preset(id: "p1", name: name, fields: fields)
            }
            #expect(refusal?.field == "name")
        }
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
