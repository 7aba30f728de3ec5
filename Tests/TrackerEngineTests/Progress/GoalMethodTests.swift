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

    // MARK: Figures

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
