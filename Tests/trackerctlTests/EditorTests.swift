import TestSupport
import Testing

@testable import trackerctl

/// The person's editor, played by a line of shell.
@Suite struct EditorTests {
    private func edit(
        _ line: String, answers: [String?] = [], accept: (String) throws -> String = { $0 }
    ) throws -> String? {
        var answers = answers[...]
        let dialogue = Dialogue(canAsk: !answers.isEmpty) { _ in answers.popFirst() ?? nil }
        return try Editor(command: line).edit("one\n", ending: ".txt", dialogue, accept: accept)
    }

    @Test func whatWasEditedIsRead() throws {
        #expect(try edit("sed -i s/one/two/") == "two\n")
        // The file has the ending that editors go by.
        #expect(try edit("f() { case $1 in *.txt) echo two > $1;; esac; }; f") == "two\n")
    }

    @Test func nothingEditedIsNothing() throws { #expect(try edit(":") == nil) }

    @Test func anEditorThatFailsIsToldWithTheFile() throws {
        let error = #expect(throws: Refusal.self) { try edit("no-such-editor") }
        #expect(error?.message == "the editor 'no-such-editor' failed: nothing was done")
        #expect(error?.hint?.contains("your text is in ") == true)
    }

    @Test func aMistakeIsEditedAgain() throws {
        func read(_ text: String) throws -> String {
            guard text == "oneee\n" else { throw Refusal(message: "line 1: no") }
            return text
        }
        #expect(try edit("sed -i s/$/e/", answers: ["y"], accept: read) == "oneee\n")
        for answers in [["n"], [nil], []] as [[String?]] {
            let error = #expect(throws: Refusal.self) {
                try edit("sed -i s/$/e/", answers: answers, accept: read)
            }
            let path = try #require(error?.hint?.split(separator: " ").last.map(String.init))
            #expect(error?.message == "nothing was done")
            // What was written isn't lost.
            #expect(File.bytes(path).map { String(decoding: $0, as: UTF8.self) } == "onee\n")
        }
    }
}
