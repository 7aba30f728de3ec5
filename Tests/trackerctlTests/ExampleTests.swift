import TestSupport
import Testing

@testable import trackerctl

/// The command lines on pages for people are ones that the parser takes.
@Suite struct ExampleTests {
    @Test(arguments: ["README.md", "config/README.md"])
    func examplesOfAPageAreCommands(_ page: String) throws {
        let lines = File.text(Checkout.path(page)).split(separator: "\n")
            .filter { $0.hasPrefix("    trackerctl ") }
        #expect(lines.count >= 5)
        for line in lines {
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
