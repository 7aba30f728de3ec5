import Glibc
import Stage
import TestSupport
import Testing
import TrackerAPI

extension ServerTests {
    /// Exercises and the log, in a daemon of its own process.
    @Suite struct Log {
        private func exercises(_ client: LineClient, _ params: String = "{}") throws -> [String] {
            try client.call("exercise.list", params)["exercises"]?.list.compactMap {
                $0["name"]?.string
            } ?? []
        }

        private func writeOwn(
            _ text: String, _ stage: Stage, in name: String = "exercises.toml"
        ) throws {
            var folder = stage.folder.path
            let inner = name.split(separator: "/").dropLast().map(String.init)
            for part in [".local", "share", "trackerd"] + inner {
                folder += "/\(part)"
                try File.makeFolder(folder)
            }
            try File.write(text, to: stage.folder.path + "/.local/share/trackerd/\(name)")
        }

        @Test func aPersonsOwnFilesAreReadAgainWhenTheyChange() throws {
            try Stage.with { stage in
                let daemon = try stage.start()
                let client = try daemon.connect()
                func programs() throws -> [String] {
                    try client.call("program.list")["programs"]?.list.compactMap {
                        $0["name"]?.string
                    }.filter { $0.hasPrefix("Own") } ?? []
                }
                func write(_ name: String, _ program: String) throws {
                    try writeOwn(
                        "name = \"\(program)\"\nintervals = [{ label = \"Go\", duration = \"20s\" }]\n",
                        stage, in: "programs/\(name).toml")
                }
                // The folder is new; then another file comes, and the first one changes.
                try write("one", "Own One")
                try wait(for: "the first program") { try programs() == ["Own One"] }
                try write("two", "Own Two")
                try wait(for: "the second program") { try programs() == ["Own One", "Own Two"] }
                try write("one", "Own First")
                try wait(for: "the change") { try programs() == ["Own First", "Own Two"] }
                // A bad one is left out; what it was before stays.
                try writeOwn("name = 5\n", stage, in: "programs/one.toml")
                try wait(for: "the warning") { daemon.process.complaints.contains("one.toml:1: ") }
                try write("two", "Own 2")
                try wait(for: "the other's change") { try programs().contains("Own 2") }
                #expect(try programs().contains("Own First"))
                try writeOwn("[back]\nring-rows = { name = \"Ring Rows\" }\n", stage)
                try wait(for: "the movement") {
                    try exercises(client, #"{"query":"ring rows"}"#) == ["Ring Rows"]
                }
                #expect(try client.call("journal.verify")["ok"] == .bool(true))
            }
        }

        @Test(arguments: ["achievements.toml", "challenges.toml"])
        func aPersonsOwnDefinitionsAreReadAgainWhenTheyChange(_ name: String) throws {
            try Stage.with { stage in
                let daemon = try stage.start()
                for line in 1...2 {
                    let text = String(repeating: "\n", count: line - 1) + "[mine]\n"
                    try writeOwn(text, stage, in: name)
                    try wait(for: "the warning of line \(line)") {
                        daemon.process.complaints.contains("\(name):\(line): mine needs")
                    }
                }
                let client = try daemon.connect()
                let checks = try client.call("daemon.check")["checks"]?.list ?? []
                let files = checks.filter { $0["part"] == .string("files") }
                #expect(files.count == 1)
                let detail = files.first?["detail"]?.string ?? ""
                #expect(detail.contains("/trackerd/\(name):2: mine needs"), "\(detail)")
                let checked = try stage.result([
                    Built.trackerd, "--check", "--config", stage.configuration, "--state",
                    stage.state, "--socket", stage.socket,
                ])
                #expect(checked.ending == .exited(0))
                #expect(checked.output.contains("/trackerd/\(name):2: mine needs"))
                #expect(try client.call("journal.verify")["ok"] == .bool(true))
            }
        }
    }
}
