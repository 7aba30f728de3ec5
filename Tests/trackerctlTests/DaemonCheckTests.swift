import TestSupport
import Testing
import TrackerView

@testable import trackerctl

/// What 'doctor' makes of the journal.
@Suite struct DaemonCheckTests {
    /// - Parameter answer: the daemon's answer; `nil` for one that takes too long.
    private func hasFailed(_ answer: String?) throws -> Bool {
        // Without an answer the server waits for a second line, which never comes.
        let last = answer.map { FakeServer.Step.send(Sample.result($0)) } ?? .read
        let server = try FakeServer([[.read, last]])
        var report = Report(style: .plain)
        try DaemonChecks.checkJournal(at: server.path, into: &report)
        #expect(server.received.count == 1)
        return report.hasFailed
    }

    @Test func aJournalThatDiffersIsAFault() throws {
        #expect(try !hasFailed(#"{"events":3,"rows":2,"ok":true,"differences":[]}"#))
        #expect(try hasFailed(#"{"events":3,"rows":2,"ok":false,"differences":["timer a"]}"#))
    }

    /// A long journal isn't waited for, and asked for once.
    @Test func aLongJournalIsNoFault() throws { #expect(try !hasFailed(nil)) }
}
