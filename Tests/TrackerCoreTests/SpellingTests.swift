import Testing

@testable import TrackerCore

@Suite struct SpellingTests {
    @Test(arguments: [
        ("pasue", "pause"), ("tiemr", "timer"), ("Pause", "pause"), ("resme", "resume"),
        ("rn", "run"),
    ])
    func aSlipOfTheFingers(_ word: String, _ meant: String) {
        let words = ["pause", "resume", "timer", "run", "rest"]
        #expect(Spelling.nearest(to: word, among: words) == meant)
    }

    @Test(arguments: ["frobnicate", "x", "ab", "list"]) func nothingAlike(_ word: String) {
        #expect(Spelling.nearest(to: word, among: ["pause", "resume", "timer", "run"]) == nil)
    }

    @Test func distances() {
        #expect(Spelling.distance("", "abc") == 3 && Spelling.distance("abc", "abc") == 0)
        #expect(Spelling.distance("ab", "ba") == 1 && Spelling.distance("kitten", "sitting") == 3)
    }
}
