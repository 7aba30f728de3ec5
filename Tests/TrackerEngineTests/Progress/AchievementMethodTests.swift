import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// Achievements, what is told of them, and points, over the wire.
@Suite struct AchievementMethodTests {
    let progress: ProgressBench
    var bench: Bench { progress.bench }

    private static let firstSteps = Achievement(
        id: "first-steps", name: "First Steps", text: "Log {n} effort.", category: .milestone,
        measured: Measured(.efforts), steps: [.init(.bronze, at: 1)])
    private static let reps = Achievement(
        id: "reps", name: "Reps", text: "{n} reps.", category: .volume,
        measured: Measured(.reps),
        steps: [.init(.bronze, at: 100), .init(.silver, at: 200), .init(.gold, at: 300)])
    private static let streak = Achievement(
        id: "streak", name: "Streak", text: "{n} days.", category: .consistency,
        measured: Measured(.streakBest), steps: [.init(.bronze, at: 3)])

    init() throws {
        progress = try ProgressBench(achievements: [Self.firstSteps, Self.reps, Self.streak])
    }

    private func list(_ params: String = "{}") throws -> [AchievementView] {
        let list: AchievementList.Response = try progress.result("achievement.list", params)
        return list.achievements
    }

    private func held() throws -> [String] {
        try list(#"{"held":true}"#).map { "\($0.id):\($0.tier.text)" }
    }

    /// An achievement that was lost and is back isn't among what a command has earned.
    @Test func whatIsBackIsNotEarnedAgain() throws {
        func earned(_ line: String) throws -> [String] {
            guard case .batch(let batch) = MessageReader().read(Array(line.utf8)) else {
                throw Rejection(.internalError, "no batch")
            }
            let outcome = bench.engine.run(batch, at: bench.clock)
            bench.take(outcome)
            return outcome.after[0]?.earned?.map(\.type) ?? []
        }
        try progress.log()
        try progress.undo()
        bench.forget()
        let told = try earned(#"[{"id":1,"method":"journal.redo","params":{}}]"#)
        #expect(bench.types.last == "achievement.unlocked")
        #expect(!told.contains("achievement.unlocked"))
    }

    @Test func theFirstLog() throws {
        try progress.log()
        #expect(bench.types == ["log.added", "achievement.unlocked"])
        let unlocked = try bench.data(of: "achievement.unlocked")
        #expect(unlocked["id"] == .string("first-steps"))
        #expect(unlocked["tier"] == .string("bronze"))
        #expect(unlocked["name"] == .string("First Steps"))
        #expect(unlocked["text"] == .string("Log 1 effort."))
        #expect(unlocked["held"] == .bool(true) && unlocked["again"] == nil)
        #expect(unlocked["earned_at"] == .string("2026-03-02T10:00:00.000+00:00"))
        #expect(bench.alerts.count == 1)
        let level = try progress.level
        #expect(level.xp == 37 && level.level == 1 && level.nextAt == 100 && level.today == 37)
        #expect(level.by == .init(days: 12, achievements: 25, challenges: 0))
        // Undone, all of it is gone; redone, it is back without an alert.
        bench.forget()
        try progress.undo()
        #expect(try progress.level.xp == 0)
        #expect(bench.types == ["journal.undone", "achievement.lost"])
        #expect(try bench.data(of: "achievement.lost")["ids"]?.strings == ["first-steps:bronze"])
        try bench.call("journal.redo")
        #expect(bench.types.last == "achievement.unlocked")
        #expect(try bench.data(of: "achievement.unlocked")["again"] == .bool(true))
        #expect(try progress.level.xp == 37)
        #expect(bench.alerts.isEmpty)
        try bench.verify()
    }

    @Test func manyAtOnceAreRecognised() throws {
        try progress.log(300)
        #expect(bench.types == ["log.added", "achievement.recognised", "level.reached"])
        let data = try bench.data(of: "achievement.recognised")
        #expect(data["count"] == .integer(4))
        #expect(
            data["ids"]?.strings
                == ["first-steps:bronze", "reps:bronze", "reps:silver", "reps:gold"])
        #expect(bench.alerts.allSatisfy { $0.urgency == .low })
        bench.forget()
        // 50 of the day and 25, 25, 50 and 100 of the tiers.
        #expect(try progress.level.xp == 250)
        #expect(try progress.level.level == 3)
    }

    @Test func threeAtOnceAreTold() throws {
        try progress.log(200)
        #expect(bench.types.filter { $0 == "achievement.unlocked" }.count == 3)
        #expect(bench.alerts.map(\.title) == ["3 achievements"])
        #expect(
            bench.alerts.first?.body == "First Steps (bronze), Reps (bronze), Reps (silver)")
    }

    /// What is reached within an hour of the last alert has none; the list has it.
    @Test func oneAlertInAnHour() throws {
        func alerts(after minutes: Int64, _ count: Int) throws -> [String] {
            bench.advance(ms: minutes * 60_000)
            bench.forget()
            try progress.log(count)
            #expect(bench.types.contains("achievement.unlocked"))
            return bench.alerts.map(\.title)
        }
        #expect(try alerts(after: 0, 1) == ["First Steps"])
        #expect(try alerts(after: 30, 99) == [])
        #expect(try alerts(after: 29, 100) == [])
        // An hour after the last alert, not after the last achievement.
        #expect(try alerts(after: 1, 100) == ["Reps"])
        #expect(try held().count == 4)
    }

    @Test(arguments: [(2, false), (3, true)])
    func backdatedOnesAreRecognised(_ daysAgo: Int, _ isQuiet: Bool) throws {
        progress.go(to: 20)
        bench.forget()
        try progress.backdate(20 - daysAgo)
        #expect(bench.types.contains("achievement.recognised") == isQuiet)
        #expect(bench.types.contains("achievement.unlocked") == !isQuiet)
        #expect(
            try list(#"{"held":true}"#).first?.earnedAt
                == "2026-03-\(20 - daysAgo)T12:00:00.000+00:00")
    }

    @Test func newDefinitionsAreRecognised() throws {
        try progress.log()
        bench.forget()
        var more = Self.firstSteps
        more.id = "second-steps"
        progress.define([Self.firstSteps, more])
        bench.take(bench.engine.updateFromLibrary(at: bench.clock))
        #expect(bench.types == ["achievement.recognised"])
        #expect(try held() == ["first-steps:bronze", "second-steps:bronze"])
        try bench.verify()
    }

    @Test func newDefinitionsChangeNoStreak() throws {
        try progress.log(on: [2, 3, 4])
        var more = Self.firstSteps
        more.id = "second-steps"
        progress.define([Self.firstSteps, Self.reps, Self.streak, more])
        bench.forget()
        try bench.restart()
        #expect(bench.types.contains("achievement.recognised"))
        #expect(!bench.types.contains("streak.changed"))
        #expect(try progress.streak.length == 3)
        try bench.verify()
    }

    /// What an undone change of the settings brings back was earned earlier.
    @Test func switchedOnByUndoing() throws {
        try bench.call("settings.set", #"{"achievements":false}"#)
        let seq = try #require(bench.published.last?.event.seq)
        try progress.log()
        bench.forget()
        try bench.call("journal.undo", "{\"seq\":\(seq)}")
        #expect(bench.types == ["journal.undone", "achievement.recognised"])
        #expect(bench.alerts.allSatisfy { $0.urgency == .low })
    }

    @Test func sessionsOfAnExercise() throws {
        let planks = Achievement(
            id: "planks", name: "Planks", text: "{n} planks", category: .milestone,
            measured: Measured(
                .sessions, exercise: try bench.call("exercise.get", #"{"exercise":"plank"}"#).id()),
            steps: [.init(.bronze, at: 1)])
        progress.define([planks])
        bench.take(bench.engine.updateFromLibrary(at: bench.clock))
        try bench.call("training.start", #"{"mode":"time","target":10,"exercise":"plank"}"#)
        bench.advance(ms: 15_000)
        try bench.call("training.stop")
        #expect(try held() == ["planks:bronze"])
    }

    /// A warm-up makes a day count, but is no counted set, in whatever measure.
    @Test func warmUpsAreNoEffortsOfAMeasure() throws {
        try bench.call("workout.start")
        try bench.call(
            "set.log", #"{"exercise":"squats","reps":5,"load":20,"type":"warmup"}"#)
        #expect(try held().isEmpty)
        #expect(try progress.streak.length == 1)
    }

    @Test func theListTellsOfAllTiers() throws {
        try progress.log(150)
        let all = try list()
        #expect(
            all.map { "\($0.id):\($0.tier.text)" } == [
                "first-steps:bronze", "streak:bronze", "reps:bronze", "reps:silver", "reps:gold",
            ])
        #expect(all.map(\.progress) == [1, 1, 100, 150, 150])
        #expect(all.map(\.value) == [1, 1, 150, 150, 150])
        #expect(
            try list(#"{"category":"volume","held":false}"#).map(\.tier.text) == ["silver", "gold"])
        let wrong = try bench.refusal("achievement.list", #"{"category":"luck"}"#)
        #expect(wrong.kind == .invalidParams && wrong.field == "category")
    }

    @Test func switchedOff() throws {
        try bench.call("settings.set", #"{"achievements":false}"#)
        bench.forget()
        try progress.log()
        #expect(bench.types == ["log.added"])
        #expect(try list().isEmpty)
        #expect(try progress.level.xp == 12)
        try bench.call("settings.set", #"{"achievements":true,"xp":false}"#)
        #expect(bench.types.last == "achievement.recognised")
        let level = try progress.level
        #expect(level.xp == 0 && level.level == 1 && level.nextAt == 100)
    }
}
