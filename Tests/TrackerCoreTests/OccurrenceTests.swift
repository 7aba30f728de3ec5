import TestSupport
import Testing
import TrackerCore

/// Tests of an occurrence's moves, one by one. The machine begins at 2026-03-01T08:30:00Z, a Sunday.
@Suite struct OccurrenceTests {
    private static func reminder(
        every: String? = "30m", at: String? = nil, followUpMs: [Int64]? = [300_000, 600_000]
    ) throws -> Reminder {
        let schedule = try Schedule(
            .init(every: every.map(Schedule.Span.text), at: at.map(Schedule.Words.text)))
        return try Reminder(
            id: "r", fields: .init(name: "move", schedule: schedule, followUpMs: followUpMs),
            order: 1)
    }

    private static func scheduled(_ machine: Machine) -> Occurrence {
        Occurrence(id: "o", reminder: "r", due: .utc(machine.now.wallMs), base: machine.now)
    }

    private static func pending(
        _ machine: Machine, _ reminder: Reminder? = nil
    ) throws -> Occurrence {
        var occurrence = scheduled(machine)
        _ = occurrence.fire(
            try reminder ?? Self.reminder(), order: 7, at: machine.now, in: .utc)
        return occurrence
    }

    /// Calls a move in a form that `#expect` takes.
    private func move<Result>(
        _ occurrence: inout Occurrence, _ body: (inout Occurrence) throws -> Result
    ) rethrows -> Result { try body(&occurrence) }

    private func elapse(
        _ occurrence: inout Occurrence, _ machine: Machine, isQuiet: Bool = false,
        graceMs: Int64? = nil
    ) -> Occurrence.Change? {
        occurrence.advance(
            order: 9, graceMs: graceMs, at: machine.now, isQuiet: isQuiet, in: .utc)
    }

    /// A row without what its state needs is damaged.
    @Test func rowsHaveWhatTheirStatesNeed() throws {
        let machine = Machine()
        let pending = try Self.pending(machine)
        var (snoozed, answered, dismissed) = (pending, pending, pending)
        _ = try snoozed.snooze(forMs: 300_000, at: machine.now)
        _ = try answered.answer(log: nil, at: machine.now)
        _ = try dismissed.dismiss(at: machine.now)
        for (occurrence, needed) in [
            (Self.scheduled(machine), ["base"]), (pending, ["began", "since"]),
            (snoozed, ["began", "since", "snooze_ms"]),
            (answered, []), (dismissed, []),
        ] {
            let columns = ["base", "began", "since", "snooze_ms", "answered_ms", "response_ms"]
            for column in columns {
                var row = try occurrence.row
                row.cells[try #require(row.names.firstIndex(of: column))] = .null
                let read = Result { try Occurrence(row) }
                if needed.contains(column) {
                    #expect(throws: RowVisitor.WrongKind(column: column)) { try read.get() }
                } else {
                    #expect(try read.get() == occurrence)
                }
            }
        }
    }

    @Test func aFixedTimeExpiresWithTheDay() throws {
        var machine = Machine()
        let fixed = try Self.reminder(every: nil, at: "08:30", followUpMs: [])
        var occurrence = try Self.pending(machine, fixed)
        let midnight = machine.now.wallMs + 55_800_000
        #expect(occurrence.deadline(at: machine.now) == .wall(midnight))
        machine.run(ms: 55_799_999)
        #expect(elapse(&occurrence, machine) == nil)
        machine.run(ms: 1)
        #expect(elapse(&occurrence, machine) == .expired)
        // The day of the firing may be a different one in another zone.
        var moved = try Self.pending(Machine(), fixed)
        let start = Machine().now
        #expect(move(&moved) { $0.updateExpiry(at: start, in: Zone { _ in 3600 }) })
        #expect(moved.deadline(at: start) == .wall(midnight - 3_600_000))
        #expect(moved.expiryMs(at: start) == midnight - 3_600_000)
        #expect(!move(&moved) { $0.updateExpiry(at: start, in: Zone { _ in 3600 }) })
    }

    @Test func theFirstAnswerWins() throws {
        var machine = Machine()
        var occurrence = try Self.pending(machine)
        machine.run(ms: 61_234)
        #expect(try move(&occurrence) { try $0.answer(log: "l", at: machine.now) } == .answered)
        let first = occurrence
        #expect(first.answer == .log)
        #expect(first.log == "l")
        #expect(first.responseMs == 61_234)
        #expect(first.answeredMs == machine.now.wallMs)
        machine.run(ms: 1000)
        #expect(try move(&occurrence) { try $0.dismiss(at: machine.now) } == nil)
        #expect(try move(&occurrence) { try $0.snooze(forMs: 60_000, at: machine.now) } == nil)
        #expect(try move(&occurrence) { try $0.answer(log: "m", at: machine.now) } == nil)
        #expect(elapse(&occurrence, machine) == nil)
        #expect(occurrence == first)
        #expect(try Occurrence(occurrence.row) == occurrence)
    }

    /// For an hour after its expiry, an answer counts as late, but neither a snooze nor a dismissal does.
    @Test func anAnswerMayComeLate() throws {
        var machine = Machine()
        var occurrence = try Self.pending(machine)
        let firedMs = machine.now.wallMs
        machine.run(ms: 1_800_000)
        #expect(elapse(&occurrence, machine) == .expired)
        #expect(occurrence.expiredMs == machine.now.wallMs && !occurrence.isAnsweredLate)
        machine.run(ms: 3_600_000 - 1)
        #expect(occurrence.mayBeAnsweredLate(at: machine.now))
        #expect(throws: Rejection.self) { try occurrence.dismiss(at: machine.now) }
        var late = occurrence
        let change = try late.answer(log: "l", at: machine.now)
        #expect(change == .answered)
        #expect(late.isAnsweredLate && late.log == "l")
        #expect(late.responseMs == machine.now.wallMs - firedMs)
        #expect(try Occurrence(late.row) == late)
        machine.run(ms: 1)
        #expect(!occurrence.mayBeAnsweredLate(at: machine.now))
        #expect(throws: Rejection.self) { try occurrence.answer(log: nil, at: machine.now) }
        var switchedOff = try Self.pending(machine)
        _ = switchedOff.expire(.disabled, at: machine.now)
        #expect(!switchedOff.mayBeAnsweredLate(at: machine.now))
    }
}
