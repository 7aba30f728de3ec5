import Stage
import TestSupport
import Testing
import TrackerAPI

@testable import TrackerDaemon

/// Tests of the hooks that the shipped configuration and the documentation show.
@Suite struct ShippedHookTests {
    /// The commands of all hooks in a text, also of those behind a #.
    private func commands(in path: String) throws -> [[String]] {
        try File.lines(Checkout.path(path)).compactMap { line -> [String]? in
            guard let start = line.firstRange(of: "run = [\"")?.lowerBound else { return nil }
            let list = line[start...].drop { $0 != "[" }.prefix { $0 != "]" }
            return try JSONValue(text: list + "]").decoded()
        }
    }

    private let texts = ["config/config.toml", "config/doc/hooks.md"]

    @Test func noTextCanBeTakenForAnOption() throws {
        let all = try texts.flatMap(commands)
        #expect(all.count >= 2)
        for command in all {
            let options = command.prefix { $0 != "--" }
            for argument in options {
                #expect(!argument.hasPrefix("{"), "\(command)")
            }
        }
    }

    @Test(arguments: ["tea", "-5m", "--help", "-- done", "{body}"])
    func theSystemsLogGetsAnyTitle(_ title: String) throws {
        let command = try #require(
            try commands(in: "config/config.toml").first { $0.first == "logger" })
        let words = command.dropFirst().map {
            $0 == "{title}: {body}" ? "\(title): it is over" : $0
        }
        try Stage.with { stage in
            // Only shown, since a test has no system's log.
            let shown = ["--no-act", "--stderr", "--socket-errors=off"]
            let result = try stage.result(["logger"] + shown + words)
            #expect(result.ending == .exited(0), "\(result.complaints)")
            #expect(result.complaints.hasSuffix("trackerd: \(title): it is over\n"))
        }
    }
}
