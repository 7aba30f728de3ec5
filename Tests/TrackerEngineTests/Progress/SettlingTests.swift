import Rig
import TestSupport
import Testing
import TrackerAPI
import TrackerCore
import TrackerStore

@testable import TrackerEngine

/// Progress that follows a change: in its commit where that is quick, else in turns, and once in any case.
@Suite struct SettlingTests {
    private static let achievements = [
        Achievement(
            id: "efforts", name: "Efforts", text: "{n} efforts.", category: .milestone,
            measured: Measured(.efforts), steps: [.init(.bronze, at: 1), .init(.silver, at: 3)]),
        Achievement(
            id: "reps", name: "Reps", text: "{n} reps.", category: .volume,
            measured: Measured(.reps), steps: [.init(.bronze, at: 20)]),
    ]
    private static let challenges = [
        ChallengeTemplate(
            id: "week", kind: .weekly, text: "{target} reps", measured: Measured(.reps),
            target: 50)
    ]

    private let progress: ProgressBench
    private var bench: Bench { progress.bench }

    init() throws { progress = try ProgressBench(achievements: Self.achievements) }

    /// Lets years pass in which nothing is done.
    private func begin(after days: Int = 400) throws {
        try progress.log()
        progress.go(to: days)
        bench.forget()
    }

    private var isStale: Bool { bench.engine.isProgressStale }

    @Test func aChangeOfTodayIsToldAtOnce() throws {
        bench.isBusy = true
        try progress.log()
        #expect(bench.types == ["log.added", "achievement.unlocked"])
        #expect(!isStale)
        let events = bench.published.map(\.event)
        #expect(events[0].cause == .request("log.add"))
        #expect(events[1].cause == .deadline("progress"))
    }

    @Test func aChangeAndWhatItReachesAreOneCommit() throws {
        let (bench, faulty) = try Bench.onFaultyDisk()
        try bench.call("exercise.create", #"{"name":"Squats","unit":"reps"}"#)
        bench.isBusy = true
        faulty.set {
            $0.interruption = .init(after: 1, isOfSyncs: true) { FaultyDisk.failedSync }
        }
        try bench.call("log.add", #"{"exercise":"squats","count":10}"#)
        #expect(!bench.engine.health.isDegraded)
        #expect(!bench.engine.isProgressStale)
        faulty.heal()
        try bench.verify()
    }

    @Test(arguments: [0, 1, 2, 6]) func aChangeOfTheLastDaysIsToldAtOnce(_ daysAgo: Int) throws {
        try begin()
        bench.isBusy = true
        try progress.backdate(400 - daysAgo - 1)
        #expect(!isStale)
        try bench.verify()
    }

    @Test func aChangeLongAgoIsSettledLater() throws {
        try begin()
        bench.isBusy = true
        try progress.backdate(40)
        try progress.backdate(41)
        #expect(bench.types == ["log.added", "log.added"])
        #expect(isStale)
        // Requests for figures take turns until then.
        let requests: [any Request] = [
            Status(), LevelGet(), ChallengeList(), ChallengeSwap(kind: .daily),
        ]
        for request in requests { #expect(bench.engine.isLong(Call(request)), "\(request)") }
        #expect(!bench.engine.isLong(Call(TimerList())))
        // One turn for each 32 days.
        var turns = 0
        while isStale {
            bench.take(bench.engine.settleProgress(at: bench.clock) { false })
            turns += 1
        }
        #expect(turns > 10)
        #expect(bench.types.filter { $0 == "achievement.recognised" }.count == 1)
        #expect(
            try bench.data(of: "achievement.recognised")["ids"]?.strings
                == ["reps:bronze", "efforts:silver"])
        bench.forget()
        try bench.verify()
        #expect(bench.types.isEmpty)
    }

    @Test func whoAsksForFiguresSettlesFirst() throws {
        try begin()
        bench.isBusy = true
        try progress.backdate(40)
        #expect(isStale)
        #expect(try progress.level.xp == 12 + 12 + 25 + 25)
        #expect(!isStale)
    }

    @Test func aSwapSettlesFirst() throws {
        progress.define(Self.achievements, Self.challenges)
        try bench.restart()
        try begin()
        bench.isBusy = true
        try progress.backdate(40)
        #expect(isStale)
        let refusal = try bench.refusal("challenge.swap", #"{"kind":"weekly"}"#)
        #expect(refusal.state == "alone")
        #expect(!isStale)
    }

    @Test func aKillInBetweenLosesNothingAndTellsNothingTwice() throws {
        try begin()
        bench.isBusy = true
        try progress.backdate(40)
        // Some of the turns are done.
        bench.take(bench.engine.settleProgress(at: bench.clock) { false })
        try progress.backdate(41)
        try bench.crash()
        bench.forget()
        try bench.start()
        #expect(isStale)
        #expect(!bench.types.contains("achievement.recognised"))
        bench.isBusy = false
        try bench.verify()
        #expect(bench.types.filter { $0 == "achievement.recognised" }.count == 1)
        let level = try progress.level
        #expect(level.xp == 3 * 12 + 25 + 25 + 50)
        bench.forget()
        try bench.restart()
        try progress.undo()
        try bench.call("journal.redo")
        #expect(!bench.types.contains("achievement.recognised"))
        #expect(try progress.level.xp == level.xp)
    }

    @Test func severalAreToldInTheOrderOfTheirEfforts() throws {
        let calls = [
            #"{"method":"log.add","params":{"exercise":"squats","count":20}}"#,
            #"{"method":"log.add","params":{"exercise":"squats","count":1,"at":"-3m"}}"#,
        ]
        try bench.call("atomic", "{\"calls\":[\(calls.joined(separator: ","))]}")
        let told = bench.published.filter { $0.event.type == "achievement.unlocked" }
        #expect(told.map(\.event.subject) == ["efforts", "reps"])
        // One alert tells of both.
        let alerts = told.compactMap(\.alert)
        #expect(alerts.map(\.title) == ["2 achievements"])
    }

    @Test func theDayEndsWhileProgressIsStale() throws {
        try begin()
        try progress.log(at: "-1m")
        bench.isBusy = true
        try progress.backdate(40)
        bench.forget()
        progress.go(to: 401)
        #expect(isStale)
        bench.isBusy = false
        try bench.verify()
        #expect(bench.types.filter { $0 == "day.closed" }.count == 1)
        #expect(try bench.data(of: "day.closed")["day"] == .string("2027-04-04"))
    }

    @Test func theStreakTellsWhoChangedIt() throws {
        try progress.setActive("sun")
        try progress.log(on: Array(stride(from: 8, through: 71, by: 7)))
        bench.forget()
        bench.isBusy = true
        try progress.backdate(4)
        try progress.backdate(5)
        #expect(!bench.types.contains("streak.changed"))
        bench.isBusy = false
        try bench.verify()
        let changed = try bench.data(of: "streak.changed")
        #expect(changed["cause"] == .string("request:log.add"))
        #expect(bench.types.filter { $0 == "streak.changed" }.count == 1)
    }

    @Test func whatCannotBeWrittenIsToldOnceItCan() throws {
        let (bench, faulty) = try Bench.onFaultyDisk()
        try bench.call("exercise.create", #"{"name":"Squats","unit":"reps"}"#)
        try bench.call("log.add", #"{"exercise":"squats","count":10}"#)
        bench.advance(ms: 400 * 86_400_000)
        bench.isBusy = true
        try bench.call("log.add", #"{"exercise":"squats","count":10,"at":"-300d"}"#)
        bench.forget()
        faulty.fillUp(reserveBytes: 0)
        bench.take(bench.engine.settleProgress(at: bench.clock) { false })
        #expect(bench.engine.health.isDegraded)
        #expect(!bench.engine.isProgressStale)
        faulty.heal()
        bench.isBusy = false
        bench.advance(ms: 10_000)
        try bench.call("timer.start", #"{"duration":"1m"}"#)
        #expect(!bench.engine.health.isDegraded)
        #expect(!bench.engine.isProgressStale)
        try bench.verify()
    }
}
