import Testing
import TrackerAPI
import TrackerCore
import TrackerStore

@testable import TrackerEngine

/// The streak over the wire, day by day of March 2026.
@Suite struct StreakMethodTests {
    let progress: ProgressBench
    var bench: Bench { progress.bench }

    init() throws { progress = try ProgressBench() }

    @Test func aWorkWeekWithAFrozenDay() throws {
        try progress.log(on: [2, 3, 4, 5, 6, 9, 10])
        #expect(try progress.streak.length == 7)
        #expect(try progress.streak.tokens == 1)
        progress.go(to: 12)
        #expect(try progress.day(11) == ["frozen 7 0"])
        #expect(try progress.day(12) == ["open 7 0"])
        #expect(try progress.day(7) == ["rest 5 0"])
        try progress.log()
        #expect(try progress.streak.length == 8)
        #expect(try progress.streak.today == .done)
        bench.forget()
        try progress.backdate(11)
        #expect(try progress.streak.length == 9)
        #expect(try progress.streak.tokens == 1)
        #expect(bench.types == ["log.added", "streak.changed", "level.reached"])
        let changed = try bench.data(of: "streak.changed")
        #expect(changed["from"] == .integer(8) && changed["to"] == .integer(9))
        #expect(changed["cause"] == .string("request:log.add"))
        try bench.verify()
    }

    @Test func theStreakOfOneExercise() throws {
        func streak(_ params: String = "") throws -> StreakGet.Response {
            try progress.result("streak.get", "{\"exercise\":\"squats\"\(params)}")
        }
        let none = try streak()
        #expect(none.length == 0 && none.today == .open && none.days.isEmpty)
        #expect(none.name == "Squats")
        progress.go(to: 2)
        try progress.log(60, "plank")
        try progress.log(on: [3, 4, 5])
        try progress.log()
        progress.go(to: 6)
        try progress.log(60, "plank")
        #expect(try progress.streak.length == 5)
        let open = try streak()
        #expect(open.length == 3 && open.best == 3 && open.today == .open)
        #expect(open.days.map(\.day).first == "2026-03-03")
        #expect(open.days.map(\.efforts) == [1, 1, 2, 0])
        // The weekend neither counts nor ends it; Friday was missed.
        progress.go(to: 9)
        try progress.log()
        let anew = try streak(#","from":"2026-03-06","to":"2026-03-08""#)
        #expect(anew.length == 1 && anew.best == 3 && anew.today == .done)
        #expect(anew.days.map(\.state.text) == ["missed", "rest", "rest"])
        let unknown = try bench.refusal("streak.get", #"{"exercise":"flying"}"#)
        #expect(unknown.kind == .notFound && unknown.field == "exercise")
        try bench.call("settings.set", #"{"streak":false}"#)
        #expect(try streak().length == 0 && streak().days.isEmpty)
    }

    @Test func theDayTurnsAtFour() throws {
        bench.advance(to: 3, 59, day: 1)
        try progress.log()
        bench.advance(to: 4)
        try progress.log()
        #expect(try progress.day(2) == ["done 1 0"])
        #expect(try progress.day(3) == ["done 2 0"])
    }

    @Test func theEndOfTheDayIsTold() throws {
        try progress.log(on: [2])
        bench.forget()
        bench.advance(to: 3, 59, day: 1)
        #expect(!bench.types.contains("day.closed"))
        bench.advance(to: 4)
        let closed = try bench.data(of: "day.closed")
        #expect(closed["day"] == .string("2026-03-02"))
        #expect(closed["state"] == .string("done"))
        #expect(closed["length"] == .integer(1) && closed["tokens"] == .integer(0))
        // Two days without a daemon are told in their order, and only once.
        bench.forget()
        bench.drift(ms: 2 * 86_400_000)
        try bench.restart()
        #expect(bench.types.filter { $0 == "day.closed" }.count == 2)
        #expect(try bench.data(of: "day.closed")["day"] == .string("2026-03-04"))
        #expect(try bench.data(of: "day.closed")["state"] == .string("missed"))
        bench.forget()
        try bench.restart()
        #expect(bench.types.isEmpty)
        try bench.verify()
    }

    /// It is a Wednesday.
    @Test(arguments: ["sunday", "sunday 18:00"])
    func aPauseUntilAWeekday(_ until: String) throws {
        progress.go(to: 4)
        let paused = try bench.call("streak.pause", "{\"until\":\"\(until)\"}")
        #expect(paused["pauses"]?.list.map { $0["until"]?.string } == ["2026-03-08"])
    }

    @Test func switchedOff() throws {
        try progress.log(on: [2, 3])
        try bench.call("settings.set", #"{"streak":false}"#)
        bench.forget()
        progress.go(to: 6)
        try progress.backdate(4)
        #expect(!bench.types.contains("day.closed") && !bench.types.contains("streak.changed"))
        #expect(try progress.streak.days.isEmpty)
        try bench.call("settings.set", #"{"streak":true}"#)
        #expect(try progress.streak.length == 0)
        #expect(try progress.streak.best == 3)
    }

    @Test func aWrongCheckpointIsFound() throws {
        try progress.log(on: [2, 3, 4])
        try bench.verify()
        _ = try bench.engine.store.perform(at: bench.clock) { transaction in
            let last = try #require(try transaction.checkpoint())
            var content = try #require(try transaction.content(of: last))
            content.replace("\"length\":2", with: "\"length\":7")
            try transaction.keep(Checkpoint(day: last.day, version: 1), content)
        }
        let report = try bench.call("journal.verify")
        #expect(report["ok"] == .bool(false))
        #expect(report["differences"]?.strings == ["the checkpoint of 2026-03-03 is wrong"])
    }

    /// What another version made of the days is made anew at the start.
    @Test func anotherVersionsCheckpointsAreMadeAnew() throws {
        try progress.log(on: [2, 3, 4])
        _ = try bench.engine.store.perform(at: bench.clock) { transaction in
            let last = try #require(try transaction.checkpoint())
            let content = try #require(try transaction.content(of: last))
            let other = content.replacing(/"rules":[0-9]+/, with: "\"rules\":0")
            #expect(other != content)
            try transaction.keep(Checkpoint(day: last.day, version: 1), other)
        }
        bench.forget()
        try bench.restart()
        #expect(try progress.streak.length == 3)
        #expect(bench.types.isEmpty)
        try bench.verify()
    }

    /// A session that gets its exercise when it is over has a log entry from then on, on the day on which it
    /// ended.
    @Test func aSessionThatIsNamedLater() throws {
        try bench.call("training.start", #"{"mode":"time","target":10}"#)
        progress.go(to: 3)
        try bench.call("training.stop")
        #expect(try progress.streak.days.first?.day == "2026-03-02")
        try bench.call("training.update", #"{"training":"last","exercise":"plank"}"#)
        let streak = try progress.streak
        #expect(streak.days.map(\.day) == ["2026-03-03"] && streak.length == 1)
        try bench.verify()
    }

    /// At five the second had ended; with days from six on it is open once more.
    @Test func aLaterStartOpensTheDayAgain() throws {
        try progress.log()
        bench.advance(to: 5, 0, day: 1)
        #expect(try bench.data(of: "day.closed")["day"] == .string("2026-03-02"))
        bench.forget()
        try bench.call("settings.set", #"{"day_starts_at":"06:00"}"#)
        #expect(try progress.streak.days.last?.day == "2026-03-02")
        bench.advance(to: 6, 1)
        #expect(try bench.data(of: "day.closed")["day"] == .string("2026-03-02"))
        try bench.verify()
    }

    // MARK: Journeys

    private func travel(_ name: String, hoursEast: Int) {
        bench.place.become(name) { _ in hoursEast * 3600 }
        bench.take(bench.engine.calendarChanged(at: bench.clock))
    }

    /// Los Angeles to Auckland: 6 March began at 12:00Z and lasted six hours.
    @Test func aShortDayAsksForNothing() throws {
        travel("America/Los_Angeles", hoursEast: -8)
        try progress.setActive("daily")
        for day in 3...5 {
            progress.go(to: day)
            bench.advance(to: 20)
            try progress.log()
        }
        bench.advance(to: 18, 0, day: 1)
        travel("Pacific/Auckland", hoursEast: 13)
        progress.go(to: 9)
        #expect(try progress.day(6) == ["rest 3 0"])
    }

    /// The journey of the next test, without a daemon on the way.
    @Test func aDayIsOpenAgainAfterAStart() throws {
        travel("Pacific/Auckland", hoursEast: 13)
        try progress.setActive("daily")
        try progress.log(on: [5, 6, 7])
        bench.advance(ms: 1_772_996_400_000 - bench.clock.wallMs)
        bench.stop()
        bench.place.become("America/Los_Angeles") { _ in -7 * 3600 }
        try bench.start()
        bench.forget()
        bench.advance(ms: 16 * 3_600_000)
        #expect(try bench.data(of: "day.closed")["day"] == .string("2026-03-08"))
        try bench.verify()
    }

    /// Auckland to Los Angeles: 8 March had ended at 15:00Z, is open again, and ends at 2026-03-09T11:00Z.
    @Test func aDayIsOpenAgain() throws {
        travel("Pacific/Auckland", hoursEast: 13)
        try progress.setActive("daily")
        try progress.log(on: [5, 6, 7])
        // 2026-03-08T19:00Z
        bench.advance(ms: 1_772_996_400_000 - bench.clock.wallMs)
        #expect(try progress.day(8) == ["missed 0 0"])
        bench.forget()
        travel("America/Los_Angeles", hoursEast: -7)
        #expect(try progress.day(8) == ["open 3 0"])
        try progress.log()
        #expect(try progress.streak.length == 4)
        bench.advance(ms: 16 * 3_600_000)
        #expect(try bench.data(of: "day.closed")["day"] == .string("2026-03-08"))
        #expect(try bench.data(of: "day.closed")["state"] == .string("done"))
        try bench.verify()
    }
}
