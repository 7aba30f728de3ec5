import TestSupport
import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// Goals over the wire, in March 2026, which began on a Sunday.
@Suite struct GoalMethodTests {
    let progress: ProgressBench
    var bench: Bench { progress.bench }

    init() throws { progress = try ProgressBench() }

    private func goals() throws -> [GoalView] {
        let list: GoalList.Response = try progress.result("goal.list")
        return list.goals
    }

    private func goal(_ name: String) throws -> GoalView {
        let found: GoalGet.Response = try progress.result("goal.get", "{\"goal\":\"\(name)\"}")
        return found.goal
    }

    private func standing(_ name: String) throws -> String {
        let progress = try #require(try goal(name).progress)
        return "\(progress.value) \(progress.state.text) \(progress.streak)"
    }

    // MARK: Adding

    @Test func aGoalIsNamedAfterItsPeriod() throws {
        bench.forget()
        let daily: GoalView = try progress.result("goal.add", #"{"exercise":"squats","count":50}"#)
        #expect(daily.name == "Daily Squats" && daily.unit == "reps" && daily.target == 50)
        #expect(daily.progress?.from == "2026-03-02" && daily.progress?.to == "2026-03-02")
        #expect(bench.types == ["goal.created"])
        #expect(try bench.data(of: "goal.created")["progress"] == nil)
        let weekly: GoalView = try progress.result(
            "goal.add", #"{"exercise":"squats","count":200,"period":"weekly"}"#)
        #expect(weekly.name == "Weekly Squats" && weekly.progress?.to == "2026-03-08")
        let plank: GoalView = try progress.result(
            "goal.add", #"{"exercise":"plank","seconds":300,"period":"weekdays"}"#)
        #expect(plank.name == "Weekday Plank" && plank.target == 300)
        try bench.call("goal.add", #"{"measure":"workouts","count":3,"name":"gym"}"#)
        #expect(
            try goals().map(\.name) == ["Daily Squats", "gym", "Weekday Plank", "Weekly Squats"])
        try bench.verify()
    }

    @Test(arguments: [
        (#"{"count":5}"#, "exercise"), (#"{"exercise":"squats","measure":"efforts"}"#, "exercise"),
        (#"{"exercise":"squats"}"#, "count"), (#"{"exercise":"squats","seconds":60}"#, "seconds"),
        (#"{"exercise":"plank","seconds":60,"count":5}"#, "seconds"),
        (#"{"measure":"workouts","seconds":60}"#, "seconds"),
        (#"{"measure":"workouts","count":0}"#, "count"),
        (#"{"measure":"focus","seconds":90}"#, "seconds"),
        (#"{"measure":"focus","seconds":0}"#, "seconds"),
        (#"{"measure":"focus","seconds":60,"count":5}"#, "seconds"),
        (#"{"exercise":"plank","seconds":604801}"#, "count"),
        (#"{"exercise":"squats","count":5,"name":" "}"#, "name"),
    ])
    func whatIsRefused(_ params: String, _ field: String) throws {
        let refusal = try bench.refusal("goal.add", params)
        #expect(refusal.kind == .invalidParams && refusal.field == field)
        #expect(try goals().isEmpty)
    }

    @Test func namesAreUnique() throws {
        try bench.call("goal.add", #"{"exercise":"squats","count":50}"#)
        let taken = try bench.refusal("goal.add", #"{"exercise":"squats","count":60}"#)
        #expect(taken.kind == .conflict && taken.field == "name" && taken.state == "taken")
        try bench.call("goal.add", #"{"exercise":"squats","count":60,"name":"more"}"#)
        let renamed = try bench.refusal("goal.update", #"{"goal":"more","name":"daily SQUATS"}"#)
        #expect(renamed.state == "taken")
    }

    @Test func thereAreFiftyAtMost() throws {
        for number in 1...50 {
            try bench.call(
                "goal.add", "{\"measure\":\"efforts\",\"count\":1,\"name\":\"g\(number)\"}")
        }
        let refusal = try bench.refusal(
            "goal.add", #"{"measure":"efforts","count":1,"name":"one more"}"#)
        #expect(refusal.kind == .tooLarge)
        #expect(try goals().count == 50)
    }

    @Test func aFewWordsAreEnough() throws {
        try bench.call("goal.add", #"{"exercise":"squats","count":50}"#)
        #expect(try goal("squats").name == "Daily Squats")
        try bench.call("goal.add", #"{"exercise":"squats","count":200,"period":"weekly"}"#)
        let several = try bench.refusal("goal.get", #"{"goal":"squats"}"#)
        #expect(several.kind == .ambiguous && several.matches?.count == 2)
        #expect(several.message.contains("Daily Squats, Weekly Squats"))
        #expect(try goal("squats weekly").name == "Weekly Squats")
        #expect(try goal(goal("daily").id).name == "Daily Squats")
        let none = try bench.refusal("goal.get", #"{"goal":"daily squat"}"#)
        #expect(none.kind == .notFound && none.message.contains("did you mean Daily Squats?"))
    }

    // MARK: Figures

    @Test func progressFollowsFromTheLog() throws {
        try bench.call("goal.add", #"{"exercise":"squats","count":50}"#)
        #expect(try standing("squats") == "0 open 0")
        try progress.log(20)
        try progress.log(29)
        #expect(try standing("squats") == "49 open 0")
        try progress.log(1)
        #expect(try standing("squats") == "50 met 1")
        try progress.undo()
        #expect(try standing("squats") == "49 open 0")
        try bench.call("journal.redo")
        #expect(try standing("squats") == "50 met 1")
        progress.go(to: 3)
        #expect(try standing("squats") == "0 open 1")
        progress.go(to: 4)
        #expect(try standing("squats") == "0 open 0")
        // What is written up later counts on its day.
        try bench.call("log.add", #"{"exercise":"squats","count":50,"at":"2026-03-03 12:00"}"#)
        #expect(try standing("squats") == "0 open 2")
    }

    @Test func whatWasDoneBeforeCounts() throws {
        for day in 2...9 {
            progress.go(to: day)
            try progress.log(50)
        }
        try bench.call("goal.add", #"{"exercise":"squats","count":50}"#)
        #expect(try standing("squats") == "50 met 8")
        let details: GoalGet.Response = try progress.result("goal.get", #"{"goal":"squats"}"#)
        #expect(details.periods.first?.from == "2026-03-02" && details.periods.count == 8)
        #expect(details.scores.count == 12 && details.scores.last?.day == "2026-03-09")
        #expect(details.goal.progress?.score == 0.347)
    }

    @Test func aLongStreakIsWhole() throws {
        try bench.call("goal.add", #"{"measure":"efforts","count":1}"#)
        for day in 2...80 {
            progress.go(to: day)
            try progress.log()
        }
        #expect(try standing("efforts") == "1 met 79")
        let status: Status.Response = try progress.result("status")
        #expect(status.goals?.shown.first?.progress?.streak == 79)
        #expect(status.goals?.shown.first?.progress?.score == nil)
    }

    @Test func setsWorkoutsAndSessionsCount() throws {
        try bench.call("goal.add", #"{"exercise":"squats","count":50}"#)
        try bench.call("goal.add", #"{"measure":"workouts","count":2,"period":"weekly"}"#)
        try bench.call("goal.add", #"{"measure":"trainings","count":2}"#)
        try bench.call("goal.add", #"{"measure":"efforts","count":9}"#)
        try bench.call("workout.start")
        let set = #""exercise":"squats","reps":10,"load":50"#
        try bench.call("set.log", "{\(set),\"type\":\"warmup\"}")
        try bench.call("set.log", "{\(set)}")
        #expect(try standing("squats") == "10 open 0")
        #expect(try standing("workouts") == "0 open 0")
        try bench.call("workout.finish")
        #expect(try standing("workouts") == "1 open 0")
        try bench.call("training.start", #"{"mode":"reps","target":5,"rest":0}"#)
        try bench.call("training.reps", #"{"count":5}"#)
        #expect(try standing("trainings") == "1 open 0")
        try progress.log(60, "plank")
        // A set, a session and an entry.
        #expect(try standing("efforts") == "3 open 0")
    }

    @Test func weeksAreThoseOfTheSettings() throws {
        try bench.call("goal.add", #"{"exercise":"squats","count":50,"period":"weekly"}"#)
        progress.go(to: 8)
        try progress.log(50)
        #expect(try standing("squats") == "50 met 1")
        progress.go(to: 9)
        #expect(try standing("squats") == "0 open 1")
        try bench.call("settings.set", #"{"week_starts":"sun"}"#)
        #expect(try standing("squats") == "50 met 1")
    }

    @Test func aPauseOfTheStreakIsOneOfGoals() throws {
        try bench.call("goal.add", #"{"exercise":"squats","count":10}"#)
        try progress.log(on: [2, 3])
        progress.go(to: 4)
        try bench.call("streak.pause", #"{"until":"2026-03-05"}"#)
        progress.go(to: 6)
        #expect(try standing("squats") == "0 open 2")
    }

    // MARK: Changing

    @Test func aNewTargetHoldsFromTodayOn() throws {
        try bench.call("goal.add", #"{"exercise":"squats","count":10}"#)
        try progress.log(on: [2, 3, 4])
        let changed: GoalView = try progress.result(
            "goal.update", #"{"goal":"squats","count":20}"#)
        #expect(changed.target == 20 && changed.progress?.state == .open)
        #expect(changed.progress?.streak == 2)
        let details: GoalGet.Response = try progress.result("goal.get", #"{"goal":"squats"}"#)
        #expect(details.periods.map(\.target) == [10, 10, 20])
        try progress.undo()
        #expect(try standing("squats") == "10 met 3")
        let nothing = try bench.refusal("goal.update", #"{"goal":"squats"}"#)
        #expect(nothing.kind == .invalidParams && nothing.field == "goal")
    }

    @Test func aDeletedGoalCanBePutBack() throws {
        try bench.call("goal.add", #"{"exercise":"squats","count":10}"#)
        try progress.log()
        try bench.call("goal.delete", #"{"goal":"squats"}"#)
        #expect(try goals().isEmpty && bench.types.last == "goal.deleted")
        try progress.undo()
        #expect(try standing("squats") == "10 met 1")
        try bench.verify()
    }

    @Test func anExerciseOfAGoalStays() throws {
        try bench.call("goal.add", #"{"exercise":"squats","count":10}"#)
        let used = try bench.refusal("exercise.delete", #"{"exercise":"squats"}"#)
        #expect(used.kind == .conflict && used.state == "goal")
        let unit = try bench.refusal(
            "exercise.update", #"{"exercise":"squats","unit":"seconds"}"#)
        #expect(unit.kind == .conflict && unit.field == "unit" && unit.state == "goal")
        try bench.createExercises(["Air Squats": "reps"])
        let merged = try bench.call(
            "exercise.merge", #"{"exercise":"squats","into":"air squats"}"#)
        #expect(merged["merged"]?["goals"] == .integer(1))
        #expect(try goals().map(\.exerciseName) == ["Air Squats"])
    }

    // MARK: Elsewhere

    @Test func theStatusHasThree() throws {
        var status: Status.Response = try progress.result("status")
        #expect(status.goals == nil)
        for number in 1...4 {
            try bench.call(
                "goal.add", "{\"measure\":\"efforts\",\"count\":\(number),\"name\":\"g\(number)\"}")
        }
        try progress.log()
        status = try progress.result("status")
        #expect(status.goals?.met == 1 && status.goals?.total == 4)
        #expect(status.goals?.shown.map(\.name) == ["g2", "g3", "g4"])
    }

    @Test func reportsHaveGoals() throws {
        try bench.call("goal.add", #"{"exercise":"squats","count":10}"#)
        try bench.call("goal.add", #"{"exercise":"squats","count":30,"period":"weekly"}"#)
        try progress.log(on: [2, 3, 5])
        let running: ReportView = try progress.result("report.get", #"{"period":"week"}"#)
        let words = { (report: ReportView) in
            (report.goals ?? []).map { "\($0.met)/\($0.of) \($0.value)/\($0.target)" }
        }
        #expect(words(running) == ["3/4 10/10", "1/1 30/30"])
        progress.go(to: 12)
        let over: ReportView = try progress.result(
            "report.get", #"{"period":"week","date":"2026-03-05"}"#)
        #expect(words(over) == ["3/7 0/10", "1/1 30/30"])
        let day: ReportView = try progress.result(
            "report.get", #"{"period":"day","date":"2026-03-05"}"#)
        #expect(words(day) == ["1/1 10/10"])
        let before: ReportView = try progress.result(
            "report.get", #"{"period":"week","date":"2026-02-25"}"#)
        #expect(before.goals == nil)
        let then: ReportView = try progress.result(
            "report.get", #"{"period":"week","as_of":"2026-03-02T09:00:00Z"}"#)
        #expect(then.goals == nil)
    }
}
