import Glibc
import Stage
import TestSupport
import Testing
import TrackerAPI

extension ServerTests {
    /// Daemons that share their logs through a real folder. No program replicates it: all of them use the same one.
    @Suite struct Sharing {
        private func folder(_ stage: Stage) throws -> String {
            let folder = stage.file("shared")
            try File.makeFolder(folder)
            return folder
        }

        /// Shares a daemon's log, and waits until everything is written and merged.
        private func share(
            _ daemon: TestedDaemon, through folder: String, as name: String
        ) throws -> LineClient {
            let client = try daemon.connect()
            let params = "{\"folder\":\"\(folder)\",\"name\":\"\(name)\",\"confirm\":true}"
            try client.call("sync.enable", params)
            try client.call("sync.now", upTo: 60)
            return client
        }

        private func log(_ count: Int, _ client: LineClient) throws {
            try client.call("log.add", "{\"exercise\":\"push-ups\",\"count\":\(count)}")
        }

        private func counts(_ client: LineClient) throws -> [Int64] {
            let list = try client.call("log.list", "{\"limit\":1000}")["entries"]?.list ?? []
            return list.compactMap { $0["count"]?.integer }.sorted()
        }

        private func waitForEqualLogs(_ clients: LineClient...) throws {
            try wait(upTo: 60, for: "equal logs") {
                let digests = try clients.map { try $0.call("sync.digest")["digest"]?.string }
                return digests.allSatisfy { $0 != nil && $0 == digests[0] }
            }
        }

        private func state(_ client: LineClient) throws -> String? {
            try client.call("sync.status")["state"]?.string
        }

        @Test func aChangeComesToTheOtherMachineAndRunsNoHook() throws {
            try Stage.with { stage in
                let folder = try folder(stage)
                let note = stage.file("note")
                let hook = "[[hooks]]\non = [\"log.*\"]\nrun = [\"touch\", \"\(note)\"]\n"
                let one = try share(stage.start(named: "a"), through: folder, as: "one")
                let two = try share(
                    stage.start(named: "b", settings: hook), through: folder, as: "two")
                let began = awakeSeconds()
                try log(11, one)
                try wait(for: "the entry") { try counts(two) == [11] }
                // A busy machine may take longer than the 1.3 s of a quiet one.
                #expect(awakeSeconds() - began < 10)
                try waitForEqualLogs(one, two)
                #expect(!File.exists(note))
                #expect(try two.call("journal.verify")["ok"] == .bool(true))
                try log(12, two)
                try wait(for: "the other entry") { try counts(one) == [11, 12] }
                try wait(for: "the hook of the own entry") { File.exists(note) }
            }
        }

        /// After everything is merged, nobody writes and nothing wakes.
        @Test func atRestNothingIsWritten() throws {
            try Stage.with { stage in
                let folder = try folder(stage)
                let daemons = [try stage.start(named: "a"), try stage.start(named: "b")]
                let one = try share(daemons[0], through: folder, as: "one")
                let two = try share(daemons[1], through: folder, as: "two")
                try log(11, one)
                try waitForEqualLogs(one, two)
                for client in [one, two] { try client.call("sync.now") }
                usleep(2_000_000)
                let before = marks(folder)
                let spent = daemons.map(\.facts.processorSeconds)
                usleep(3_000_000)
                #expect(marks(folder) == before)
                for (daemon, spent) in zip(daemons, spent) {
                    #expect(daemon.facts.processorSeconds - spent < 0.1)
                }
            }
        }

        /// Size, time and inode of each file, by its path.
        private func marks(_ folder: String) -> [String: [Int]] {
            var marks: [String: [Int]] = [:]
            for writer in File.names(in: folder) {
                for name in File.names(in: "\(folder)/\(writer)") {
                    let path = "\(folder)/\(writer)/\(name)"
                    var status = stat()
                    guard stat(path, &status) == 0 else { continue }
                    marks[path] = [
                        Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
                        Int(status.st_ino),
                    ]
                }
            }
            return marks
        }

        @Test func aFolderThatIsMissingAtFirstIsAwaited() throws {
            try Stage.with { stage in
                let folder = try folder(stage)
                let away = stage.file("away")
                let one = try share(stage.start(named: "a"), through: folder, as: "one")
                let daemon = try stage.start(named: "b")
                _ = try share(daemon, through: folder, as: "two")
                try daemon.stop()
                try log(11, one)
                try wait(for: "a write") {
                    try one.call("sync.status")["unwritten"] == .integer(0)
                }
                #expect(rename(folder, away) == 0)

                let two = try stage.start(named: "b").connect()
                try wait(for: "the problem") { try state(two) == "stopped" }
                let problem = try two.call("sync.status").at("problem", "kind")
                #expect(problem == .string("missing"))
                #expect(check(two, "fail")?.contains("can't be used") == true)
                // Nothing waits for it.
                try log(12, two)
                #expect(try two.reply("sync.now").errorKind == "storage")

                #expect(rename(away, folder) == 0)
                // Who doesn't want to wait for the next try asks for one.
                try two.call("sync.now")
                #expect(try state(two) == "on")
                try wait(for: "all entries") {
                    try counts(one) == [11, 12] && counts(two) == [11, 12]
                }
                #expect(check(two, "fail") == nil)
            }
        }

        /// First detail of the check's part with a state; `nil` for none.
        private func check(_ client: LineClient, _ state: String) -> String? {
            let checks = try? client.call("daemon.check")["checks"]?.list
            return (checks ?? []).first {
                $0["part"] == .string("sync") && $0["state"] == .string(state)
            }?["detail"]?.string
        }

        @Test func theCheckTellsOfTheFolder() throws {
            try Stage.with { stage in
                let folder = try folder(stage)
                let daemon = try stage.start(named: "a")
                let plain = try daemon.connect()
                #expect(check(plain, "ok") == nil && check(plain, "warn") == nil)
                let one = try share(daemon, through: folder, as: "one")
                #expect(check(one, "ok")?.contains("is shared through \(folder)") == true)
                #expect(check(one, "warn")?.contains("no other machine is in") == true)
                let two = try share(stage.start(named: "b"), through: folder, as: "two")
                try waitForEqualLogs(one, two)
                try wait(for: "the other machine") { check(one, "warn") == nil }

                let own = try #require(try one.call("sync.status")["writer"]?.string)
                let copy = "00000001.sync-conflict-20260301-101112-ABCDEFG.log"
                let newest = File.names(in: "\(folder)/\(own)").filter { $0.hasSuffix(".log") }
                    .max()
                let text = File.text("\(folder)/\(own)/\(newest ?? "")")
                try File.write(text, to: "\(folder)/\(own)/\(copy)")
                _ = try one.reply("sync.now")
                let told = "something else changed this machine's files"
                try wait(for: "the warning") { check(one, "warn")?.contains(told) == true }
                try wait(for: "the end of the copy") {
                    !File.exists("\(folder)/\(own)/\(copy)")
                }
            }
        }

        @Test func theProgramAfterAWriteRuns() throws {
            try Stage.with { stage in
                let folder = try folder(stage)
                let note = stage.file("note")
                let settings = """
                    [sync]
                    after_write = ["sh", "-c", "echo written >>\(note)"]

                    """
                let daemon = try stage.start(named: "a", settings: settings)
                let one = try daemon.connect()
                try log(11, one)
                #expect(!File.exists(note))
                _ = try share(daemon, through: folder, as: "one")
                try wait(for: "the program") { File.exists(note) }
                usleep(1_500_000)
                let before = File.lines(note).count
                try log(12, one)
                try wait(for: "another run") { File.lines(note).count == before + 1 }
            }
        }
    }
}
