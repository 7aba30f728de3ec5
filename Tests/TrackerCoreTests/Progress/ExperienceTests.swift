import Testing
import TrackerCore

@Suite struct ExperienceTests {
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
