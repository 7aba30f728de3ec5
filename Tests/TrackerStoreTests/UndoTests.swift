import TestSupport
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

    /// Reverses an event like `journal.undo` and `journal.redo`.
    @discardableResult
    private func reverse(_ reversal: Reversal, _ seq: Int64? = nil) throws -> Int64 {
        try fixture.store.perform(at: morning) { transaction in
            let seq = try #require(try seq ?? transaction.candidate(for: reversal)?.seq)
            let plan = try transaction.plan(for: reversal, ofEvent: seq)
            try transaction.append(
                reversal.eventType.rawValue, subject: String(seq),
                cause: .daemon,
                data: """
                    {"\(reversal == .undo ? "undone" : "redone")":\
                    {"seq":\(seq),"type":"\(plan.event.type)"}}
                    """,
                plan.restored, removed: plan.removed)
            return seq
        }.value
    }

    @discardableResult
    private func undo(_ seq: Int64? = nil) throws -> Int64 { try reverse(.undo, seq) }

    @discardableResult
    private func redo(_ seq: Int64? = nil) throws -> Int64 { try reverse(.redo, seq) }

    private var timer: Timer {
        get throws {
            try Timer(
                id: "t", durationMs: 1000, name: nil, message: nil, onSuspend: .continue, order: 1,
                at: morning)
        }
    }

    private var training: Training {
        get throws {
            Training(
                id: "t", fields: try Training.Fields(mode: .reps, target: 20), order: 1,
                day: LocalInstant.utc(morning.wallMs).day, at: morning)
        }
    }

    private func refusal(_ seq: Int64) throws -> Rejection {
        try #require(throws: Rejection.self) { try undo(seq) }
    }

    private var newest: Int64? {
        get throws { try fixture.read { try $0.candidate(for: .undo)?.seq } }
    }

    /// What another device did is history, but not this machine's past: undo passes over it.
    @Test func whatHappenedElsewhereIsNoStep() throws {
        let own = try make("a", "one")
        try fixture.tamper(
            """
            INSERT INTO journal (seq, at, device, event, subject, cause, changes, data)
            SELECT seq + 1, at + 1, '0ther0000001', event, subject, cause, changes, data
            FROM journal WHERE seq = \(own)
            """)
        #expect(try newest == own)
        #expect(try fixture.read { try $0.lastChangeMs() } == morning.wallMs)
        let refusal = try refusal(own + 1)
        #expect(refusal.kind == .conflict && refusal.state == "elsewhere")
        try undo()
        #expect(try newest == nil)
        #expect(try fixture.note("a") == nil)
        try redo()
        #expect(try newest == own)
    }

    /// It is the last command all the same, so that nothing older is meant.
    @Test func whatHasNoWayBackIsAConflict() throws {
        try make("a", "one")
        let seq = try fixture.append("training.started", [training]).seq
        #expect(try refusal(seq).state == "irreversible")
        #expect(try newest == seq)
    }

    @Test func anEventThatMixesBothIsAConflict() throws {
        let seq = try fixture.append("mixed", [Note(id: "a", text: "one"), training]).seq
        #expect(try refusal(seq).state == "irreversible")
        #expect(try fixture.note("a") != nil)
    }

    @Test func eventsOfARequestKnowEachOther() throws {
        let (first, second) = try fixture.store.perform(at: morning) { transaction in
            func make(_ id: String) throws -> Int64 {
                try transaction.append(
                    "note.made", subject: id, cause: .request("note.make"), data: "{}",
                    [Note(id: id, text: "one")]
                ).seq
            }
            let pair = try transaction.request { [try make("a"), try make("b")] }
            return (pair, try transaction.request { [try make("c")] })
        }.value
        let (pair, single) = try fixture.read { transaction in
            (
                try transaction.candidates(ofRequest: first[0], for: .undo),
                try transaction.candidates(ofRequest: second[0], for: .undo)
            )
        }
        #expect(pair == first.reversed())
        #expect(single == second)
        try undo(first[1])
        #expect(
            try fixture.read { try $0.candidates(ofRequest: first[0], for: .undo) } == [first[0]])
    }

    @Test func textsThatLookLikeTheJournalsOwnChangeNothing() throws {
        let text = #"x","was":{"id":"a"},"row":null"#
        let seq = try make("a", text)
        #expect(try fixture.note("a")?.text == text)
        try undo(seq)
        #expect(try fixture.note("a") == nil)
        let rest = try Rest(
            id: "r", durationMs: 1000, warnAtMs: [], label: #","was":1,{"entity":"x"#, order: 9,
            at: morning)
        // A rest only follows, whatever it is called: with its note undone it is no step any more.
        let second = try fixture.store.perform(at: morning) { transaction in
            try transaction.request {
                let made = try transaction.append(
                    "note.made", subject: "b", cause: .request("note.make"), data: "{}",
                    [Note(id: "b", text: "one")])
                try transaction.append(
                    "rest.started", subject: "r", cause: .request("note.make"), data: "{}", [rest])
                return made.seq
            }
        }.value
        try undo(second)
        #expect(try newest == nil)
        #expect(try fixture.differences == [])
    }
}
