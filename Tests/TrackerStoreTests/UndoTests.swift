import Testing
import TrackerCore

@testable import TrackerStore

/// Undo, with a kind of record that only these tests have.
@Suite struct UndoTests {
    let fixture: Fixture

    init() throws { fixture = try Fixture() }

    @discardableResult
    private func make(_ id: String, _ text: String) throws -> Int64 {
        try fixture.append("note.made", [Note(id: id, text: text)]).seq
    }

    /// Undoes an event like `journal.undo`.
    @discardableResult
    private func undo(_ seq: Int64? = nil) throws -> Int64 {
        try fixture.store.perform(at: morning) { transaction in
            let seq = try #require(try seq ?? transaction.newestUndoable())
            let plan = try transaction.undoPlan(seq: seq)
            try transaction.append(
                Transaction.undoneType, subject: transaction.subject(ofUndoing: seq),
                cause: .daemon, data: "{}",
                plan.restored, removed: plan.removed)
            return seq
        }.value
    }

    private func refusal(_ seq: Int64) throws -> Rejection {
        try #require(throws: Rejection.self) { try undo(seq) }
    }

    private var newest: Int64? {
        get throws { try fixture.read { try $0.newestUndoable() } }
    }

    @Test func whatWasMadeIsRemoved() throws {
        let seq = try make("a", "one")
        #expect(try undo(seq) == seq)
        #expect(try fixture.note("a") == nil)
        #expect(try fixture.differences == [])
    }

    @Test func undoneEventsAreMarkedByDeviceAndNumber() throws {
        let (foreign, own) = (try make("a", "one"), try make("b", "two"))
        // The second event is from another device.
        try fixture.tamper(
            "UPDATE journal SET device = '0ther0000001', origin = \(own) WHERE seq = \(foreign)")
        let subjects = try fixture.read { transaction in
            try [foreign, own].map { try transaction.subject(ofUndoing: $0) }
        }
        #expect(subjects == ["0ther0000001/\(own)", "\(own)"])
        try undo(own)
        #expect(try newest == foreign)
        try undo(foreign)
        for seq in [foreign, own] {
            #expect(try refusal(seq).message.contains("was undone already"))
        }
    }

    @Test func whatWasChangedIsRestored() throws {
        try make("a", "one")
        let seq = try make("a", "two")
        try undo(seq)
        #expect(try fixture.note("a")?.text == "one")
        #expect(try fixture.differences == [])
    }

    @Test func whatWasDeletedIsPutBack() throws {
        try make("a", "one")
        let gone = try fixture.append("note.gone", removed: [Note(id: "a", text: "one")]).seq
        try undo(gone)
        #expect(try fixture.note("a")?.text == "one")
        #expect(try fixture.differences == [])
    }

    @Test func severalRecordsOfOneEventGoTogether() throws {
        try make("a", "one")
        try make("b", "one")
        let seq = try fixture.append(
            "notes.changed", [Note(id: "a", text: "two"), Note(id: "c", text: "new")],
            removed: [Note(id: "b", text: "one")]
        ).seq
        try undo(seq)
        #expect(try fixture.note("a")?.text == "one")
        #expect(try fixture.note("b")?.text == "one")
        #expect(try fixture.note("c") == nil)
        #expect(try fixture.differences == [])
    }

    @Test func deadlinesComeBackToo() throws {
        let note = Note(id: "a", text: "one", dueNs: 5)
        try fixture.append("note.made", [note])
        let gone = try fixture.append("note.gone", removed: [note]).seq
        #expect(fixture.store.nextDeadlines.bootNs == nil)
        try undo(gone)
        #expect(fixture.store.nextDeadlines.bootNs == 5)
    }

    @Test func whatWasChangedAgainSinceIsAConflict() throws {
        let made = try make("a", "one")
        try make("a", "two")
        let refusal = try refusal(made)
        #expect(refusal.kind == .conflict)
        #expect(refusal.message.contains("changed again"))
        #expect(try fixture.note("a")?.text == "two")
    }

    @Test func theCourseOfTimeIsAConflict() throws {
        try fixture.start("t")
        #expect(try refusal(1).kind == .conflict)
        #expect(try newest == nil)
    }

    @Test func anEventThatMixesBothIsAConflict() throws {
        let timer = try Timer(
            id: "t", durationMs: 1000, name: nil, message: nil, onSuspend: .continue, order: 1,
            at: morning)
        let seq = try fixture.append("mixed", [Note(id: "a", text: "one"), timer]).seq
        #expect(try refusal(seq).kind == .conflict)
        #expect(try fixture.note("a") != nil)
    }

    @Test func anEventWithoutRecordsIsAConflict() throws {
        let seq = try fixture.append("config.reloaded").seq
        #expect(try refusal(seq).kind == .conflict)
    }

    @Test(arguments: [0, -1, 2, .max, .min] as [Int64])
    func whatIsNotInTheJournalIsNotFound(_ seq: Int64) throws {
        try make("a", "one")
        let refusal = try refusal(seq)
        #expect(refusal.kind == .notFound)
        #expect(refusal.field == "seq")
    }

    @Test func theNewestUndoableSkipsWhatIsUndone() throws {
        let first = try make("a", "one")
        try fixture.start("t")
        let second = try make("b", "one")
        try fixture.start("u")
        #expect(try newest == second)
        try undo()
        #expect(try newest == first)
        try undo()
        #expect(try newest == nil)
        #expect(try fixture.count("note") == 0)
        #expect(try fixture.differences == [])
    }

    @Test func theNewestUndoableSkipsWhatCannotBeUndoneAnyMore() throws {
        let a = try make("a", "one")
        let b = try make("b", "one")
        try make("b", "two")
        try undo()
        // Undoing `two` has put `one` back, so that `one` can be undone.
        #expect(try newest == b)
        try undo()
        #expect(try newest == a)
    }

    @Test func twiceIsAConflictEvenIfTheRecordLooksTheSameAgain() throws {
        let seq = try make("a", "one")
        try undo(seq)
        #expect(try refusal(seq).message.contains("undone already"))
        try make("a", "one")
        #expect(try refusal(seq).message.contains("undone already"))
        #expect(try fixture.note("a") != nil)
    }

    @Test func anUndoingIsNotUndone() throws {
        let seq = try make("a", "one")
        try undo(seq)
        let refusal = try refusal(seq + 1)
        #expect(refusal.kind == .conflict)
        #expect(refusal.message.contains("itself"))
        #expect(try fixture.note("a") == nil)
    }

    @Test func textsThatLookLikeTheJournalsOwnChangeNothing() throws {
        let text = #"x","was":{"id":"a"},"row":null"#
        let seq = try make("a", text)
        #expect(try fixture.note("a")?.text == text)
        try undo(seq)
        #expect(try fixture.note("a") == nil)
        let timer = try Timer(
            id: "t", durationMs: 1000, name: #","was":1"#, message: nil, onSuspend: .continue,
            order: 9, at: morning)
        try fixture.append("timer.started", [timer])
        #expect(try newest == nil)
        #expect(try fixture.differences == [])
    }
}
