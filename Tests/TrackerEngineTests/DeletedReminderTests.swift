import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine

/// The last name of a deleted reminder stays in its history.
@Suite struct DeletedReminderTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    private var names: [JSONValue?] {
        get throws {
            try bench.call("occurrence.list")["occurrences"]?.list.map { $0["name"] } ?? []
        }
    }

    @Test func itsLastNameStaysInHistory() throws {
        for name in ["stand", "stretch"] {
            try bench.call(
                "reminder.create", "{\"name\":\"\(name)\",\"every\":\"30m\",\"days\":\"daily\"}")
        }
        bench.advance(ms: 1_800_000)
        try bench.call("reminder.answer", #"{"reminder":"stand","action":"dismiss"}"#)
        try bench.call("reminder.update", #"{"reminder":"stand","name":"get up"}"#)
        let occurrence = try bench.call("reminder.delete", #"{"reminder":"get up"}"#)
        #expect(occurrence["name"] == .string("get up"))
        #expect(Set(try names) == [.string("get up"), .string("stretch")])
        try bench.restart()
        #expect(Set(try names) == [.string("get up"), .string("stretch")])
    }

    @Test func soDoesThatOfOneWhoseCreationWasUndone() throws {
        let id = try bench.call("reminder.create", #"{"name":"stand","at":["12:00"]}"#).id()
        try bench.call("reminder.fire", #"{"reminder":"stand"}"#)
        let answered = try bench.call(
            "reminder.answer", #"{"reminder":"stand","action":"dismiss"}"#)
        let seq = bench.published.first { $0.event.subject == id }?.event.seq ?? 0
        try bench.call("journal.undo", "{\"seq\":\(seq)}")
        #expect(try names == [.string("stand")])
        // The reply to a late answer has the name, too.
        let late = try bench.call(
            "reminder.answer", "{\"occurrence\":\"\(try answered.id())\",\"action\":\"log\"}")
        #expect(late["name"] == .string("stand") && late["repeated"] == .bool(true))
    }
}
