import ArgumentParser
import TestSupport
import Testing

@testable import trackerctl

/// The command lines on pages for people, and in the help, are ones that the parser takes.
@Suite struct ExampleTests {
    /// Paths of the pages for people.
    static let pages =
        ["README.md", "config/README.md"]
        + File.names(in: Checkout.path("config/doc")).map { "config/doc/" + $0 }

    private static func examples(on page: String) -> [String] {
        File.lines(Checkout.path(page)).filter { $0.hasPrefix("    trackerctl ") }
    }

    @Test func pagesHaveExamples() {
        #expect(Self.pages.count > 10)
        #expect(Self.examples(on: "README.md").count >= 10)
        #expect(Self.pages.flatMap(Self.examples).count >= 60)
    }

    @Test(arguments: pages)
    func examplesOfAPageAreCommands(_ page: String) throws {
        for line in Self.examples(on: page) { Self.expectCommand(String(line.dropFirst(4))) }
    }

    @Test func examplesOfTheHelpAreCommands() {
        let types: [any ParsableCommand.Type] =
            [Trackerctl.self] + MethodCoverageTests.commands.map { $0.type }
        let lines = types.flatMap { $0.configuration.examples }
        #expect(lines.count > 250)
        for line in lines where line.hasPrefix("trackerctl ") {
            Self.expectCommand(line.replacing(/\\\n[ ]+/, with: ""))
        }
        let others = lines.filter { !$0.hasPrefix("trackerctl ") }
        #expect(others.allSatisfy { $0.contains("trackerctl ") } && others.count < 5)
    }

    @Test func examplesAreTheLastParagraphOfTheHelp() {
        let several = CommandConfiguration.leaf(
            "x", abstract: "X.", discussion: "It does.",
            examples: ["x 1    as it is", "$ cat a | trackerctl x", "x \\\n    2"])
        #expect(
            several.discussion == """
                It does.

                Examples:
                  trackerctl x 1    as it is
                  cat a | trackerctl x
                  trackerctl x \\
                    2
                """)
        #expect(
            several.examples == [
                "trackerctl x 1    as it is", "cat a | trackerctl x", "trackerctl x \\\n    2",
            ])
        let one = CommandConfiguration.group(
            "y", abstract: "Y.", examples: ["y 1"], subcommands: [])
        #expect(one.discussion == "Example:\n  trackerctl y 1")
        #expect(CommandConfiguration.leaf("z", abstract: "Z.").discussion.isEmpty)
    }

    private static func expectCommand(_ line: String) {
        // What follows is the shell's, and what it gives the command then.
        let words = Self.words(of: line).prefix { !["&&", "|", ">"].contains($0) }
        #expect(throws: Never.self, "\(line)") {
            _ = try Trackerctl.command(for: Array(words.dropFirst()))
        }
    }

    /// The words of a command line, up to its comment, which stands two blanks or more behind the command.
    /// Quotes keep blanks together.
    private static func words(of line: String) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        for character in line {
            if character == quote {
                quote = nil
            } else if quote == nil, "'\"".contains(character) {
                quote = character
                word = word ?? ""
            } else if character != " " || quote != nil {
                word = (word ?? "") + String(character)
            } else if let whole = word, whole != "#" {
                words.append(whole)
                word = nil
            } else {
                return words
            }
        }
        return words + [word].compactMap(\.self)
    }
}
