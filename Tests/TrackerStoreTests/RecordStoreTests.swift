import GRDB
import TestSupport
import Testing
import TrackerCore

@testable import TrackerStore

/// Figures that the database derives from sets, compared with the figures that Core derives from all sets.
@Suite struct RecordStoreTests {
    /// Loads and times that often tie; a quarter of a pound is no whole number of micrograms.
    private static func randomSet(_ number: Int, _ random: inout SplitMix) throws -> WorkoutSet {
        let loads: [(Double, Load.Unit)] = [
            (0, .kg), (45.359237, .kg), (100, .lb), (101.25, .lb), (50, .kg), (2.5, .lb),
        ]
        let (load, unit) = loads[.random(in: 0..<loads.count, using: &random)]
        let isHeld = Int.random(in: 0..<6, using: &random) == 0
        let isLoaded = Int.random(in: 0..<4, using: &random) > 0
        var fields = WorkoutSet.Fields(
            kind: WorkoutSet.Kind.allCases[.random(in: 0..<5, using: &random)], loadUnit: unit,
            loadMode: isLoaded
                ? WorkoutSet.LoadMode.allCases[.random(in: 0..<3, using: &random)] : .bodyweight)
        fields.load = isLoaded ? try Load(load, unit) : nil
        if isHeld {
            fields.seconds = Double(Int.random(in: 1...5, using: &random))
            if Int.random(in: 0..<3, using: &random) == 0 { fields.distanceM = 20 }
        } else {
            fields.reps = .random(in: 1...13, using: &random)
        }
        return try WorkoutSet(
            id: "s\(number)", workout: "w\(Int.random(in: 0..<4, using: &random))",
            exercise: "e\(Int.random(in: 0..<2, using: &random))", position: Int64(number),
            fields: fields, time: .utc(.random(in: 0...12, using: &random)), order: 1)
    }

    private static func sets(_ seed: UInt64) throws -> [WorkoutSet] {
        var random = SplitMix(seed: seed)
        return try (0..<Int.random(in: 1...40, using: &random)).map {
            try randomSet($0, &random)
        }
    }

    private let fixture: Fixture

    init() throws { fixture = try Fixture(schema: .current) }

    /// Reads where these sets are all that there is, written in one event; their workouts don't exist.
    private func read<Value>(
        _ sets: [WorkoutSet], _ body: (Transaction) throws -> Value
    ) throws -> Value {
        try fixture.store.rehearse(at: morning) { transaction in
            try transaction.append(
                "set.logged", subject: "x", cause: .daemon, data: "{}", sets)
            return try body(transaction)
        }.value
    }

    private static func works(_ sets: [WorkoutSet]) -> [WorkoutWork] {
        Dictionary(grouping: sets, by: \.workout).values.compactMap { sets in
            WorkoutWork(sets.compactMap { RecordCandidate($0, body: nil) })
        }
    }

    private static func records(of sets: [WorkoutSet]) -> Records {
        var records = Records()
        for candidate in sets.compactMap({ RecordCandidate($0, body: nil) }) {
            records.consider(candidate)
        }
        for work in works(sets) { records.consider(work) }
        return records
    }

    private static func records(_ sets: [WorkoutSet]) -> [String: [Records.Record]] {
        Dictionary(grouping: sets.filter { RecordCandidate($0, body: nil) != nil }, by: \.exercise)
            .mapValues {
                records(of: $0).list(in: .kg, isWhole: true)
            }
    }

    /// The indexes count in the same micrograms as Core.
    @Test func microgramsAreThoseOfCore() throws {
        var random = SplitMix(seed: 3)
        var sets: [WorkoutSet] = []
        for number in 0..<400 {
            let unit = try #require(Load.Unit.allCases.randomElement(using: &random))
            let decimals = [1, 4, 100, 1e8][number % 4]
            let value = Double(Int.random(in: 0...Int(9999 * decimals), using: &random)) / decimals
            var fields = WorkoutSet.Fields(
                loadUnit: unit, loadMode: number % 5 == 0 ? .assisted : .external)
            fields.load = try Load(value, unit)
            fields.reps = 1
            sets.append(
                try WorkoutSet(
                    id: "s\(number)", workout: "w", exercise: "e", position: Int64(number),
                    fields: fields, time: .utc(0), order: 1))
        }
        var found: [String: Int64] = [:]
        try read(sets) { transaction in
            let rows = try Row.fetchCursor(
                transaction.db, sql: "SELECT id, \(WorkoutSet.micrograms) FROM workout_set")
            while let row = try rows.next() { found[row[0]] = row[1] }
        }
        for candidate in sets.compactMap({ RecordCandidate($0, body: nil) }) {
            #expect(found[candidate.set] == candidate.micrograms)
        }
    }

    /// The indexes cover the query, so that ten years are read in a moment without looking up rows.
    @Test func theIndexesHoldAllThatIsNeeded() throws {
        let queries = [
            WorkoutSet.candidates(where: WorkoutSet.counts),
            WorkoutSet.sums(where: WorkoutSet.counts),
            WorkoutSet.candidates(where: "exercise = 'e' AND \(WorkoutSet.counts)"),
            WorkoutSet.sums(where: "exercise = 'e' AND \(WorkoutSet.counts)"),
            WorkoutSet.works().replacing("?", with: "0"),
        ]
        for query in queries {
            let plan = try fixture.plan(of: query)
            // The sets of deloads are told by a list of their workouts, which has an index of its own.
            let steps = plan.filter { !$0.contains("SUBQUERY") }
            #expect(steps.allSatisfy { $0.contains("USING COVERING INDEX") }, "\(plan)")
        }
    }
}

extension Records.Record {
    /// All of the record, except how long its set was held.
    fileprivate var told: String {
        "\(kind) \(value) \(unit) \(workout) \(atMs) \(isFirst) "
            + "\(candidate?.set ?? "") \(candidate?.reps ?? 0) \(candidate?.micrograms ?? 0) "
            + "\(candidate?.load?.unit.rawValue ?? "")"
    }
}
