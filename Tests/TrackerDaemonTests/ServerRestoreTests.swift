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
    }
}
