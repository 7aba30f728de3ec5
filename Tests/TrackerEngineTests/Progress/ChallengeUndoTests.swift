import TestSupport
import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// Whatever is taken away and put back leaves challenges, their points and their tiers as they were.
@Suite struct ChallengeUndoTests {
    private static func template(
        _ id: String, _ kind: ChallengeDraw.Kind, _ measure: Measure, _ target: Int64
    ) -> ChallengeTemplate {
        ChallengeTemplate(
            id: id, kind: kind, text: "\(id) {target}", measured: Measured(measure), target: target)
    }

    private static let challenges =
        [("a", 5), ("b", 5), ("c", 3)].map { template($0.0, .daily, .efforts, $0.1) }
        + [template("w", .weekly, .doneDays, 3)]
    private static let achievements = [
        Achievement(
            id: "taker", name: "Taker", text: "{n} challenges", category: .challenge,
            measured: Measured(.challenges),
            steps: [.init(.bronze, at: 1), .init(.silver, at: 3), .init(.gold, at: 6)]),
        Achievement(
            id: "doer", name: "Doer", text: "{n} efforts", category: .volume,
            measured: Measured(.efforts), steps: [.init(.bronze, at: 4), .init(.silver, at: 20)]),
    ]

    private static func progress() throws -> ProgressBench {
        try ProgressBench(achievements: achievements, challenges: challenges)
    }

    private static func figures(_ progress: ProgressBench) throws -> [String] {
        try ["level.get", "achievement.list", "challenge.list", "streak.get"].map {
            try JSONText.of(progress.bench.call($0))
        }
            + ["level", "achievement:taker"].map {
                // The numbers of the events aside, which go on.
                let rows = try progress.bench.call("progress.explain", "{\"what\":\"\($0)\"}")[
                    "rows"]
                return try JSONText.of(
                    rows?.list.map { ["\($0["id"] ?? .null)", "\($0["text"] ?? .null)"] })
            }
    }

    private static func seq(_ bench: Bench) throws -> Int64 {
        let undone = try bench.call("journal.undoable", #"{"limit":1}"#)["undo"]?.list.first
        return try #require(undone?["events"]?.list.first?["seq"]?.integer)
    }

    /// Deletes entries, lets something happen, and puts them back.
    private static func putBack(
        _ entries: [String], _ progress: ProgressBench, after body: () throws -> Void
    ) throws {
        var deletions: [Int64] = []
        for entry in entries {
            try progress.bench.call("log.delete", "{\"entry\":\"\(entry)\"}")
            deletions.append(try seq(progress.bench))
        }
        try body()
        for seq in deletions.reversed() {
            try progress.bench.call("journal.undo", "{\"seq\":\(seq)}")
        }
    }

    @Test func deletedAndPutBackLongAfter() throws {
        let progress = try Self.progress()
        let entries = try (0..<5).map { _ in try progress.log() }
        #expect(try progress.level.by.challenges == 20)
        progress.go(to: 12)
        let before = try Self.figures(progress)
        try Self.putBack(entries, progress) {
            let by = try progress.level.by
            #expect(by.challenges == 0 && by.achievements == 0)
        }
        #expect(try Self.figures(progress) == before)
        #expect(progress.bench.types.suffix(2) == ["challenge.completed", "achievement.unlocked"])
        try progress.bench.verify()
    }

    @Test func whatIsWrittenTooLateStaysWithoutPoints() throws {
        let progress = try Self.progress()
        for _ in 0..<4 { try progress.log() }
        progress.go(to: 12)
        try progress.backdate(2)
        try Self.putBack([progress.log(at: "2026-03-02 11:00")], progress) {}
        #expect(try progress.level.by.challenges == 0)
    }

    /// An undone effort has completed nothing that a later one could bring back.
    @Test func undoneAndWrittenAnewTooLate() throws {
        let progress = try Self.progress()
        for _ in 0..<5 { try progress.log() }
        try progress.undo()
        progress.go(to: 12)
        try progress.backdate(2)
        #expect(try progress.level.by.challenges == 0)
    }

    /// Of a challenge that was completed, and the one that was taken for it meanwhile, one counts.
    @Test func swappedInBetween() throws {
        for isSecondDone in [false, true] {
            let progress = try Self.progress()
            let entries = try (0..<5).map { _ in try progress.log() }
            try Self.putBack(Array(entries.suffix(3)), progress) {
                try progress.bench.call("challenge.swap", #"{"kind":"daily"}"#)
                if isSecondDone { for _ in 0..<3 { try progress.log() } }
                progress.go(to: 12)
            }
            #expect(try progress.level.by.challenges == 20, "\(isSecondDone)")
            try progress.bench.verify()
        }
    }

    // MARK: Anything in between

    /// What a person does beside, the same on both benches.
    private static func step(
        _ progress: ProgressBench, _ day: inout Int, _ dice: inout SplitMix
    ) throws {
        let bench = progress.bench
        switch Int.random(in: 0...9, using: &dice) {
        case 0...3: try progress.log(Int.random(in: 1...30, using: &dice))
        case 4: try progress.log(20, "plank", at: "-30m")
        case 5:
            day += Int.random(in: 1...3, using: &dice)
            progress.go(to: day)
        case 6: try bench.restart()
        case 7: _ = try? bench.call("streak.pause", #"{"until":"+2d"}"#)
        case 8:
            try bench.call("workout.start")
            try bench.call("set.log", #"{"exercise":"squats","reps":5,"load":100}"#)
            try bench.call("workout.finish")
        default: bench.advance(ms: 1_200_000)
        }
    }

    @Test(arguments: 1...24) func nothingChanges(seed: UInt64) throws {
        var dice = SplitMix(seed: seed)
        let (changed, plain) = (try Self.progress(), try Self.progress())
        func live(_ count: Int, _ day: Int) throws -> Int {
            let (start, former) = (dice, day)
            var ends: [Int] = []
            for progress in [changed, plain] {
                dice = start
                var day = former
                for _ in 0..<count { try Self.step(progress, &day, &dice) }
                ends.append(day)
            }
            return ends[0]
        }
        let day = try live(40, 2)
        let list = try changed.bench.call("log.list", #"{"from":"2026-03-01","limit":1000}"#)
        let entries = (list["entries"]?.list ?? []).compactMap { $0["id"]?.string }
        let some = Array(entries.shuffled(using: &dice).prefix(Int.random(in: 1...8, using: &dice)))
        try Self.putBack(some, changed) { _ = try live(12, day) }
        let (found, wanted) = (try Self.points(changed), try Self.points(plain))
        #expect(found == wanted)
        try changed.bench.verify()
    }

    /// Points and tiers. When a challenge was completed isn't the same for one that what is put back has
    /// completed.
    private static func points(_ progress: ProgressBench) throws -> [String] {
        let level = try progress.level
        let achievements = try JSONText.of(progress.bench.call("achievement.list"))
        let streak = try JSONText.of(progress.bench.call("streak.get"))
        return ["\(level.xp) \(level.by)", achievements, streak]
    }
}
