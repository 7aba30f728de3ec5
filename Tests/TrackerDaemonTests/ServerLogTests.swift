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

        @Test func fromTheLibraryToTheLogAndOverACrash() throws {
            try Stage.with { stage in
                let daemon = try stage.start()
                let client = try daemon.connect()
                let subscriber = try daemon.connect()
                try subscriber.call("events.subscribe", #"{"types":["log.*"]}"#)
                let found = try exercises(client, #"{"query":"paus bench"}"#)
                #expect(found == ["Paused Bench Press"])
                #expect(try exercises(client).count >= 150)
                let entry = try client.call("log.add", #"{"exercise":"push-ups","count":20}"#)
                #expect(try subscriber.event()["data"] == entry)
                try client.call("log.add", #"{"exercise":"plank","at":"-10m","note":"elbows"}"#)
                try daemon.crash()

                let again = try stage.start().connect()
                #expect(
                    try again.call("log.add", #"{"exercise":"push ups"}"#)["count"] == .integer(20))
                let list = try again.call("log.list")
                #expect(list["entries"]?.list.compactMap { $0["count"]?.integer } == [20, 20, 60])
                #expect(try exercises(again).first == "Push-ups")
                try again.call("journal.undo", #"{"types":["log.*"]}"#)
                #expect(try again.call("log.list")["entries"]?.list.count == 2)
                let report = try again.call("journal.verify")
                #expect(report["ok"] == .bool(true), "\(report)")
                // The library is read once.
                let seeded = try again.call("events.list", #"{"types":["exercise.seeded"]}"#)
                #expect(seeded["events"]?.list.count == 1)
            }
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

        @Test func whatLinksLeadToIsReadAgainToo() throws {
            try Stage.with { stage in
                let (first, second) = (stage.file("first"), stage.file("second"))
                for folder in [first, second] { try File.makeFolder(folder) }
                func write(_ folder: String, _ name: String) throws {
                    try File.write(
                        "name = \"\(name)\"\nintervals = [{ label = \"Go\", duration = \"20s\" }]\n",
                        to: folder + "/sprints.toml")
                }
                try write(first, "Own One")
                try write(second, "Own Two")
                try writeOwn("", stage, in: "programs/notes.txt")
                let programs = stage.file(".local/share/trackerd/programs")
                let client = try stage.start().connect()
                func waitFor(_ name: String) throws {
                    try wait(for: name) {
                        let list = try client.call("program.list")["programs"]?.list
                        return list?.contains { $0["name"]?.string == name } == true
                    }
                }
                symlink(first + "/sprints.toml", programs + "/sprints.toml")
                try waitFor("Own One")
                try write(first, "Own Changed")
                try waitFor("Own Changed")
                unlink(programs + "/sprints.toml")
                symlink(second + "/sprints.toml", programs + "/sprints.toml")
                try waitFor("Own Two")
                try write(second, "Own Second")
                try waitFor("Own Second")
            }
        }

        @Test func aPersonsOwnFileCountsFromTheNextStart() throws {
            try Stage.with { stage in
                try writeOwn("[back]\nring-rows = { name = \"Ring Rows\" }\n", stage)
                let first = try stage.start()
                let client = try first.connect()
                #expect(try exercises(client, #"{"query":"ring rows"}"#) == ["Ring Rows"])
                try client.call("exercise.update", #"{"exercise":"squats","default_count":50}"#)
                try first.stop()
                try writeOwn(
                    """
                    [back]
                    ring-rows = { name = "Ring Rows, feet up", default_count = 6 }
                    broken = { name = "Broken", unit = "metres" }
                    [legs]
                    squats = { default_count = 99 }
                    """, stage)
                let second = try stage.start()
                #expect(second.process.complaints.contains("exercises.toml:3: "))
                let after = try second.connect()
                #expect(try exercises(after, #"{"query":"ring rows"}"#) == ["Ring Rows, feet up"])
                let squats = try after.call("exercise.get", #"{"exercise":"squats"}"#)
                #expect(squats["default_count"] == .integer(50))
                #expect(try after.call("journal.verify")["ok"] == .bool(true))
                let checked = try stage.result([
                    Built.trackerd, "--check", "--config", stage.configuration, "--state",
                    stage.state, "--socket", stage.socket,
                ])
                #expect(checked.ending == .exited(0))
                #expect(checked.output.contains("exercises.toml:3: "))
            }
        }

        @Test func anUnknownExerciseNamesTheNearest() throws {
            try Stage.with { stage in
                let daemon = try stage.start()
                let client = try daemon.connect()
                let refusal = try client.reply("log.add", #"{"exercise":"pusch-ups"}"#)
                #expect(refusal.errorKind == "not_found")
                let message = refusal.at("error", "message")?.string ?? ""
                #expect(message.contains("did you mean"))
                #expect(message.contains("Push-ups"))
            }
        }
    }
}
