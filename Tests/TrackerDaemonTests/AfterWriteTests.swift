import Glibc
import Systemd
import TestSupport
import Testing
import TrackerCore
import UserFiles

@testable import TrackerDaemon

/// The program that runs after a write to the shared folder.
@MainActor @Suite(.serialized) struct AfterWriteTests {
    private func stage(_ arguments: [String], script: String? = nil) throws -> HookStage {
        let stage = try HookStage()
        if let script { try stage.script("push", script) }
        var configuration = stage.configuration
        configuration.sync.afterWrite = arguments
        stage.runner.reconfigure(configuration)
        return stage
    }

    @Test func itRunsWithItsArgumentsAsTheyAre() throws {
        let stage = try stage(
            ["push", "{title}", "$HOME"], script: #"printf '<%s>' "$@" >>"$OUT/log""#)
        stage.runner.folderWritten()
        #expect(try stage.turn { stage.text("log") == "<{title}><$HOME>" })
        #expect(stage.failures.isEmpty)
    }

    @Test func withoutAProgramNothingRuns() throws {
        let stage = try stage([])
        stage.runner.folderWritten()
        try stage.turn(milliseconds: 50)
        #expect(stage.failures.isEmpty)
    }

    /// Many writes during a run bring one more run.
    @Test func oneRunsAtATimeAndOnceMore() throws {
        let script = """
            echo begun >>"$OUT/log"
            while ! test -e "$OUT/go"; do sleep 0.01; done
            echo ended >>"$OUT/log"
            """
        let stage = try stage(["push"], script: script)
        stage.runner.folderWritten()
        #expect(try stage.turn { stage.lines("log") == ["begun"] })
        for _ in 0..<5 { stage.runner.folderWritten() }
        try stage.turn(milliseconds: 100)
        #expect(stage.lines("log") == ["begun"])
        stage.touch("go")
        let twice = ["begun", "ended", "begun", "ended"]
        #expect(try stage.turn { stage.lines("log") == twice })
        try stage.turn(milliseconds: 100)
        #expect(stage.lines("log") == twice)
        stage.runner.folderWritten()
        #expect(try stage.turn { stage.lines("log").count == 6 })
    }

    @Test func aFailureIsReportedAndTheNextWriteRunsItAgain() throws {
        let stage = try stage(
            ["push"], script: #"echo run >>"$OUT/log"; echo "no route" >&2; exit 3"#)
        stage.runner.folderWritten()
        #expect(try stage.turn { stage.failures.count == 1 })
        let failure = try #require(stage.failures.first)
        #expect(failure.kind == .failed && failure.seq == 0)
        #expect(
            "\(failure)" == "hook push for sync.after_write: exited with status 3: no route")
        stage.runner.folderWritten()
        #expect(try stage.turn { stage.lines("log").count == 2 })
    }

    @Test func aMissingProgramIsReported() throws {
        let stage = try stage(["no-such-program"])
        stage.runner.folderWritten()
        #expect(try stage.turn { stage.failures.count == 1 })
        #expect(stage.failures.first?.kind == .notStarted)
        #expect(stage.failures.first?.reason.contains("not found in PATH") == true)
    }

    @Test(arguments: [
        ("\"push\"", "", "must be an array of strings"), ("[\"\"]", "", "is empty; name a program"),
        ("[\"~/push\"]", "[0]", "write the path in full"),
        ("[\"{title}\"]", "[0]", "must be a program without placeholders"),
        ("[\"push\", 5]", "[1]", "must be a string, not 5"),
    ])
    func aWrongValueIsAnErrorWithItsPlace(value: String, index: String, says: String) {
        let text = "[sync]\nafter_write = \(value)\n"
        let error = #expect(throws: TextProblem.self) {
            try ConfigurationFile.parse(Array(text.utf8), file: "config.toml")
        }
        #expect(error?.line == 2 && error?.key == "sync.after_write\(index)")
        #expect(error?.message.contains(says) == true, "\(error?.message ?? "no error")")
    }

    @Test func itEndsWithTheDaemon() throws {
        let stage = try stage(["push"], script: #"echo $$ >"$OUT/pid"; exec sleep 100"#)
        stage.runner.folderWritten()
        #expect(try stage.turn { stage.runs("pid") })
        stage.runner.stop()
        #expect(try stage.turn { !stage.runs("pid") })
    }
}
