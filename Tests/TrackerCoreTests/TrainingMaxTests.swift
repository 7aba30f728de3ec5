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

    @Test func itIsAboveNothingAndNotAhead() throws {
        let none = try #require(throws: Rejection.self) { try Self.max(0) }
        #expect(none.field == "load" && none.message == "load must be more than 0")
        let ahead = try #require(throws: Rejection.self) {
            try Self.max(100, atMs: Machine().now.wallMs + 1)
        }
        #expect(ahead.field == "at")
    }

    @Test(
        arguments: [
            // s: success, f: failure, n: neither.
            ("", 140, 0, 0), ("s", 145, 1, 0), ("ss", 150, 2, 0), ("n", 140, 0, 0),
            ("f", 140, 0, 0), ("ff", 126, 0, 1), ("fnf", 140, 0, 0), ("fsf", 145, 1, 0),
            ("ffff", 113.4, 0, 2), ("sff", 130.5, 1, 1), ("ffs", 131, 1, 1),
        ] as [(String, Double, Int, Int)])
    func itRisesAndFalls(_ course: String, _ load: Double, _ rises: Int, _ resets: Int) throws {
        let rule = Progression(add: try Load(5, .kg), resetAfter: 2, resetPercent: 10)
        var current = CurrentMax(try Self.max(140))
        for letter in course {
            let outcome: ProgressionSession.Outcome =
                letter == "s" ? .succeeded(isWhole: false) : letter == "f" ? .failed : .neither
            try current.take(outcome, by: rule)
        }
        #expect(current.load.value == load && current.load.unit == .kg)
        #expect(current.rises == rises && current.resets == resets)
        #expect(current.base.load.value == 140)
    }

    @Test func theRuleMayBeInTheOtherUnitAndWithoutAReset() throws {
        var current = CurrentMax(try Self.max(300, .lb))
        let rule = Progression(add: try Load(2.5, .kg))
        try current.take(.succeeded(isWhole: true), by: rule)
        #expect(current.load.value == 305.51 && current.load.unit == .lb)
        try current.take(.failed, by: rule)
        #expect(current.load.value == 305.51 && current.resets == 0)
        // Without a share a reset takes a tenth.
        try current.take(.failed, by: Progression(resetAfter: 2))
        #expect(current.load.value == 274.96)
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
