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

    @Test func firing() throws {
        var machine = Machine()
        var occurrence = Self.scheduled(machine)
        #expect(occurrence.state == .scheduled)
        #expect(occurrence.deadline(at: machine.now) == .wall(machine.now.wallMs))
        machine.run(ms: 250)
        let change = occurrence.fire(try Self.reminder(), order: 7, at: machine.now, in: .utc)
        #expect(change == .fired)
        #expect(occurrence.state == .pending)
        #expect(occurrence.isLive)
        #expect(occurrence.firedMs == machine.now.wallMs)
        #expect(occurrence.lateByMs == 250)
        #expect(occurrence.fireOrder == 7)
        #expect(occurrence.base == nil)
        #expect(try Occurrence(occurrence.row) == occurrence)
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

    @Test func latenessBelowATenthIsTheMachinesOwn() throws {
        var machine = Machine()
        var occurrence = Self.scheduled(machine)
        machine.run(ms: 99)
        _ = occurrence.fire(try Self.reminder(), order: 7, at: machine.now, in: .utc)
        #expect(occurrence.lateByMs == nil)
    }

    @Test func theLadder() throws {
        var machine = Machine()
        var occurrence = try Self.pending(machine)
        let fired = machine.now
        func due(_ ms: Int64) -> Deadline { .boot(fired.bootNs + ms * 1_000_000) }
        #expect(occurrence.deadline(at: machine.now) == due(300_000))
        machine.run(ms: 299_999)
        #expect(elapse(&occurrence, machine) == nil)
        machine.run(ms: 1)
        #expect(elapse(&occurrence, machine) == .followedUp)
        #expect(elapse(&occurrence, machine) == nil)
        #expect(occurrence.deadline(at: machine.now) == due(600_000))
        machine.run(ms: 300_000)
        #expect(elapse(&occurrence, machine) == .followedUp)
        #expect(occurrence.followUpsMs == [fired.wallMs + 300_000, fired.wallMs + 600_000])
        #expect(occurrence.deadline(at: machine.now) == due(1_800_000))
        machine.run(ms: 1_199_999)
        #expect(elapse(&occurrence, machine) == nil)
        machine.run(ms: 1)
        #expect(elapse(&occurrence, machine) == .expired)
        #expect(occurrence.reason == nil)
        #expect(occurrence.deadline(at: machine.now) == nil)
        #expect(try Occurrence(occurrence.row) == occurrence)
    }

    @Test func severalStepsAtOnceAskOnce() throws {
        var machine = Machine()
        var occurrence = try Self.pending(machine)
        machine.sleep(ms: 700_000)
        #expect(elapse(&occurrence, machine) == .followedUp)
        #expect(elapse(&occurrence, machine) == nil)
        #expect(occurrence.followUpsMs.count == 1)
    }

    @Test func quietHoldsBackAllButTheEnd() throws {
        var machine = Machine()
        var occurrence = try Self.pending(machine)
        machine.run(ms: 400_000)
        #expect(elapse(&occurrence, machine, isQuiet: true) == nil)
        let until = Deadline.wall(machine.now.wallMs + 60_000)
        #expect(occurrence.deadline(at: machine.now, quietUntil: until) == until)
        let long = Deadline.wall(machine.now.wallMs + 86_400_000)
        #expect(
            occurrence.deadline(at: machine.now, quietUntil: long)
                == .boot(machine.now.bootNs + 1_400_000_000_000))
        machine.run(ms: 1_400_000)
        #expect(elapse(&occurrence, machine, isQuiet: true) == .expired)
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

    @Test func snoozing() throws {
        var machine = Machine()
        var occurrence = try Self.pending(machine)
        machine.run(ms: 400_000)
        _ = elapse(&occurrence, machine)
        #expect(try move(&occurrence) { try $0.snooze(forMs: 60_000, at: machine.now) } == .snoozed)
        #expect(occurrence.state == .snoozed)
        #expect(occurrence.snoozedUntilMs(at: machine.now) == machine.now.wallMs + 60_000)
        #expect(occurrence.expiryMs(at: machine.now) == nil)
        #expect(
            occurrence.deadline(at: machine.now)
                == .boot(machine.now.bootNs + 60_000_000_000))
        machine.run(ms: 59_999)
        #expect(elapse(&occurrence, machine) == nil)
        machine.run(ms: 1)
        #expect(elapse(&occurrence, machine, isQuiet: true) == nil)
        #expect(elapse(&occurrence, machine) == .fired)
        #expect(occurrence.snoozedUntilMs(at: machine.now) == nil)
        // It waits as long as at first.
        #expect(occurrence.expiryMs(at: machine.now) == machine.now.wallMs + 1_800_000)
        // The occurrence is the newest again.
        #expect(occurrence.fireOrder == 9)
        // The follow-ups are armed again.
        machine.run(ms: 300_000)
        #expect(elapse(&occurrence, machine) == .followedUp)
        #expect(occurrence.followUpsMs.count == 2)
        #expect(occurrence.snoozes == 1)
        #expect(try Occurrence(occurrence.row) == occurrence)
    }

    /// The machine slept meanwhile. The reminder is due every half an hour.
    @Test(
        arguments: [
            (1_799_999, nil, "fired"), (1_800_000, nil, "expired"), (600_000, 600_000, "fired"),
            (600_001, 600_000, "expired"),
        ] as [(Int64, Int64?, String)])
    func aSnoozeThatIsFarOverdueIsNotWorthShowing(
        _ late: Int64, _ graceMs: Int64?, _ expected: String
    ) throws {
        var machine = Machine()
        var occurrence = try Self.pending(machine)
        _ = try occurrence.snooze(forMs: 60_000, at: machine.now)
        machine.run(ms: 60_000 + late)
        let change = elapse(&occurrence, machine, graceMs: graceMs)
        #expect(change?.event.rawValue == "reminder.\(expected)")
        #expect(occurrence.reason == (expected == "expired" ? .missed : nil))
    }

    @Test(arguments: [0, 59_999, 86_400_001, -60_000, .max, .min] as [Int64])
    func snoozesOutOfRange(_ span: Int64) throws {
        var occurrence = try Self.pending(Machine())
        let before = occurrence
        let refusal = #expect(throws: Rejection.self) {
            try occurrence.snooze(forMs: span, at: Machine().now)
        }
        #expect(refusal?.field == "for")
        #expect(occurrence == before)
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

    @Test func whatCannotBeAnswered() throws {
        let machine = Machine()
        var scheduled = Self.scheduled(machine)
        var suppressed = scheduled
        #expect(move(&suppressed) { $0.suppress(.missed) } == .suppressed)
        var expired = try Self.pending(machine)
        #expect(move(&expired) { $0.expire(.deleted, at: machine.now) } == .expired)
        #expect(expired.reason == .deleted)
        for state in [Occurrence.State.scheduled, .suppressed, .expired] {
            let refusal = #expect(throws: Rejection.self) {
                switch state {
                case .scheduled: _ = try scheduled.dismiss(at: machine.now)
                case .suppressed: _ = try suppressed.answer(log: nil, at: machine.now)
                default: _ = try expired.snooze(forMs: 60_000, at: machine.now)
                }
            }
            #expect(refusal?.kind == .conflict)
            #expect(refusal?.state == state.rawValue)
        }
        #expect(try Occurrence(suppressed.row) == suppressed)
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

    @Test func responseCountsFromTheFirstFiring() throws {
        var machine = Machine()
        var occurrence = try Self.pending(machine)
        _ = try occurrence.snooze(forMs: 60_000, at: machine.now)
        machine.run(ms: 60_000)
        _ = elapse(&occurrence, machine)
        machine.stepWall(byMs: 7_200_000)
        machine.run(ms: 5000)
        _ = try occurrence.dismiss(at: machine.now)
        #expect(occurrence.responseMs == 65_000)
        #expect(occurrence.answer == .dismiss)
    }

    @Test func aRebootIsBridgedByTheWallClock() throws {
        var machine = Machine()
        var occurrence = try Self.pending(machine)
        machine.reboot(afterMs: 120_000)
        #expect(machine.reanchor(&occurrence))
        #expect(!machine.reanchor(&occurrence))
        #expect(
            occurrence.deadline(at: machine.now)
                == .boot(machine.now.bootNs + 180_000_000_000))
        machine.run(ms: 180_000)
        #expect(elapse(&occurrence, machine) == .followedUp)
        // A clock that is far behind gives no elapsed time.
        machine.reboot(afterMs: -86_400_000)
        #expect(machine.reanchor(&occurrence))
        machine.run(ms: 299_999)
        #expect(elapse(&occurrence, machine) == nil)
        // The firing's own time is kept for display.
        #expect(occurrence.firedMs == Machine().now.wallMs)
    }

    @Test func itFollowsTheClock() throws {
        var machine = Machine()
        var occurrence = try Self.pending(machine)
        machine.stepWall(byMs: 3_600_000)
        #expect(move(&occurrence) { $0.adjustToClock(at: machine.now) } == 3_600_000)
        #expect(move(&occurrence) { $0.adjustToClock(at: machine.now) } == nil)
        machine.reboot(afterMs: 60_000)
        _ = machine.reanchor(&occurrence)
        machine.run(ms: 239_999)
        #expect(elapse(&occurrence, machine) == nil)
        machine.run(ms: 1)
        #expect(elapse(&occurrence, machine) == .followedUp)
    }
}
