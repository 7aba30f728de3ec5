import Testing

@testable import TrackerView

@Suite struct LikenessTests {
    @Test(arguments: [
        ("pasue", "pause"), ("tiemr", "timer"), ("Pause", "pause"), ("resme", "resume"),
        ("rn", "run"),
    ])
    func aSlipOfTheFingers(_ word: String, _ meant: String) {
        let words = ["pause", "resume", "timer", "run", "rest"]
        #expect(Likeness.nearest(to: word, among: words) == meant)
    }

    @Test(arguments: ["frobnicate", "x", "ab", "list"]) func nothingAlike(_ word: String) {
        #expect(Likeness.nearest(to: word, among: ["pause", "resume", "timer", "run"]) == nil)
    }

    @Test func distances() {
        #expect(Likeness.distance("", "abc") == 3 && Likeness.distance("abc", "abc") == 0)
        #expect(Likeness.distance("ab", "ba") == 1 && Likeness.distance("kitten", "sitting") == 3)
    }
}
