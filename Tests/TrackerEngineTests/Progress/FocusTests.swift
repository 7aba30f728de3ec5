import TestSupport
import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// Work in runs, in reports, on the timeline and as a measure. The first day is Monday 2 March 2026, 10:00.
@Suite struct FocusTests {
    let progress: ProgressBench
    var bench: Bench { progress.bench }

    private static let achievement = Achievement(
        id: "focus", name: "Focus", text: "{n} min of work.", category: .volume,
        measured: Measured(.focus), steps: [.init(.bronze, at: 50), .init(.silver, at: 500)])
    private static let challenges = ["a", "b"].map {
        ChallengeTemplate(
            id: $0, kind: .daily, text: "{target} min of work", measured: Measured(.focus),
            target: 25)
    }

    init() throws {
        progress = try ProgressBench(
            achievements: [Self.achievement], challenges: Self.challenges)
        try bench.call(
            "program.create",
            """
            {"name":"pomodoro","intervals":[{"repeat":2,"intervals":[\
            {"label":"Work","duration":"25m"},\
            {"label":"Break","duration":"5m","kind":"break"}]}]}
            """)
        bench.forget()
    }

    private func start(minutes: Int64) throws {
        try bench.call("run.start", #"{"program":"pomodoro"}"#)
        bench.advance(ms: minutes * 60_000)
    }

    private func report(_ day: Int) throws -> ReportView {
        try progress.result(
            "report.get", "{\"period\":\"day\",\"date\":\"2026-03-0\(day)\"}")
    }

    @Test func aGoalCountsTheMinutes() throws {
        let hour: GoalView = try progress.result(
            "goal.add", #"{"measure":"focus","seconds":3600}"#)
        #expect(hour.name == "Daily focus" && hour.target == 60 && hour.progress?.value == 0)
        try start(minutes: 60)
        // Whole minutes of each run count.
        try bench.call("run.start", #"{"program":"pomodoro"}"#)
        bench.advance(ms: 630_000)
        try bench.call("run.stop")
        let details: GoalGet.Response = try progress.result("goal.get", #"{"goal":"focus"}"#)
        #expect(details.goal.progress?.value == 60 && details.goal.progress?.state == .met)
        try bench.verify()
    }

    @Test func aRunCountsOnceItHasEnded() throws {
        try start(minutes: 59)
        #expect(try bench.call("run.get")["worked_ms"] == .integer(50 * 60_000))
        #expect(try report(2).focus == nil)
        bench.advance(ms: 60_000)
        let ended = try bench.call("run.get")
        #expect(ended["worked_ms"] == .integer(50 * 60_000) && ended["rounds"] == .integer(2))
        let focus = FocusView(runs: 1, seconds: 3000, rounds: 2)
        let view = try report(2)
        #expect(view.focus == focus && view.days.map(\.focus) == [focus])
        // It isn't an effort.
        #expect(view.days.map(\.efforts) == [0] && view.active.done == 0)
        let status: Status.Response = try progress.result("status")
        #expect(status.today.focus == focus)
        let timeline: TimelineGet.Response = try progress.result("timeline.get")
        #expect(timeline.runs?.map(\.name) == ["pomodoro"])
        #expect(timeline.runs?.map(\.at) == ["2026-03-02T10:00:00.000+00:00"])
        #expect(timeline.runs?.map(\.seconds) == [3000] && timeline.efforts.isEmpty)
        try bench.verify()
    }

    @Test func itIsAMeasure() throws {
        try start(minutes: 60)
        #expect(bench.types.contains("achievement.unlocked"))
        #expect(bench.types.contains("challenge.completed"))
        let rows = try bench.call("progress.explain", #"{"what":"achievement:focus"}"#)["rows"]?
            .list
        #expect(rows?.count == 1)
        #expect(rows?.first?["entity"] == .string("run"))
        #expect(rows?.first?["text"]?.string?.hasSuffix("a run with 50 min of work") == true)
        try bench.verify()
    }

    /// What was skipped or cut off counts with the time that was spent in it, but not as a round.
    @Test func whatWasCutOffIsNoRound() throws {
        try start(minutes: 10)
        try bench.call("run.skip")
        bench.advance(ms: 60_000)
        try bench.call("run.skip")
        bench.advance(ms: 5 * 60_000)
        try bench.call("run.pause")
        bench.advance(ms: 60 * 60_000)
        try bench.call("run.stop")
        #expect(try report(2).focus == FocusView(runs: 1, seconds: 900, rounds: 0))
    }

    /// A run belongs to the day of its start, also where it ends on a later one.
    @Test func aRunOverMidnight() throws {
        bench.advance(ms: 17 * 3_600_000)
        try start(minutes: 2 * 60)
        progress.go(to: 4)
        #expect(try report(2).focus == FocusView(runs: 1, seconds: 3000, rounds: 2))
        #expect(try report(3).focus == nil)
        try bench.verify()
    }

    /// A run without work intervals counts nowhere.
    @Test func aRunWithoutWorkCountsNowhere() throws {
        try bench.call(
            "program.create",
            #"{"name":"nap","intervals":[{"label":"a","duration":"20m","kind":"rest"}]}"#)
        try bench.call("run.start", #"{"program":"nap"}"#)
        bench.advance(ms: 20 * 60_000)
        #expect(try report(2).focus == nil)
        let timeline: TimelineGet.Response = try progress.result("timeline.get")
        #expect(timeline.runs == nil)
    }
}
