import ArgumentParser
import Foundation
import TestSupport
import Testing
import TrackerAPI

@testable import trackerctl

@Suite struct BackupCommandTests {
    /// A daily copy may become number 1 while the question is read.
    @Test func whatIsRestoredIsWhatWasAskedAbout() throws {
        func list(_ name: String) -> String {
            """
            {"backups":[{"path":"/b/\(name).db","origin":"backup",\
            "at":"2026-03-01T09:00:00.000+01:00","seq":1,"bytes":4096}]}
            """
        }
        let refusal = Sample.error(
            "confirmation_required", "/b/old.db replaces the current state")
        let done = """
            {"restored_from":"/b/old.db","replaced":"/b/r.db","seq":3,"history":"abcdefghijkl"}
            """
        let server = try FakeServer([
            [.read, .send(Sample.result(list("old")))],
            [.read, .send(refusal)],
            [.read, .send(Sample.result(done))],
        ])
        let command = try BackupCommands.Restore.parse(["1", "--quiet", "--socket", server.path])
        var asked: [String] = []
        _ = try command.printed(
            Dialogue(canAsk: true) { question in
                asked.append(question)
                return "y"
            })
        #expect(asked == ["/b/old.db replaces the current state? [y/N] "])
        #expect(server.received.count == 3)
        #expect(server.received.last?.contains(#""path":"/b/old.db""#) == true)
        #expect(server.received.last?.contains(#""confirm":true"#) == true)
    }
}
