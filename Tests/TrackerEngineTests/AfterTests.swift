import TestSupport
import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// Consequences that stand beside the results of changes. The person's clock shows 09:00 on 2026-03-01.
@Suite struct AfterTests {
    let bench: Bench

    init() throws {
        bench = try Bench()
        try bench.createExercises(["Push-ups": "reps", "Plank": "seconds"])
    }

    /// What stands beside the replies to the calls of one line.
    private func after(_ calls: [(method: String, params: String)]) throws -> [Int: After] {
        let line = calls.enumerated().map { index, call in
            "{\"id\":\(index),\"method\":\"\(call.method)\",\"params\":\(call.params)}"
        }
        let message = MessageReader().read(Array("[\(line.joined(separator: ","))]".utf8))
        guard case .batch(let batch) = message else { throw Rejection(.internalError, "no batch") }
        let outcome = bench.engine.run(batch, at: bench.clock)
        bench.take(outcome)
        for case .refused(let refusal) in outcome.replies { throw refusal }
        return outcome.after
    }

    private func after(_ method: String, _ params: String = "{}") throws -> After? {
        try after([(method, params)])[0]
    }

    /// What an interval of a run logs is told like an answer.
    @Test func aConfirmedIntervalTellsWhatItLogs() throws {
        try bench.call(
            "program.create",
            """
            {"name":"p","intervals":[{"label":"20 push-ups","confirmation":"manual",\
            "exercise":"push-ups","count":20}]}
            """)
        try bench.call("run.start", #"{"program":"p"}"#)
        let told = try after("run.confirm")
        #expect(told?.logged?.count == 20 && told?.today?.count == 20)
        #expect(told?.undo == "journal.undo")
    }

    @Test func theNextReminderWaitsOrComes() throws {
        try bench.call("reminder.create", #"{"name":"stand","every":"30m","days":"daily"}"#)
        let coming = try after("log.add", #"{"exercise":"push-ups","count":20}"#)?.next
        #expect(coming?.name == "stand" && coming?.pending == nil)
        #expect(coming?.nextAt == "2026-03-01T09:30:00.000+01:00")
        try bench.call("reminder.create", #"{"name":"pills","at":["09:20"],"days":"daily"}"#)
        bench.advance(ms: 25 * 60_000)
        let waiting = try after("log.add", #"{"exercise":"push-ups","count":20}"#)?.next
        #expect(waiting?.name == "pills" && waiting?.pending?.state == .pending)
        // Changes that log nothing don't tell it.
        #expect(try after("timer.start", #"{"duration":"5m"}"#)?.next == nil)
    }

    @Test func anAnswerTellsWhatItHasLogged() throws {
        try bench.call(
            "reminder.create",
            #"{"name":"move","every":"30m","days":"daily","exercise":"push-ups","count":12}"#)
        bench.advance(ms: 30 * 60_000)
        let answer = #"{"reminder":"move","action":"log"}"#
        let after = try after("reminder.answer", answer)
        #expect(after?.logged?.count == 12 && after?.today?.count == 12)
        #expect(after?.next?.name == "move" && after?.undo == "journal.undo")
        // A second answer changes nothing, so nothing follows.
        #expect(try self.after("reminder.answer", answer) == nil)
    }

    @Test func undoIsToldOnlyWhereItTakesBackThisChange() throws {
        #expect(try after("settings.set", #"{"unit":"lb"}"#)?.undo == "journal.undo")
        try bench.call("reminder.create", #"{"name":"stand","every":"30m"}"#)
        // Nothing is changed here, so undo would take back an older change.
        #expect(try after("reminder.enable", #"{"reminder":"stand"}"#) == nil)
        #expect(try after("rest.start", #"{"duration":"1m"}"#) == nil)
        let both = try after([
            ("log.add", #"{"exercise":"push-ups","count":1}"#),
            ("log.add", #"{"exercise":"push-ups","count":2}"#),
        ])
        #expect(both[0]?.undo == nil && both[1]?.undo == "journal.undo")
        #expect(both[0]?.today?.count == 3)
        #expect(try after("journal.undo") == nil)
        let atomic = try after(
            "atomic",
            """
            {"calls":[{"method":"log.add","params":{"exercise":"push-ups","count":1}},
            {"method":"log.add","params":{"exercise":"push-ups","count":2}}]}
            """)
        #expect(atomic?.undo == "journal.undo" && atomic?.today?.count == 4)
    }

    @Test func setsHaveTheirPartOfTheWorkoutAndTheNextSet() throws {
        try bench.call("workout.start", #"{"name":"push"}"#)
        try bench.call("set.log", #"{"exercise":"plank","seconds":60}"#)
        try bench.call("set.log", #"{"exercise":"push-ups","reps":12}"#)
        let after = try after("set.log", #"{"exercise":"push-ups","reps":10}"#)
        #expect(after?.workout?.name == "push")
        #expect(after?.workout?.exercises.map(\.name) == ["Push-ups"])
        #expect(after?.workout?.exercises.first?.sets.map(\.reps) == [12, 10])
        #expect(after?.nextSet?.why.known != nil && after?.undo == "journal.undo")
        try bench.call("workout.finish")
        let late = try self.after("set.log", #"{"workout":"last","exercise":"plank","seconds":30}"#)
        #expect(late?.workout?.exercises.map(\.name) == ["Plank"] && late?.nextSet == nil)
        #expect(try self.after("set.update", #"{"set":"last","seconds":40}"#)?.workout == nil)
    }

    @Test func rewardsAreToldOnceWithTheLastEffort() throws {
        try bench.call(
            "settings.set", #"{"xp":true,"achievements":true,"streak":true,"challenges":true}"#)
        bench.dependencies.library = nil
        let told = try after([
            ("log.add", #"{"exercise":"push-ups","count":20}"#),
            ("timer.start", #"{"duration":"5m"}"#),
        ])
        let outside = bench.published.map(\.event.type).filter { $0 == "level.reached" }
        let types = told[0]?.earned?.map(\.type) ?? []
        #expect(types.filter { $0 == "level.reached" }.count == outside.count)
        #expect(told[1]?.earned == nil && told[1]?.undo == "journal.undo")
    }

    @Test func thePresentDayFollowsItsStart() throws {
        #expect(
            bench.engine.presentDay(at: bench.clock)
                == PresentDay(date: "2026-03-01", startsAt: "04:00"))
        try bench.call("settings.set", #"{"day_starts_at":"09:30"}"#)
        #expect(
            bench.engine.presentDay(at: bench.clock)
                == PresentDay(date: "2026-02-28", startsAt: "09:30"))
    }
}
