import Testing
import TrackerCore

@Suite struct ExperienceTests {
    @Test(
        arguments: [
            (9, 0, 0, 10), (10, 0, 0, 12), (45, 60, 0, 22), (45, 60, 12, 46), (400, 0, 0, 50),
            (0, 29, 0, 10), (0, 30, 0, 12), (1_000_000, 1_000_000, 500, 50),
        ] as [(Int64, Int64, Int64, Int64)])
    func pointsOfADay(_ reps: Int64, _ seconds: Int64, _ sets: Int64, _ points: Int64) {
        let day = Experience.DayEfforts(reps: reps, seconds: seconds, sets: sets, hasEffort: true)
        #expect(Experience.points(of: day) == points)
    }

    @Test func aDayWithoutAnEffortHasNoPoints() {
        #expect(Experience.points(of: .init(hasEffort: false)) == 0)
    }

    @Test(
        arguments: [
            (0, 1), (99, 1), (100, 2), (249, 2), (250, 3), (2699, 9), (2700, 10),
        ] as [(Int64, Int64)])
    func levels(_ points: Int64, _ level: Int64) {
        #expect(Experience.level(ofPoints: points) == level)
    }

    @Test func aLevelBeginsAtItsThreshold() {
        for level in 2...3000 as ClosedRange<Int64> {
            let threshold = Experience.threshold(ofLevel: level)
            #expect(Experience.level(ofPoints: threshold) == level)
            #expect(Experience.level(ofPoints: threshold - 1) == level - 1)
        }
    }
}
