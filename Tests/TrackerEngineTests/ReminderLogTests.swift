import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine

/// Reminders with exercises, and the log. The bench's clock shows Sunday, 2026-03-01, 09:00 at first.
@Suite struct ReminderLogTests {
    let bench: Bench

    init() throws {
        bench = try Bench()
        try bench.call(
            "exercise.create", #"{"name":"Push-ups","unit":"reps","default_count":15}"#)
        try bench.call("exercise.create", #"{"name":"Squats","unit":"reps","default_count":20}"#)
    }

    private func create(_ more: String, name: String = "move") throws -> JSONValue {
        try bench.call(
            "reminder.create", "{\"name\":\"\(name)\",\"every\":\"30m\",\"days\":\"daily\"\(more)}")
    }

    @discardableResult
    private func answer(_ more: String = "") throws -> JSONValue {
        try bench.call("reminder.answer", "{\"reminder\":\"move\",\"action\":\"log\"\(more)}")
    }

    private func entries() throws -> [JSONValue] {
        try bench.call("log.list")["entries"]?.list ?? []
    }

    // MARK: Any exercise

    private func reminder(_ name: String) throws -> JSONValue {
        try bench.call("reminder.get", "{\"reminder\":\"\(name)\"}")
    }

    /// What is logged where a reminder for any exercise is done, and nobody has said by what.
    @Test(
        arguments: [
            ("", #""exercise":"any""#, 60), (#","seconds":300"#, #""exercise":"any""#, 300),
            (#","exercise":"squats""#, #""exercise":"any""#, 20),
            (#","exercise":"squats","count":7"#, #""exercise":"any""#, 7),
            // Ten of whatever it was may be reps or seconds of anything.
            ("", #""exercise":"any","count":10"#, nil),
            (#","seconds":90"#, #""exercise":"any","count":10"#, 90),
            ("", #""message":"drink""#, nil), ("", #""exercise":"standing","count":30"#, 30),
        ] as [(String, String, Int64?)])
    func aMinuteOfStanding(_ answer: String, _ reminder: String, _ count: Int64?) throws {
        let name = #"{"name":"Standing","unit":"seconds","default_count":60}"#
        try bench.call("exercise.create", name)
        _ = try create("," + reminder)
        bench.advance(ms: 1_800_000)
        try self.answer(answer)
        #expect(try entries().map { $0["count"]?.integer } == [count].compactMap { $0.map { $0 } })
        if !answer.contains("exercise"), count != nil {
            #expect(try entries().first?["name"] == .string("Standing"))
            // The second time, too, whatever was stood meanwhile.
            try bench.call("log.add", #"{"exercise":"standing","count":5}"#)
            bench.advance(ms: 1_800_000)
            try self.answer(answer)
            #expect(try entries().first?["count"]?.integer == count)
        }
        try bench.verify()
    }
}
