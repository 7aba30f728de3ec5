import GRDB
import TestSupport
import Testing
import TrackerCore

@testable import TrackerStore

/// Reminders and their occurrences in the database.
@Suite struct ReminderStoreTests {
    private static func reminder(_ number: Int) throws -> Reminder {
        let schedule = try Schedule(.init(every: .text("30m"), days: .text("daily")))
        return try Reminder(
            id: "r\(number)", fields: .init(name: "n\(number)", schedule: schedule),
            order: Int64(number))
    }

    private static func occurrence(_ reminder: Int, dueMs: Int64, id: String) -> Occurrence {
        Occurrence(id: id, reminder: "r\(reminder)", due: .utc(dueMs), base: morning)
    }

    private func record(_ transaction: Transaction, _ entities: [any StoredEntity]) throws {
        try transaction.append(
            "reminder.created", subject: "x", cause: .daemon, data: "{}", entities)
    }

    @Test func thePlansOfTheQueriesDontGrowWithHistory() throws {
        let fixture = try Fixture(schema: .current)
        let statements = [
            "SELECT * FROM occurrence WHERE state IN ('scheduled', 'pending', 'snoozed') "
                + "AND reminder = 'r'",
            "SELECT * FROM occurrence WHERE state = 'scheduled' ORDER BY due_ms, reminder LIMIT 3",
            "SELECT * FROM occurrence WHERE state = 'dismissed' ORDER BY due_ms DESC LIMIT 3",
            "SELECT * FROM occurrence WHERE reminder = 'r' AND fire_order IS NOT NULL "
                + "ORDER BY fire_order DESC LIMIT 1",
            "SELECT 1 FROM occurrence WHERE reminder = 'r' AND due_ms = 5 LIMIT 1",
            Transaction.inTime(Occurrence.self), Transaction.inTime(Timer.self),
            "SELECT * FROM reminder WHERE name = 'n' ORDER BY enabled DESC, create_order DESC "
                + "LIMIT 1",
        ]
        for statement in statements {
            let plan = try fixture.plan(of: statement)
            #expect(!plan.contains { $0.contains("SCAN") }, "\(plan): \(statement)")
        }
    }
}
