import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerView
@testable import trackerctl

/// A newcomer's words for days are understood.
@Suite struct ObviousTests {
    private func method(_ line: String) throws -> String {
        let words = line.split(separator: " ").map(String.init)
        let command = try Trackerctl.command(for: words)
        let methods = (type(of: command) as? any DaemonCommand.Type)?.methods
        return try #require(methods?.first)
    }

    @Test func aListTakesADay() throws {
        func list(_ line: String) throws -> LogList {
            let command = try Trackerctl.command(for: line.split(separator: " ").map(String.init))
            return try #require(command as? LogCommands.List).request()
        }
        let day = try list("log list 2026-03-01 --limit 5")
        #expect(day.from?.time.text == "2026-03-01" && day.to?.time.text == "2026-03-01")
        #expect(day.limit == 5)
        for wrong in ["log list today --from monday", "log list 10:00", "log list soon"] {
            #expect(throws: (any Error).self) { try list(wrong) }
        }
    }
}
