import Glibc
import Stage
import Systemd
import TestSupport
import Testing

@Suite(.serialized) struct ProgramOutputTests {
    /// The output of a shell's script, and the seconds until it was told.
    private func output(
        of script: String, program: String = "/bin/sh", withinMs ms: Int64 = 20_000
    ) throws -> (text: String?, seconds: Double) {
        let loop = try EventLoop()
        var answers: [String?] = []
        let began = awakeSeconds()
        let output = ProgramOutput(
            loop, of: [program, "-c", script], environment: ["PATH": "/usr/bin:/bin"],
            withinMs: ms
        ) { answers.append($0) }
        #expect(try turn(loop) { !answers.isEmpty })
        let seconds = awakeSeconds() - began
        try turnWhileBusy(loop)
        #expect(answers.count == 1)
        withExtendedLifetime(output) {}
        return (answers.first ?? nil, seconds)
    }

    @Test func theWholeOutputIsTold() throws {
        #expect(try output(of: "echo a; sleep 0.1; echo b").text == "a\nb\n")
        #expect(try output(of: "exit 3").text == "")
        let many = try output(of: "head -c 60000 /dev/zero | tr '\\0' x")
        #expect(many.text?.utf8.count == 60_000)
    }

    @Test func tooMuchOrTooLateIsNothing() throws {
        #expect(try output(of: "yes").text == nil)
        let late = try output(of: "echo a; sleep 600", withinMs: 300)
        #expect(late.text == nil && (0.29..<5).contains(late.seconds))
        #expect(try output(of: "", program: "/nonexistent").text == nil)
    }

    private func isRunning(_ pid: pid_t) -> Bool {
        let facts = File.text("/proc/\(pid)/stat")
        return !facts.isEmpty && !facts.contains(") Z ")
    }

    @Test func nothingIsLeftRunning() throws {
        let folder = try TemporaryFolder()
        let file = folder.file("pid")
        _ = try output(of: "sleep 600 & echo $! > \(file); sleep 600", withinMs: 300)
        let pid = try #require(pid_t(File.text(file).filter(\.isNumber)))
        #expect(try turn(EventLoop()) { !isRunning(pid) })
        // Also where the output is over, and nothing else.
        _ = try output(of: "echo $$ > \(file); exec >&-; sleep 600")
        let other = try #require(pid_t(File.text(file).filter(\.isNumber)))
        #expect(kill(other, 0) != 0)
    }
}
