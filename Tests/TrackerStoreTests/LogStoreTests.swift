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

    @Test func foundByKeyAndPrefix() throws {
        let one = try exercise("0abc00000001", "Élévation")
        try keep(one)
        try keep(try exercise("0abd00000002", "Plank"))
        #expect(try fixture.read { try $0.exercise(key: "elevation") } == one)
        #expect(try fixture.read { try $0.exercise(key: "élévation") } == nil)
        #expect(try fixture.read { try $0.entities(Exercise.self, withPrefix: "0ab") }.count == 2)
        #expect(try fixture.read { try $0.entities(Exercise.self, withPrefix: "0abc") } == [one])
        #expect(try fixture.differences == [])
    }

    @Test func useIsKnown() throws {
        let parent = try exercise("0parent00001", "Parent")
        try keep(parent)
        #expect(try fixture.use(of: parent) == nil)
        try keep(
            try Exercise(
                id: "0child000002",
                fields: .init(name: "Child", unit: .reps, variantOf: parent.id)))
        #expect(try fixture.use(of: parent) == "varied")
        try fixture.append("log.added", [try entry("0entry000001", of: parent)])
        #expect(try fixture.use(of: parent) == "logged")
        #expect(try fixture.namedExercises(byVariants: false) == [parent.id])
        #expect(try fixture.namedExercises(byVariants: true) == [parent.id])
    }

    @Test func neitherHasDeadlines() throws {
        let parent = try exercise("0parent00001", "Parent")
        try keep(parent)
        try fixture.append("log.added", [try entry("0entry000001", of: parent)])
        #expect(fixture.store.nextDeadlines == NextDeadlines())
        #expect(try fixture.read { try $0.entitiesInTime().count } == 0)
        #expect(try fixture.read { try $0.dueDeadlines(limit: 5) } == [])
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

    /// Lists and totals compared with plain arithmetic over all entries.
    @Test(arguments: 0..<12 as Range<UInt64>) func listsAndTotals(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let exercises = try (0..<3).map { try exercise("0exercise00\($0)", "E\($0)") }
        for exercise in exercises { try keep(exercise) }
        var entries: [LogEntry] = []
        for number in 0..<60 {
            let exercise = try #require(exercises.randomElement(using: &random))
            let entry = try entry(
                "0entry\(100_000 + number)", of: exercise,
                count: .random(in: 1...50, using: &random),
                agoMs: .random(in: 0...20, using: &random))
            try fixture.append("log.added", [entry])
            entries.append(entry)
        }
        entries.sort { ($1.atMs, $1.addOrder) < ($0.atMs, $0.addOrder) }
        for _ in 0..<30 {
            var query = LogQuery()
            let bounds = (0..<2).map { _ in morning.wallMs - .random(in: -2...22, using: &random) }
            if Bool.random(using: &random) { query.span.begin(atMs: bounds[0]) }
            if Bool.random(using: &random) { query.span.end(atMs: bounds[1]) }
            if Bool.random(using: &random) {
                query.exercise = exercises.randomElement(using: &random)?.id
            }
            let matching = entries.filter { entry in
                query.span.contains(ms: entry.atMs, day: entry.day)
                    && (query.exercise.map { entry.exercise == $0 } ?? true)
            }
            let limit = Int.random(in: 1...70, using: &random)
            #expect(
                try fixture.read { try $0.logEntries(query, limit: limit) }
                    == Array(matching.prefix(limit)))
            let totals = try fixture.read { try $0.logTotals(query) }
            let expected = Dictionary(grouping: matching, by: \.exercise).mapValues { group in
                [group.reduce(0) { $0 + $1.count }, Int64(group.count)]
            }
            #expect(
                Dictionary(
                    uniqueKeysWithValues: totals.map { ($0.exercise, [$0.count, $0.entries]) })
                    == expected)
            #expect(totals.map(\.entries) == totals.map(\.entries).sorted(by: >))
        }
        for exercise in exercises {
            let last = try fixture.read { try $0.lastUse(ofExercise: exercise.id) }
            #expect(last?.count == entries.first { $0.exercise == exercise.id }?.count)
        }
        #expect(
            try fixture.read { try $0.lastTouchedLogEntry() }?.addOrder
                == entries.map(\.addOrder).max())
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
