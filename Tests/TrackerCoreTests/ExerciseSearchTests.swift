import TestSupport
import Testing
import TrackerCore

struct ExerciseSearchTests {
    private func rank(_ query: String, _ name: String) -> Int? {
        ExerciseSearch(query).rank(ofKey: NameKey.of(name))
    }

    @Test(arguments: [
        ("bench press", "Bench Press", 0), ("BENCH-PRESS", "Bench Press", 0),
        ("benchpress", "Bench Press", 0), ("pushups", "Push-ups", 0), ("push", "Push-ups", 1),
        ("bench p", "Bench Press", 1), ("benchp", "Bench Press", 1),
        ("press", "Bench Press", 2), ("press bench", "Bench Press", 2),
        ("paus ben", "Paused Bench Press", 2), ("benchpress", "Paused Bench Press", 3),
        ("ench", "Bench Press", 3), ("ress bench", "Bench Press", 3), ("elev", "Élévation", 1),
        ("ÉLÉV", "Elevation", 1), ("", "Anything", 0), ("  ", "Anything", 0),
    ]) func found(_ query: String, _ name: String, _ expected: Int) {
        #expect(rank(query, name) == expected)
    }

    @Test(arguments: [
        ("bench row", "Bench Press"), ("pushh", "Push-ups"), ("hpress", "Bench Press"),
        ("-", "Bench"),
        ("push-ups now", "Push-ups"),
    ]) func notFound(_ query: String, _ name: String) { #expect(rank(query, name) == nil) }

    /// Any part of a name finds it, however it is written.
    @Test(arguments: 0..<150 as Range<UInt64>) func everyPartFinds(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let names = [
            "Paused Bench Press", "Push-ups", "Farmer's Walk", "Élévation latérale", "L-sit",
        ]
        let name = try #require(names.randomElement(using: &random))
        let words = NameKey.of(name).split(separator: " ")
        let parts = try (0..<Int.random(in: 1...3, using: &random)).map { _ in
            let word = try #require(words.randomElement(using: &random))
            let from = Int.random(in: 0..<word.count, using: &random)
            let part = word.dropFirst(from)
            return String(part.prefix(Int.random(in: 1...part.count, using: &random)))
        }
        #expect(rank(parts.joined(separator: "  ").uppercased(), name) != nil)
    }

    // MARK: Order

    private func match(
        _ name: String, rank: Int = 0, score: Int64 = 0, lastMs: Int64? = nil
    ) throws -> ExerciseMatch {
        let exercise = try Exercise(id: name, fields: .init(name: name, unit: .reps))
        return ExerciseMatch(exercise, rank: rank, use: ExerciseUse(score: score, lastMs: lastMs))
    }

    private func order(_ matches: [ExerciseMatch]) -> [String] {
        matches.sorted { $0.precedes($1) }.map(\.exercise.name)
    }

    @Test func theBetterMatchThenTheMoreUsedThenTheLaterThenTheName() throws {
        let matches = [
            try match("b"), try match("a"), try match("old", lastMs: 5),
            try match("late", lastMs: 9),
            try match("often", score: 3), try match("oftener", score: 4, lastMs: 1),
            try match("worse", rank: 1, score: 99, lastMs: 99),
        ]
        #expect(order(matches) == ["oftener", "often", "late", "old", "a", "b", "worse"])
        #expect(order(matches.reversed()) == order(matches))
    }

    @Test func usesOfThisWeekCountMost() {
        let weights = ExerciseUse.spans.map(\.weight)
        #expect(weights == [4, 2, 1])
        #expect(ExerciseUse.spans.map { $0.ms / 86_400_000 } == [7, 30, 90])
    }
}
