import Testing

@testable import trackerctl

@Suite struct BubbleTests {
    @Test func theFirstLineIsTheTitle() {
        let arguments = Bubble.arguments(for: "tea: running, 4:59 left\nand more\n")
        #expect(arguments.contains("--icon=trackerd"))
        #expect(arguments.contains("--hint=string:desktop-entry:trackerd"))
        #expect(arguments.suffix(3) == ["--", "tea: running, 4:59 left", "and more"])
    }

    @Test func markupIsEscapedInTheBodyAlone() {
        let arguments = Bubble.arguments(for: "a <b> & c\n<b> & \\n [not an id]\n")
        #expect(arguments.suffix(2) == ["a <b> & c", "&lt;b&gt; &amp; \\\\n [not an id]"])
    }

    @Test func nothingToSayIsNotShown() { #expect(Bubble.arguments(for: "\n") == []) }
}
