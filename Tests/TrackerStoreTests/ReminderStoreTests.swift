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

    @Test func whatIsScheduledWaitsAndWhatIsOverDoesnt() throws {
        let fixture = try Fixture(schema: .current)
        let reminder = try Self.reminder(1)
        var next = Self.occurrence(1, dueMs: morning.wallMs + 1000, id: "a")
        _ = try fixture.store.perform(at: morning) { try record($0, [reminder, next]) }
        #expect(fixture.store.nextDeadlines == NextDeadlines(wallMs: morning.wallMs + 1000))
        _ = next.fire(reminder, order: 2, at: morning, in: .utc)
        let pending = next
        _ = try fixture.store.perform(at: morning) { try record($0, [pending]) }
        #expect(
            fixture.store.nextDeadlines
                == NextDeadlines(bootNs: morning.bootNs + 300_000_000_000))
        _ = next.expire(.deleted, at: morning)
        let expired = next
        _ = try fixture.store.perform(at: morning) { try record($0, [expired]) }
        #expect(fixture.store.nextDeadlines == NextDeadlines())
        let kept = try fixture.store.read(at: morning) { transaction in
            #expect(try transaction.verify().differences == [])
            #expect(try transaction.lastFiring(of: "r1")?.id == "a")
            #expect(try transaction.hasFallenDue("r1", atMs: expired.dueMs))
            #expect(try !transaction.hasFallenDue("r1", atMs: expired.dueMs + 1))
            return try transaction.occurrence(id: "a")
        }
        #expect(kept == expired)
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

    @Test func theyAreListedTheNewestFirst() throws {
        let fixture = try Fixture(schema: .current)
        let reminders = try (1...3).map(Self.reminder)
        var occurrences: [Occurrence] = []
        for (index, reminder) in reminders.enumerated() {
            for number in 0..<4 {
                var occurrence = Self.occurrence(
                    index + 1, dueMs: morning.wallMs + Int64(number) * 1000,
                    id: "o\(index)\(number)")
                if number < 3 {
                    _ = occurrence.fire(
                        reminder, order: Int64(index * 10 + number), at: morning, in: .utc)
                }
                if number < 2 { _ = occurrence.expire(at: morning) }
                occurrences.append(occurrence)
            }
        }
        let all = occurrences
        _ = try fixture.store.perform(at: morning) { try record($0, reminders + all) }
        try fixture.store.read(at: morning) { transaction in
            var query = OccurrenceQuery()
            #expect(
                try transaction.occurrences(query, limit: 4).map(\.id)
                    == ["o22", "o12", "o02", "o21"])
            query.reminder = "r1"
            #expect(
                try transaction.occurrences(query, limit: 9).map(\.id) == ["o02", "o01", "o00"])
            query.state = .expired
            query.span = TimeSpan(fromMs: morning.wallMs + 1000, toMs: morning.wallMs + 2000)
            #expect(try transaction.occurrences(query, limit: 9).map(\.id) == ["o01"])
            #expect(try transaction.liveOccurrences().map(\.id) == ["o22", "o12", "o02"])
            #expect(
                try transaction.scheduledOccurrences().map(\.id).sorted()
                    == ["o03", "o13", "o23"])
            let (next, live) = try transaction.currentOccurrences(of: "r2")
            #expect(next?.id == "o13")
            #expect(live?.id == "o12")
            #expect(try transaction.reminders().map(\.id) == ["r1", "r2", "r3"])
            #expect(try transaction.lastReminder()?.id == "r3")
        }
    }
}
