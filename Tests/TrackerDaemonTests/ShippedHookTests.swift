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
        #expect(all.count >= 3)
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

    /// The terminal isn't started within the hook, which is stopped after its timeout.
    @Test(
        arguments: [
            ("foot", "foot --fullscreen --app-id=trackerd-break"),
            ("konsole", "konsole --fullscreen -e"),
            ("gnome-terminal", "gnome-terminal --full-screen --wait --"),
            ("xterm", "xterm -fullscreen -class trackerd-break -e"), ("notepad", nil), ("", nil),
        ] as [(String, String?)])
    func theBreakOpensATerminalInAUnitOfItsOwn(_ terminal: String, _ expected: String?) throws {
        try Stage.with { stage in
            let folder = stage.file("bin")
            try File.makeFolder(folder)
            try File.write(
                "#!/bin/sh\necho \"$@\"\n", to: folder + "/systemd-run", mode: 0o755)
            let script = Checkout.path("config/examples/break.sh")
            // Without an argument, the first that is installed is taken: here none.
            let result = try stage.result(
                ["/bin/sh", script] + (terminal.isEmpty ? [] : [terminal]),
                environment: ["PATH": folder])
            guard let expected else {
                #expect(result.ending == .exited(64), "\(result.complaints)")
                return
            }
            #expect(result.ending == .exited(0), "\(result.complaints)")
            let unit = "--user --collect --quiet --"
            #expect(result.output == "\(unit) \(expected) trackerctl live --break\n")
        }
    }
}
