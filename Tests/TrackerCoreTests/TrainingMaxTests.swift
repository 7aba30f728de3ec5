import TestSupport
import Testing
import TrackerCore

/// Training maxes, and what the rule of a plan makes of them.
struct TrainingMaxTests {
    private static func max(
        _ value: Double, _ unit: Load.Unit = .kg, atMs: Int64 = 0
    ) throws -> TrainingMax {
        try TrainingMax(
            id: "0max00000001", exercise: "0squat000001", load: Load(value, unit), time: .utc(atMs),
            order: 1, at: Machine().now)
    }

    @Test func itStaysWithinTheBounds() throws {
        var most = CurrentMax(try Self.max(10_000))
        try most.take(.succeeded(isWhole: true), by: Progression(add: try Load(10_000, .kg)))
        #expect(most.load.value == 10_000)
        var least = CurrentMax(try Self.max(0.01))
        try least.take(.failed, by: Progression(resetAfter: 1, resetPercent: 90))
        #expect(least.load.value == 0.01)
    }
}
