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

    // MARK: Moments that have fallen due

    private static func fallen(
        _ reminder: Reminder, from first: Int64, at now: Int64
    ) -> [String] {
        reminder.fallen(from: first, at: moment(now), in: .utc) { _ in false }.map { fallen in
            let minutes = (fallen.dueMs - monday) / minute
            return "\(minutes / 60):\(minutes % 60)\(fallen.isShown ? "!" : "")"
        }
    }

    @Test func theyAreBounded() throws {
        let reminder = try Self.reminder(.clock, .all)
        let fallen = Self.fallen(reminder, from: Self.at(9, 30), at: Self.at(0, day: 365))
        #expect(fallen.count == Reminder.maximumMissed)
        #expect(fallen.first == "9:30")
    }
}
