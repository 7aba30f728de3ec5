import ArgumentParser
import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerView
@testable import trackerctl

/// The defaults of a new reminder.
@Suite struct NewReminderTests {
    private static let configuration = """
        {"reminders":{"every_ms":2700000,"between":"08:00-18:00","days":"daily"}}
        """

    /// The params of `reminder.create` that a command line sends.
    private func params(
        _ line: String, configuration: String = Self.configuration
    ) throws -> JSONValue? {
        let server = try FakeServer([
            [.read, .send(Sample.result(configuration))],
            [.read, .send(Sample.result(Sample.move))],
        ])
        let words = line.split(separator: " ").map { $0 == "''" ? "" : String($0) }
        try ReminderCommands.Create.parse(words + ["--quiet", "--socket", server.path]).run()
        let sent = try server.received.map { try Sample.read($0, as: JSONValue.self) }
        #expect(sent.map { $0["method"]?.string } == ["config.get", "reminder.create"])
        return sent.last?["params"]
    }

    private func expect(_ line: String, _ members: String) throws {
        guard case .object(var sent)? = try params(line) else {
            Issue.record("no params")
            return
        }
        sent["request_id"] = nil
        let expected: JSONValue = try Sample.read(members)
        #expect(JSONValue.object(sent) == expected, "\(line)")
    }

    @Test func theNameIsEnough() throws {
        try expect(
            "stand",
            """
            {"name":"stand","every":2700000,"between":"08:00-18:00","days":"daily",\
            "exercise":"any"}
            """)
        try expect(
            "squats --exercise squats --anchor clock",
            """
            {"name":"squats","every":2700000,"between":"08:00-18:00","days":"daily",\
            "exercise":"squats","anchor":"clock"}
            """)
        try expect(
            "water --exercise '' --days mon",
            """
            {"name":"water","every":2700000,"between":"08:00-18:00","days":"mon","exercise":""}
            """)
    }

    @Test func whatIsSaidOfTheTimesStays() throws {
        // An interval of one's own asks for nothing that was to be done.
        try expect(
            "water --every 1h",
            #"{"name":"water","every":3600000,"between":"08:00-18:00","days":"daily"}"#)
        try expect(
            "water --every 1h --between 0-24",
            #"{"name":"water","every":3600000,"between":"00:00-24:00","days":"daily"}"#)
        try expect(
            "water --every 1h --between mon=9-17",
            #"{"name":"water","every":3600000,"between":{"mon":"09:00-17:00"}}"#)
        try expect("pills --at 8", #"{"name":"pills","at":"08:00","days":"daily"}"#)
        // An interval that doesn't fit into the usual windows goes round the clock.
        try expect("drops --every 12h", #"{"name":"drops","every":43200000,"days":"daily"}"#)
    }

    @Test func aDaemonThatHasNoSuchSettingsIsFine() throws {
        let params = try params("stand", configuration: #"{"limits":{}}"#)
        #expect(params?["every"] == .integer(1_800_000))
        #expect(params?["between"] == .string("09:00-17:00"))
        #expect(params?["days"] == .string("mon-fri"))
    }

    /// What the daemon refuses is sent as it is.
    @Test func whatIsWrongIsLeftToTheDaemon() throws {
        try expect(
            "x --every 25h --days never",
            #"{"name":"x","every":90000000,"days":"never"}"#)
    }
}
