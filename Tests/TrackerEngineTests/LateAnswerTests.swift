import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine

/// Answers to what has expired. The bench's clock shows Sunday, 2026-03-01, 09:00 at first.
@Suite struct LateAnswerTests {
    let bench: Bench

    init() throws {
        bench = try Bench()
        try bench.call("exercise.create", #"{"name":"Squats","unit":"reps"}"#)
        try bench.call(
            "reminder.create",
            #"""
            {"name":"move","every":"30m","between":"09:00-10:00","days":"daily","exercise":"squats",
             "count":10}
            """#)
        // The last one of the window goes off at 10:00 and expires at 10:30, which is 09:30 in UTC.
        bench.advance(to: 9, 30)
    }

    private func done(_ members: String = #","reminder":"move""#) throws -> JSONValue {
        try bench.call("reminder.answer", "{\"action\":\"log\"\(members)}")
    }

    @Test func afterAnHourItDoesNot() throws {
        bench.advance(ms: 3_600_000)
        #expect(
            try bench.refusal("reminder.answer", #"{"reminder":"move","action":"log"}"#).state
                == "expired")
        #expect(try bench.refusal("reminder.answer", #"{"action":"log"}"#).state == "none")
    }

    /// Without a name, it is the last one that went off, and no other.
    @Test func aNewerOneIsMeantInstead() throws {
        try bench.call("reminder.create", #"{"name":"sit","every":"1h","days":"daily"}"#)
        try bench.call("reminder.fire", #"{"reminder":"sit"}"#)
        #expect(try done("")["name"] == .string("sit"))
        #expect(try bench.refusal("reminder.answer", #"{"action":"log"}"#).state == "none")
        #expect(try done()["late"] == .bool(true))
    }

    @Test func itIsCountedAsLateAndCanBeUndone() throws {
        _ = try done()
        let range = #"{"from":"2026-03-01","to":"2026-03-01"}"#
        let figures = try bench.call("response.get", range)
        #expect(figures["answered"] == .integer(1) && figures["late"] == .integer(1))
        #expect(figures["ignored"] == .integer(1))
        try bench.call("journal.undo")
        let before = try bench.call("response.get", range)
        #expect(before["answered"] == .integer(0) && before["late"] == nil)
        #expect(before["ignored"] == .integer(2))
        try bench.verify()
    }
}
