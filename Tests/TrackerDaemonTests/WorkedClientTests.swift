import Glibc
import Stage
import TestSupport
import Testing
import TrackerAPI

extension ServerTests {
    /// The clients of PROTOCOL.md, as they stand there.
    @Suite struct WorkedClients {
        /// The code of the page in a language, in a file of the stage, which sees the daemon's socket at its usual
        /// place.
        private func client(_ language: String, _ stage: Stage) throws -> String {
            let page = File.text(Checkout.path("Sources/TrackerAPI/PROTOCOL.md"))
            let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
                .drop { $0 != "```\(language)" }.dropFirst().prefix { $0 != "```" }
            // A client fits one screen.
            try #require((10...40).contains(lines.count { !$0.isEmpty }))
            let code = lines.joined(separator: "\n")
            try File.makeFolder(stage.file("runtime"))
            try File.makeFolder(stage.file("runtime/trackerd"))
            symlink(stage.socket, stage.file("runtime/trackerd/trackerd.sock"))
            let path = stage.file("client")
            try File.write(code + "\n", to: path)
            chmod(path, 0o755)
            return path
        }

        private func run(
            _ path: String, _ arguments: String..., on stage: Stage
        ) throws -> Program {
            try stage.run(
                [path] + arguments, environment: ["XDG_RUNTIME_DIR": stage.file("runtime")])
        }

        @Test func inPython() throws {
            try Stage.with { stage in
                let daemon = try stage.start()
                let client = try run(try client("python", stage), "10m", "tea", on: stage)
                try wait(for: "the start") { client.output.contains("timer.started") }
                // It follows over a crash, and misses nothing.
                try daemon.crash()
                let other = try stage.start().connect()
                try other.call("timer.pause", #"{"timer":"tea"}"#)
                try wait(for: "the pause") { client.output.contains("timer.paused") }
                // It follows what comes after a restored backup, too.
                let backup = try #require(try other.call("backup.create")["path"]?.string)
                try other.call("backup.restore", #"{"path":"\#(backup)","confirm":true}"#)
                try other.call("timer.finish", #"{"timer":"tea"}"#)
                #expect(try client.waitForEnd() == .exited(0))
                let types = client.output.split(separator: "\n").map { $0.prefix { $0 != " " } }
                #expect(types == ["timer.started", "timer.paused", "timer.finished"])
                #expect(client.complaints == "")
            }
        }

        @Test func inPythonWhatIsRefusedIsTold() throws {
            try Stage.with { stage in
                _ = try stage.start()
                let client = try run(try client("python", stage), "soon", "tea", on: stage)
                #expect(try client.waitForEnd() == .exited(1))
                #expect(client.complaints.contains("duration must be"))
            }
        }

        @Test func inBash() throws {
            try Stage.with { stage in
                _ = try stage.start()
                let path = try client("bash", stage)
                let client = try run(path, "1s", "Grüner \"Tee\"", on: stage)
                #expect(try client.waitForEnd() == .exited(0))
                let lines = client.output.split(separator: "\n")
                let types = lines.map { $0.prefix { $0 != " " } }
                #expect(types == ["timer.started", "timer.finished"])
                // Moments by jq's own functions.
                for line in lines {
                    #expect(line.wholeMatch(of: /\S+ 20\d\d-\d\d-\d\dT[\d:]+Z/) != nil)
                }
                #expect(client.complaints == "")
                let refused = try run(path, "soon", "tea", on: stage)
                #expect(try refused.waitForEnd() == .exited(1))
                #expect(refused.complaints.contains("duration must be"))
            }
        }
    }
}
