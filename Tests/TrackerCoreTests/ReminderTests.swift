import Testing
import TrackerCore

/// The terms of a reminder, and the moments that have fallen due.
@Suite struct ReminderTests {
    /// 2026-03-02T00:00:00Z, a Monday.
    private static let monday: Int64 = 1_772_409_600_000
    private static let minute: Int64 = 60_000

    private static func at(_ hour: Int64, _ minute: Int64 = 0, day: Int64 = 0) -> Int64 {
        monday + ((day * 24 + hour) * 60 + minute) * 60_000
    }

    private static func moment(_ wallMs: Int64) -> Moment {
        Moment(wallMs: wallMs, bootNs: 9_000_000_000_000, awakeNs: 1, bootID: "b")
    }

    private static func fields(_ fields: Schedule.Fields) throws -> Reminder.Fields {
        Reminder.Fields(name: "move", schedule: try Schedule(fields))
    }

    private static func reminder(
        _ anchor: Schedule.Anchor = .clock, _ missed: Reminder.Missed = .once,
        graceMs: Int64? = nil
    ) throws -> Reminder {
        var fields = try fields(
            .init(every: .text("30m"), between: .text("09:00-17:00"), anchor: anchor))
        fields.missed = missed
        fields.graceMs = graceMs
        return try Reminder(id: "r", fields: fields, order: 1)
    }

    // MARK: Terms

    @Test func itsRow() throws {
        var fields = try Self.fields(
            .init(every: .ms(1_800_000), between: .byDay([.init("mon", "09:00-17:00")])))
        fields.message = "Up!"
        fields.exercise = "e"
        fields.count = 10
        fields.followUpMs = [300_000]
        fields.graceMs = 1000
        fields.unlessDone = true
        let machine = Machine()
        var away = try Reminder(id: "t", fields: fields, order: 5)
        try away.disable(untilMs: machine.now.wallMs + 60_000, at: machine.now)
        for reminder in [
            away, try Reminder(id: "r", fields: fields, isEnabled: false, order: 3),
            try Reminder(
                id: "u", fields: Self.fields(.init(once: "2026-03-06T09:00")), order: 6),
            try Reminder(
                id: "s", fields: Self.fields(.init(at: .list(["08:00"]))), order: 4),
        ] { #expect(try Reminder(reminder.row) == reminder) }
        fields.followUpMs = []
        let off = try Reminder(id: "r", fields: fields, order: 3)
        #expect(try Reminder(off.row).fields.followUpMs == [])
    }

    @Test func anEmptyMessageIsNone() throws {
        var fields = try Self.fields(.init(every: .text("30m")))
        fields.message = ""
        #expect(try Reminder(id: "r", fields: fields, order: 1).fields.message == nil)
    }

    struct Bad: Sendable {
        let field: String
        let spoil: @Sendable (inout Reminder.Fields) -> Void

        init(_ field: String, _ spoil: @escaping @Sendable (inout Reminder.Fields) -> Void) {
            self.field = field
            self.spoil = spoil
        }

        static let all = [
            Bad("name") { $0.name = "" }, Bad("name") { $0.name = "a\nb" },
            Bad("message") { $0.message = "\u{7}" }, Bad("count") { $0.count = 3 },
            Bad("count") { ($0.exercise, $0.count) = ("e", 0) },
            Bad("count") { ($0.exercise, $0.count) = ("e", -1) },
            Bad("count") { ($0.exercise, $0.count) = ("e", 100_001) },
            Bad("snooze") { $0.snoozeMs = 59_999 }, Bad("snooze") { $0.snoozeMs = 86_400_001 },
            Bad("grace") { $0.graceMs = 999 }, Bad("grace") { $0.graceMs = .max },
            Bad("follow_up") { $0.followUpMs = [59_999] },
            Bad("follow_up") { $0.followUpMs = [1_800_000] },
            Bad("follow_up") { $0.followUpMs = [600_000, 300_000] },
            Bad("follow_up") { $0.followUpMs = [300_000, 300_000] },
            Bad("follow_up") { $0.followUpMs = Array(repeating: 60_000, count: 21) },
        ]
    }

    @Test(arguments: Bad.all) func badTerms(_ bad: Bad) throws {
        let good = try Self.fields(.init(every: .text("30m")))
        var fields = good
        bad.spoil(&fields)
        let refusal = #expect(throws: Rejection.self) {
            try Reminder(id: "r", fields: fields, order: 1)
        }
        #expect(refusal?.field == bad.field)
        var reminder = try Reminder(id: "r", fields: good, order: 1)
        #expect(throws: Rejection.self) { try reminder.update(fields) }
        #expect(reminder.fields == good)
    }

    @Test(
        arguments: [
            ("5m", []), ("6m", [300_000]), ("24h", [300_000]),
        ] as [(String, [Int64])])
    func theDefaultFollowUp(_ every: String, _ followUpAfterMs: [Int64]) throws {
        let fields = try Self.fields(.init(every: .text(every)))
        #expect(try Reminder(id: "r", fields: fields, order: 1).followUpMs == followUpAfterMs)
        let fixed = try Self.fields(.init(at: .text("08:00,08:01")))
        #expect(try Reminder(id: "r", fields: fixed, order: 1).followUpMs == [300_000])
    }

    // MARK: Next moment

    @Test func whatHasBeenIsNotNextAgain() throws {
        let now = Self.moment(Self.at(9, 20))
        let known = [Self.at(9, 30), Self.at(10)]
        let next = try Self.reminder().nextMs(base: now, at: now, in: .utc) { known.contains($0) }
        #expect(next == Self.at(10, 30))
    }

    @Test func anIntervalGoesOnFromItsBase() throws {
        let reminder = try Self.reminder(.response)
        let base = Self.moment(Self.at(9, 10))
        #expect(
            reminder.nextMs(base: base, at: Self.moment(Self.at(9, 11)), in: .utc) { _ in true }
                == Self.at(9, 40))
        // Where that is past already, the time lies a whole number of intervals later.
        #expect(
            reminder.nextMs(base: base, at: Self.moment(Self.at(11)), in: .utc) { _ in true }
                == Self.at(11, 10))
        // The base may lie ahead, at the end of a snooze.
        #expect(
            reminder.nextMs(base: base, at: Self.moment(Self.at(9)), in: .utc) { _ in true }
                == Self.at(9, 40))
    }

    // MARK: Moments that have fallen due

    private static func fallen(
        _ reminder: Reminder, from first: Int64, at now: Int64
    ) -> [String] {
        reminder.fallen(from: first, at: moment(now), in: .utc) { _ in false }.map { fallen in
            let minutes = (fallen.dueMs - monday) / minute
            return "\(minutes / 60):\(minutes % 60)\(fallen.isShown ? "!" : "")"
        }
    }

    @Test(
        arguments: [
            (.once, ["9:30", "10:0", "10:30!"]), (.skip, ["9:30", "10:0", "10:30"]),
            (.all, ["9:30!", "10:0!", "10:30!"]),
        ] as [(Reminder.Missed, [String])])
    func policies(_ missed: Reminder.Missed, _ expected: [String]) throws {
        let reminder = try Self.reminder(.clock, missed)
        #expect(
            Self.fallen(reminder, from: Self.at(9, 30), at: Self.at(10, 45)) == expected)
    }

    @Test(arguments: Reminder.Missed.allCases) func whatIsJustDueIsShown(
        _ missed: Reminder.Missed
    ) throws {
        let reminder = try Self.reminder(.clock, missed)
        #expect(Self.fallen(reminder, from: Self.at(9, 30), at: Self.at(9, 30)) == ["9:30!"])
        let late = Self.fallen(reminder, from: Self.at(9, 30), at: Self.at(10) + 29_999)
        #expect(late.last == "10:0!")
        #expect(late.first == (missed == .all ? "9:30!" : "9:30"))
    }

    @Test func graceAndClosedWindows() throws {
        let grace = try Self.reminder(.clock, .all, graceMs: 45 * 60_000)
        #expect(
            Self.fallen(grace, from: Self.at(9, 30), at: Self.at(10, 45))
                == ["9:30", "10:0!", "10:30!"])
        let closed = try Self.reminder(.clock, .all)
        #expect(
            Self.fallen(closed, from: Self.at(16, 30), at: Self.at(17) + 30_000)
                == ["16:30", "17:0"])
        #expect(
            Self.fallen(closed, from: Self.at(16, 30), at: Self.at(17)) == ["16:30!", "17:0!"])
        // Yesterday's occurrence isn't shown, today's is, within its window.
        #expect(
            Self.fallen(closed, from: Self.at(17), at: Self.at(9, 40, day: 1))
                == ["17:0", "33:30!"])
    }

    @Test func theLittleByWhichFiringsAreLateDoesNotAddUp() {
        let now = Machine().now
        #expect(Reminder.base(dueMs: now.wallMs, at: now) == now)
        #expect(Reminder.base(dueMs: now.wallMs - 29_999, at: now) == now.advanced(byMs: -29_999))
        // A missed occurrence counts from when it was shown, and none counts from a moment to come.
        #expect(Reminder.base(dueMs: now.wallMs - 30_000, at: now) == now)
        #expect(Reminder.base(dueMs: now.wallMs + 5, at: now) == now)
    }

    @Test func underResponseOnlyTheOne() throws {
        let reminder = try Self.reminder(.response, .all)
        #expect(
            Self.fallen(reminder, from: Self.at(9, 30), at: Self.at(12)) == ["9:30!"])
    }

    @Test func theyAreBounded() throws {
        let reminder = try Self.reminder(.clock, .all)
        let fallen = Self.fallen(reminder, from: Self.at(9, 30), at: Self.at(0, day: 365))
        #expect(fallen.count == Reminder.maximumMissed)
        #expect(fallen.first == "9:30")
    }
}
