import GRDB
import TestSupport
import Testing
import TrackerCore

@testable import TrackerStore

/// Training sessions and presets in the database.
@Suite struct TrainingStoreTests {
    private static func training(
        _ number: Int, _ mode: Training.Mode = .time, totalMs: Int64? = nil
    ) throws -> Training {
        let now = morning.advanced(byMs: Int64(number) * 60_000)
        var training = Training(
            id: "t\(number)", fields: try .init(mode: mode, target: 20), order: Int64(number),
            day: LocalInstant.utc(now.wallMs).day, at: now)
        guard let totalMs else { return training }
        let end = now.advanced(byMs: totalMs)
        _ = try training.stop(id: "a", at: end)
        _ = training.complete(at: end)
        return training
    }

    private func record(_ fixture: Fixture, _ entities: [any StoredEntity]) throws {
        _ = try fixture.store.perform(at: morning) { transaction in
            try transaction.append(
                "training.started", subject: "x", cause: .daemon, data: "{}", entities)
        }
    }

    @Test func thePlansOfTheQueriesDontGrowWithHistory() throws {
        let fixture = try Fixture(schema: .current)
        let statements = [
            "SELECT * FROM training WHERE ended_ms IS NULL LIMIT 1",
            Transaction.inTime(Training.self),
            "SELECT accumulated FROM training WHERE state = 'complete' AND mode = 'time' "
                + "ORDER BY start_order DESC LIMIT 10",
            "SELECT 1 FROM training WHERE exercise = 'x' LIMIT 1",
            "SELECT 1 FROM preset WHERE exercise = 'x' LIMIT 1",
            "SELECT * FROM preset WHERE name_key = 'x' LIMIT 1",
        ]
        for statement in statements {
            let plan = try fixture.plan(of: statement).joined(separator: "; ")
            #expect(!plan.contains("SCAN") && !plan.contains("TEMP"), "\(plan): \(statement)")
        }
        let newest = try fixture.plan(
            of: "SELECT * FROM training ORDER BY start_order DESC LIMIT 1")
        #expect(newest.joined().contains("training_start"))
    }
}
