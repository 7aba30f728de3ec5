import FoundationEssentials
import Glibc
import Stage
import TestSupport
import Testing
import TrackerAPI

extension ServerTests {
    /// Backups that are put back under the real daemon, by it and by hand, and a state that is deleted.
    @Suite struct Restoring {
        private func start(_ name: String, _ client: LineClient) throws {
            try client.call("timer.start", "{\"duration\":\"1h\",\"name\":\"\(name)\"}")
        }

        private func names(_ client: LineClient) throws -> [String] {
            try client.call("timer.list")["timers"]?.list.compactMap { $0["name"]?.string }.sorted()
                ?? []
        }

        private func backUp(_ client: LineClient) throws -> String {
            try #require(try client.call("backup.create")["path"]?.string)
        }

        private func copy(_ from: String, to: String) throws {
            try Data(contentsOf: URL(filePath: from)).write(to: URL(filePath: to))
        }

        @Test func subscribersAreToldAndGoOn() throws {
            try Stage.with { stage in
                let daemon = try stage.start()
                let client = try daemon.connect()
                try start("a", client)
                let backup = try backUp(client)
                try start("b", client)
                let subscriber = try daemon.connect()
                let begun = try subscriber.call("events.subscribe")
                let seq = try #require(begun["seq"]?.integer)
                let history = try #require(begun["history"]?.string)
                let restored = try client.call(
                    "backup.restore", "{\"path\":\"\(backup)\",\"confirm\":true}")
                let last = try #require(try subscriber.linesToEnd().last.map(JSONValue.init(text:)))
                #expect(last["method"] == .string("resync"))
                #expect(last.at("params", "since") == .integer(seq))
                #expect(last.at("params", "history") == .string(history))
                // The one who asked goes on, too.
                #expect(try names(client) == ["a"])
                let again = try daemon.connect()
                let reply = try again.call(
                    "events.subscribe", "{\"since\":\(seq),\"history\":\"\(history)\"}")
                #expect(reply["resync"] == .bool(true))
                #expect(reply["history"] == restored["history"])
                try start("c", client)
                let event = try again.event()
                #expect(event["type"] == .string("timer.started"))
                #expect(event["seq"] == .integer(seq + 2))
                #expect(try client.call("journal.verify")["ok"] == .bool(true))
                try daemon.stop()
                let next = try stage.start().connect()
                #expect(try names(next) == ["a", "c"])
            }
        }

        /// As people do it who copy the file alone: what the killed daemon has left beside it is another
        /// database's.
        @Test func aCopyBesideTheLogOfAKilledDaemon() throws {
            try Stage.with { stage in
                var daemon = try stage.start()
                var client = try daemon.connect()
                try start("a", client)
                let backup = try backUp(client)
                for number in 1...20 { try start("lost\(number)", client) }
                try daemon.crash()
                try copy(backup, to: stage.state + "/tracker.db")
                daemon = try stage.start()
                client = try daemon.connect()
                #expect(try names(client) == ["a"])
                #expect(try client.call("journal.verify")["ok"] == .bool(true))
                #expect(daemon.process.complaints.contains("belongs to a different database"))
                #expect(try client.call("status").at("health", "recovered_from") == nil)
                let aside = File.names(in: stage.state + "/recovery")
                #expect(aside.count == 1)
                let kept = "\(stage.state)/recovery/\(aside.first ?? "")"
                #expect(File.names(in: kept) == ["tracker.db-wal"])
            }
        }

        /// The copy is put there under the running daemon.
        @Test func aCopyUnderTheRunningDaemon() throws {
            try Stage.with { stage in
                let daemon = try stage.start()
                let client = try daemon.connect()
                try start("a", client)
                let backup = try backUp(client)
                try start("b", client)
                try copy(backup, to: stage.file("copy.db"))
                #expect(rename(stage.file("copy.db"), stage.state + "/tracker.db") == 0)
                let reply = try client.reply("timer.start", "{\"duration\":\"1h\",\"name\":\"c\"}")
                #expect(reply.errorKind == "unknown")
                #expect(try client.reply("stopwatch.start").errorKind == "storage")
                try wait(for: "the status line") {
                    daemon.notify.status?.contains("trackerctl backup restore") == true
                }
                try daemon.stop()
                let next = try stage.start().connect()
                #expect(try names(next) == ["a"])
                #expect(try next.call("journal.verify")["ok"] == .bool(true))
                let saved = try #require(
                    try next.call("backup.list")["backups"]?.list
                        .first { $0["origin"] == .string("rescued") }?["path"]?.string)
                try next.call("backup.restore", "{\"path\":\"\(saved)\",\"confirm\":true}")
                #expect(try names(next) == ["a", "b", "c"])
                #expect(try next.call("journal.verify")["ok"] == .bool(true))
            }
        }

        /// The copy, or something else, is written over the file itself, as `cp` does it.
        @Test(arguments: [true, false]) func aCopyWrittenOverTheFile(isBackup: Bool) throws {
            try Stage.with { stage in
                let daemon = try stage.start()
                let client = try daemon.connect()
                try start("a", client)
                let backup = try backUp(client)
                try start("b", client)
                let copied = try #require(isBackup ? File.bytes(backup) : Array("a letter".utf8))
                try File.write(copied, to: stage.state + "/tracker.db")
                let reply = try client.reply("timer.start", "{\"duration\":\"1h\",\"name\":\"c\"}")
                #expect(["unknown", "storage"].contains(reply.errorKind))
                #expect(try client.reply("stopwatch.start").errorKind == "storage")
                try wait(for: "the status line") {
                    daemon.notify.status?.contains("systemctl --user restart trackerd") == true
                }
                try daemon.stop()
                #expect(File.bytes(stage.state + "/tracker.db") == copied)
                let next = try stage.start().connect()
                #expect(try names(next) == ["a"])
                #expect(try next.call("journal.verify")["ok"] == .bool(true))
                let isSalvaged = try next.call("status").at("health", "recovered_from") != nil
                #expect(isSalvaged == !isBackup)
            }
        }

        @Test func aFolderThatIsDeletedIsMadeAgain() throws {
            try Stage.with { stage in
                var daemon = try stage.start()
                var client = try daemon.connect()
                try start("a", client)
                File.remove(stage.state)
                try start("b", client)
                // No second daemon gets at it.
                let second = try stage.result([
                    Built.trackerd, "--state", stage.state, "--socket",
                    stage.file("second.sock"),
                ])
                #expect(second.ending != .exited(0))
                #expect(second.complaints.contains("another trackerd"), "\(second.complaints)")
                try daemon.crash()
                daemon = try stage.start()
                client = try daemon.connect()
                #expect(try names(client) == ["a", "b"])
                #expect(try client.call("journal.verify")["ok"] == .bool(true))
            }
        }
    }
}
