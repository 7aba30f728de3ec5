import TestSupport
import Testing

@testable import trackerctl

/// The command lines on pages for people are ones that the parser takes.
@Suite struct ExampleTests {
    private static let pages =
        ["README.md"] + File.names(in: Checkout.path("config/doc")).map { "config/doc/" + $0 }

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
        for line in Self.examples(on: page) {
            // The comment stands two blanks or more behind the command.
            let words = Self.words(of: line.dropFirst(4)).prefix { $0 != "&&" }
            #expect(throws: Never.self, "\(line)") {
                _ = try Trackerctl.command(for: Array(words.dropFirst()))
            }
        }
    }

    /// The words of a command line, up to its comment; single quotes keep blanks together.
    private static func words(of line: some StringProtocol) -> [String] {
        var words = [""]
        var isQuoted = false
        for character in line {
            if character == "'" {
                isQuoted.toggle()
            } else if character != " " || isQuoted {
                words[words.count - 1].append(character)
            } else if words.last == "" || words.last == "#" {
                break
            } else {
                words.append("")
            }
        }
        return words.filter { $0 != "" && $0 != "#" }
    }
}
