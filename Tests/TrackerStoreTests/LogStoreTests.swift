import GRDB
import TestSupport
import Testing
import TrackerCore

@testable import TrackerStore

/// Exercises and the log in the database.
@Suite struct LogStoreTests {
    let fixture: Fixture

    init() throws { fixture = try Fixture(schema: .current) }

    private func exercise(_ id: String, _ name: String) throws -> Exercise {
        try Exercise(id: id, fields: .init(name: name, unit: .reps))
    }

    private func keep(_ exercise: Exercise) throws {
        try fixture.append("exercise.created", [exercise])
    }

    private func entry(
        _ id: String, of exercise: Exercise, count: Int64 = 1, agoMs: Int64 = 0
    ) throws -> LogEntry {
        try LogEntry(
            id: id, exercise: exercise, count: count, time: .utc(morning.wallMs - agoMs),
            order: fixture.store.lastSeq + 1, at: morning)
    }

    /// The cost of a query must not grow with the history.
    @Test func indexesServe() throws {
        for query in [
            "SELECT * FROM log_entry WHERE exercise = 'e' AND at_ms >= 5 "
                + "ORDER BY at_ms DESC, add_order DESC",
            "SELECT * FROM log_entry ORDER BY at_ms DESC, add_order DESC LIMIT 5",
            "SELECT * FROM log_entry WHERE at_ms >= 5 AND at_ms < 9 "
                + "ORDER BY at_ms DESC, add_order DESC",
            "SELECT * FROM log_entry ORDER BY add_order DESC LIMIT 1",
            "SELECT * FROM exercise WHERE name_key = 'n'",
        ] {
            let plan = try fixture.plan(of: query)
            #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
            #expect(plan.allSatisfy { $0.contains("USING") }, "\(plan)")
        }
    }

    @Test func totalsAreCountedFromTheIndexesAlone() throws {
        for query in [
            "GROUP BY exercise", "WHERE exercise = 'e' AND at_ms >= 5 GROUP BY exercise",
            "WHERE at_ms >= 5 GROUP BY exercise",
        ] {
            let plan = try fixture.plan(
                of: "SELECT exercise, SUM(count), COUNT(*) FROM log_entry \(query)")
            #expect(plan.contains { $0.contains("COVERING INDEX") }, "\(plan)")
        }
    }

    @Test func scoresWeighByAge() throws {
        let day: Int64 = 86_400_000
        let (one, two) = (try exercise("0one00000001", "One"), try exercise("0two00000002", "Two"))
        try keep(one)
        try keep(two)
        let ages = [0, 7 * day, 7 * day + 1, 30 * day, 30 * day + 1, 90 * day, 90 * day + 1]
        for (index, age) in ages.enumerated() {
            try fixture.append("log.added", [try entry("0entry00000\(index)", of: one, agoMs: age)])
        }
        try fixture.append("log.added", [try entry("0other000000", of: two, agoMs: 80 * day)])
        let scores = try fixture.read { try $0.exerciseScores() }
        #expect(scores[one.id] == 22)
        #expect(scores[two.id] == 1)
    }

    @Test func aSalvagedDatabaseHasThem() throws {
        let plank = try exercise("0plank000001", "Plank")
        try keep(plank)
        let kept = try entry("0entry000001", of: plank)
        try fixture.append("log.added", [kept])
        try fixture.store.close()
        fixture.replace(try fixture.recovery.salvage(at: morning, zone: .utc))
        #expect(try fixture.read { try $0.exercise(key: "plank") } == plank)
        #expect(try fixture.read { try $0.logEntry(id: kept.id) } == kept)
        #expect(try fixture.differences == [])
        // Nobody can undo the event that brought them back.
        #expect(throws: Rejection.self) {
            try fixture.read { try $0.plan(for: .undo, ofEvent: fixture.store.lastSeq) }
        }
    }
}
