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

    @Test(arguments: [
        ("log 10 squats --at yesterday", "log.add"), ("log list --from monday", "log.list"),
        ("log list today", "log.list"), ("logs yesterday", "log.list"),
        ("workouts --from monday", "workout.list"), ("train history monday", "training.list"),
        ("remind pause tomorrow", "do_not_disturb.set"),
    ])
    func aDay(_ line: String, _ method: String) throws { #expect(try self.method(line) == method) }

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

    /// Words for days are understood wherever one is given.
    @Test(arguments: ["today", "yesterday", "tomorrow", "monday", "Friday", "2026-03-01"])
    func days(_ word: String) throws {
        #expect(try #require(TypedTime(word)).isDay)
        #expect(throws: Never.self) { try Trackerctl.command(for: ["volume", "--from", word]) }
    }
}
