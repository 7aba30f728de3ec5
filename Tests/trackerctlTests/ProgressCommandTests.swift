import ArgumentParser
import Testing

@testable import trackerctl

@Suite struct ProgressCommandTests {
    @Test(arguments: [
        "report", "timeline", "answers", "streak get", "streak pause", "achievements", "level",
        "challenge swap", "explain",
    ])
    func helpHasExamples(_ line: String) {
        let help = #expect(throws: (any Error).self) {
            let words = line.split(separator: " ").map(String.init)
            var command = try Trackerctl.command(for: words + ["--help"])
            try command.run()
        }
        #expect(help.map { Failure($0).status } == 0)
        #expect(help.flatMap { Failure($0).message }?.contains("Examples:") == true)
    }

    /// Shells offer a command by its own name, also where that is a plural.
    @Test func completion() throws {
        let words = Set(try Completions(after: [], current: "").words.map(\.text))
        #expect(words.isSuperset(of: ["report", "answers", "achievement", "challenge"]))
        #expect(words.isDisjoint(with: ["achievements", "reports", "challenges"]))
        let periods = try Completions(after: ["report"], current: "").words.map(\.text)
        #expect(periods == ["day", "week", "month", "year", "last", "this"])
    }
}
