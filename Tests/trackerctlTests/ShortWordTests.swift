import ArgumentParser
import Foundation
import Testing
import TrackerAPI

@testable import TrackerView
@testable import trackerctl

@Suite struct ShortWordTests {
    /// A kind that this version doesn't know is told by what was done.
    @Test func anUnknownKindIsTold() throws {
        let result: LiveResult = try Sample.read(#"{"did":"lift.ended","view":{}}"#)
        #expect(try Next.parse([]).text(of: result, in: .plain) == "ended; ended\n")
    }

    /// A hint names what is extended by words that the same command understands, otherwise by its id.
    @Test(arguments: [
        ("tea", "5m", "tea", "rest"), ("green tea", "5 m", "green tea", "rest"),
        ("rest", "5m", "k3v9x2m4q7wd", "r3s7aaaaaaaa"), ("squats", "5m", "k3v9x2m4q7wd", "rest"),
        ("1h", "5m", "k3v9x2m4q7wd", "rest"), ("last", "5m", "k3v9x2m4q7wd", "rest"),
    ])
    func extensionsAreClear(
        _ name: String, _ time: String, _ timer: String, _ rest: String
    ) throws {
        let tea = Sample.tea.replacingOccurrences(of: "\"tea\"", with: "\"\(name)\"")
        let status: Status.Response = try Sample.read(
            Sample.status(timers: [tea], rest: Sample.rest))
        let commands = LiveCommands(status).extensions(
            of: ["k3v9x2m4q7wd", "r3s7aaaaaaaa"], by: time)
        #expect(
            commands == ["trackerctl extend \(timer) \(time)", "trackerctl extend \(rest) \(time)"])
    }

    /// As where several stopwatches can be named, a name of several words needs no quotes.
    @Test func aLapOfSeveralWords() throws {
        let lap = try RequestTests.wire(of: StopwatchCommands.Lap.parse(["long", "walk"]))
        #expect(lap.method == "stopwatch.lap" && lap.params == #"{"timer":"long walk"}"#)
        #expect(try RequestTests.wire(of: StopwatchCommands.Lap.parse([])).params == "{}")
    }
}
