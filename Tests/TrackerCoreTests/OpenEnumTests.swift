import Testing
import TrackerCore

@Suite struct OpenEnumTests {
    @Test func aWordOfANewerProgramIsKept() throws {
        let words = try JSONText.value(
            [OpenEnum<Rest.State>].self, from: #"["paused","postponed"]"#)
        #expect(words[0] == .paused && words[0].known == .paused && words[0] != .running)
        #expect(words[1].known == nil && words[1].text == "postponed" && words[1] != .paused)
        #expect(try JSONText.of(words) == #"["paused","postponed"]"#)
        #expect(words.first == .paused && !(words.dropFirst(2).first == .paused))
    }

    @Test func anythingButAWordIsRefused() {
        #expect(throws: (any Error).self) {
            try JSONText.value([OpenEnum<Rest.State>].self, from: "[1]")
        }
    }
}
