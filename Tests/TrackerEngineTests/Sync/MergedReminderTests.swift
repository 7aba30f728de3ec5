import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// Reminders that ring on two machines.
@Suite struct MergedReminderTests {
    private static let minuteMs: Int64 = 60_000

    let pair: SyncPair
    var here: SyncMachine { pair.here }
    var there: SyncMachine { pair.there }

    init() throws {
        pair = try SyncPair()
        try here.call(
            "reminder.create",
            #"{"name":"move","every":"30m","days":"daily","exercise":"squats","count":10}"#)
        try pair.exchange()
        pair.forget()
    }

    private func answer(_ machine: SyncMachine, _ action: String) throws {
        try machine.call("reminder.answer", #"{"reminder":"move","action":"\#(action)"}"#)
    }

    private func reminder(_ machine: SyncMachine) throws -> JSONValue {
        try machine.call("reminder.get", #"{"reminder":"move"}"#)
    }

    /// Lets both machines ring.
    private func ring() throws -> String {
        pair.advance(ms: 30 * Self.minuteMs)
        try pair.expect(1) { $0.bench.alerts.count }
        let ids = try pair.both.map { try reminder($0)["pending"]?["id"]?.string }
        #expect(ids[0] == ids[1])
        pair.forget()
        pair.advance(ms: Self.minuteMs)
        return try #require(ids[0])
    }

    @Test(arguments: [("log", "reminder.answered"), ("dismiss", "reminder.dismissed")])
    func anAnswerElsewhereEndsWhatWaitsHere(_ action: String, _ event: String) throws {
        let occurrence = try ring()
        try answer(there, action)
        try here.merge(there)
        #expect(here.endedThreads == ["occurrence:\(occurrence)"])
        #expect(here.merged.allSatisfy { $0.audience == .subscribers && $0.alert == nil })
        let data = try here.bench.data(of: event)
        #expect(data["id"] == .string(occurrence))
        #expect(data["elsewhere"] == .string("there"))
        #expect(try reminder(here)["pending"] == nil)
        #expect(here.bench.alerts.isEmpty)
        try here.verify()
        try pair.exchange()
        #expect(try reminder(here)["next_at"] == reminder(there)["next_at"])
    }

    /// The answer keeps its time, however the merge is sliced.
    @Test func anAnswerElsewhereIsNotGivenAgain() throws {
        let occurrence = try ring()
        try answer(there, "log")
        let answered = try there.columns(of: Occurrence.self, occurrence)
        here.bench.advance(ms: 5 * Self.minuteMs)
        try here.merge(there.lines().lines, of: there.name, while: { false })
        try pair.exchange()
        try pair.expect(answered) { try $0.columns(of: Occurrence.self, occurrence) }
        #expect(there.told(.syncOverridden) == 0)
    }

    @Test func aSnoozeElsewhereSnoozesHereUntilTheSameTime() throws {
        _ = try ring()
        try answer(there, "snooze")
        try here.merge(there)
        let (ours, theirs) = (try reminder(here)["pending"], try reminder(there)["pending"])
        #expect(ours?["state"] == .string("snoozed"))
        #expect(ours?["snoozed_until"] != nil)
        #expect(ours?["snoozed_until"] == theirs?["snoozed_until"])
        #expect(here.endedThreads.count == 1)
        here.forget()
        pair.advance(ms: 5 * Self.minuteMs)
        try pair.expect(1) { $0.bench.alerts.count }
        try here.verify()
    }

    @Test func oneThatIsScheduledHereNeverRingsOnceItWasAnsweredElsewhere() throws {
        here.bench.advance(ms: 29 * Self.minuteMs)
        there.bench.advance(ms: 31 * Self.minuteMs)
        try answer(there, "dismiss")
        try here.merge(there)
        here.bench.advance(ms: 5 * Self.minuteMs)
        #expect(here.bench.alerts.isEmpty)
        #expect(here.told(.reminderFired) == 0)
        #expect(try reminder(here)["next_at"] != nil)
        try here.verify()
    }

    @Test func anEntryFromElsewhereAnswersWhatWaitsHere() throws {
        let occurrence = try ring()
        let entry = try there.log(12)
        try here.merge(there.lines(of: "log_entry"), of: there.name)
        let data = try here.bench.data(of: "reminder.answered")
        #expect(data["id"] == .string(occurrence))
        #expect(data["log"] == .string(entry))
        #expect(here.endedThreads == ["occurrence:\(occurrence)"])
        #expect(here.bench.alerts.isEmpty)
        try pair.exchange()
    }

    @Test func anOlderEntryAnswersNothing() throws {
        try there.call("log.add", #"{"exercise":"squats","count":9,"at":"-2h"}"#)
        there.forget()
        _ = try ring()
        try here.merge(there.lines(of: "log_entry"), of: there.name)
        #expect(here.told(.reminderAnswered) == 0)
        #expect(try reminder(here)["pending"] != nil)
    }

    @Test func anotherIntervalComesToTheSameTime() throws {
        pair.advance(ms: 5 * Self.minuteMs)
        try there.call("reminder.update", #"{"reminder":"move","every":"1h"}"#)
        here.bench.advance(ms: 10 * Self.minuteMs)
        try here.merge(there)
        #expect(try reminder(here)["next_at"] == reminder(there)["next_at"])
    }

    /// The interval counts from when the reminder was switched on, not from its arrival.
    @Test func oneThatIsSwitchedOnComesToTheSameTime() throws {
        try there.call("reminder.disable", #"{"reminder":"move"}"#)
        try pair.exchange()
        pair.advance(ms: 7 * Self.minuteMs)
        try there.call("reminder.enable", #"{"reminder":"move"}"#)
        here.bench.advance(ms: 10 * Self.minuteMs)
        try here.merge(there)
        #expect(try reminder(here)["next_at"] == reminder(there)["next_at"])
    }

    @Test func aDeletionElsewhereEndsWhatWaitsHere() throws {
        let occurrence = try ring()
        try there.call("reminder.delete", #"{"reminder":"move"}"#)
        try here.merge(there)
        #expect(here.endedThreads.contains("occurrence:\(occurrence)"))
        here.bench.advance(ms: 120 * Self.minuteMs)
        #expect(here.bench.alerts.isEmpty)
        try pair.exchange()
    }
}
