import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// The rows that a level rests on.
@Suite struct ExplanationTests {
    let progress: ProgressBench
    var bench: Bench { progress.bench }

    init() throws {
        progress = try ProgressBench(
            achievements: [
                Achievement(
                    id: "first-steps", name: "First Steps", text: "Log {n} effort.",
                    category: .milestone, measured: Measured(.efforts),
                    steps: [.init(.bronze, at: 1)]),
                Achievement(
                    id: "reps", name: "Reps", text: "{n} reps.", category: .volume,
                    measured: Measured(.reps), steps: [.init(.bronze, at: 100)]),
            ],
            challenges: [
                ChallengeTemplate(
                    id: "twice", kind: .daily, text: "{target} efforts",
                    measured: Measured(.efforts),
                    target: 2)
            ])
    }

    @Test func theRowsOfALevelAreInTheOrderOfTheirDays() throws {
        try progress.log()
        bench.advance(ms: 3_600_000)
        try progress.log()
        progress.go(to: 3)
        try progress.log(100)
        let rows = try bench.call("progress.explain", #"{"what":"level"}"#)["rows"]?.list ?? []
        #expect(
            rows.compactMap { $0["id"]?.string } == [
                "reps:bronze", "2026-03-03", "daily/2026-03-02/0", "first-steps:bronze",
                "2026-03-02",
            ])
        let points = rows.compactMap { $0["text"]?.string?.split(separator: " ").first }
        #expect(points == ["25", "30", "20", "25", "14"])
        #expect(try progress.level.xp == points.compactMap { Int64($0) }.reduce(0, +))
    }

    private func rows(of what: String) throws -> Int {
        try bench.call("progress.explain", "{\"what\":\"\(what)\"}")["rows"]?.list.count ?? -1
    }

    @Test func anAchievementByItsName() throws {
        try progress.log()
        #expect(try rows(of: "achievement:First Steps") == 1)
        #expect(try rows(of: "achievement:first-steps:bronze") == 1)
        let none = try bench.refusal("progress.explain", #"{"what":"achievement:none"}"#)
        #expect(none.kind == .notFound && none.field == "what")
    }

    @Test(arguments: [
        ("xp", "level"), ("streak", "streak"), ("achievements", "achievement:first-steps"),
        ("challenges", "challenge:daily/2026-03-02/0"),
    ])
    func whatIsOffRestsOnNothing(_ feature: String, _ what: String) throws {
        try progress.log()
        #expect(try rows(of: what) > 0)
        try bench.call("settings.set", "{\"\(feature)\":false}")
        #expect(try rows(of: what) == 0)
    }
}
