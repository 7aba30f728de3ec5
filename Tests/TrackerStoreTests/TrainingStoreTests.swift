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

    @Test func aHoldWaitsForItsTarget() throws {
        let fixture = try Fixture(schema: .current)
        var training = try Self.training(0)
        try record(fixture, [training])
        #expect(
            fixture.store.nextDeadlines
                == NextDeadlines(bootNs: morning.bootNs + 25_000 * nanosecondsPerMs))
        _ = try training.pause(at: morning)
        try record(fixture, [training])
        #expect(fixture.store.nextDeadlines == NextDeadlines())
        let paused = training
        try fixture.store.read(at: morning) { (transaction) throws in
            #expect(try transaction.liveTraining() == paused)
            #expect(try transaction.lastTraining() == paused)
            // The session's clock runs, though the session has no deadline.
            let inTime = try transaction.entitiesInTime().map { $0.id }
            #expect(inTime == ["t0"])
        }
        _ = training.complete(at: morning)
        try record(fixture, [training])
        try fixture.store.read(at: morning) { (transaction) throws in
            #expect(try transaction.liveTraining() == nil)
            #expect(try transaction.lastTraining()?.state == .complete)
            #expect(try transaction.entitiesInTime().isEmpty)
            #expect(try transaction.verify().differences == [])
        }
    }

    @Test func whatMatchesIsTheNewestFirst() throws {
        let fixture = try Fixture(schema: .current)
        var all: [Training] = []
        for number in 0..<6 {
            all.append(try Self.training(number, totalMs: Int64(number) * 1000))
        }
        all.append(try Self.training(6, .reps))
        try record(fixture, all)
        try fixture.store.read(at: morning) { (transaction) throws in
            var query = TrainingQuery()
            #expect(try transaction.trainings(query, limit: 2).map(\.id) == ["t6", "t5"])
            #expect(try transaction.trainingTotals(query, limit: 2) == [5000, 4000])
            query.mode = .time
            query.span = TimeSpan(
                fromMs: morning.wallMs + 60_000, toMs: morning.wallMs + 4 * 60_000)
            #expect(try transaction.trainings(query, limit: 9).map(\.id) == ["t3", "t2", "t1"])
            #expect(try transaction.trainingTotals(query, limit: 9) == [3000, 2000, 1000])
            query.mode = .reps
            #expect(try transaction.trainings(query, limit: 9).isEmpty)
        }
    }

    @Test func presetsAreFoundByWhatCountsOfTheirNames() throws {
        let fixture = try Fixture(schema: .current)
        let presets = try ["Long plank", "Élan", "a"].enumerated().map { index, name in
            try Preset(id: "p\(index)", name: name, fields: .init(mode: .reps))
        }
        try record(fixture, presets)
        try fixture.store.read(at: morning) { (transaction) throws in
            #expect(try transaction.preset(key: "long plank") == presets[0])
            #expect(try transaction.preset(key: "Long plank") == nil)
            #expect(try transaction.presets().map(\.name) == ["a", "Élan", "Long plank"])
            #expect(try transaction.verify().differences == [])
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
