import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine

/// A day means the same everywhere: it begins at `day_starts_at`, 04:00 by default. The bench's clock shows
/// Sunday, 2026-03-01, 09:00 at first; these tests begin at 01:30 in the following night.
@Suite struct DayTests {
    let bench: Bench

    /// Makes a row of each kind at 01:30.
    init() throws {
        bench = try Bench()
        try bench.call("exercise.create", #"{"name":"Squats","unit":"reps"}"#)
        try bench.call(
            "program.create", #"{"name":"p","intervals":[{"label":"Work","duration":"1m"}]}"#)
        try bench.call("reminder.create", #"{"name":"move","at":["01:30"],"days":"daily"}"#)
        bench.advance(to: 0, 30, day: 1)
        try bench.call("log.add", #"{"exercise":"squats","count":5}"#)
        try bench.call("training.start", #"{"mode":"reps","target":5,"rest":0}"#)
        try bench.call("training.reps", #"{"count":1}"#)
        try bench.call("training.stop")
        try bench.call("run.start", #"{"program":"p"}"#)
        try bench.call("run.stop")
    }

    private static let lists = [
        ("log.list", "entries"), ("training.list", "trainings"), ("run.list", "runs"),
        ("occurrence.list", "occurrences"),
    ]

    private func count(_ method: String, _ member: String, _ params: String) throws -> Int? {
        try bench.call(method, params)[member]?.list.count
    }

    @Test(arguments: lists) func theNightBelongsToTheDayBefore(
        _ method: String, _ member: String
    ) throws {
        let before = #"{"from":"2026-03-01","to":"2026-03-01"}"#
        let after = #"{"from":"2026-03-02","to":"2026-03-02"}"#
        #expect(try count(method, member, before) == 1)
        #expect(try count(method, member, after) == 0)
        // A new beginning of the day applies to later rows only.
        try bench.call("settings.set", #"{"day_starts_at":"00:00"}"#)
        #expect(try count(method, member, before) == 1)
        #expect(try count(method, member, after) == 0)
        // A bound with a time of day is taken as it is.
        #expect(try count(method, member, #"{"from":"2026-03-02T01:30"}"#) == 1)
        #expect(try count(method, member, #"{"to":"2026-03-02T01:30"}"#) == 0)
    }

    @Test func todayTurnsWithTheDay() throws {
        func today() throws -> (date: JSONValue?, entries: Int?) {
            let today = try bench.call("status")["today"]
            return (today?["date"], today?["totals"]?.list.count)
        }
        #expect(try today() == (.string("2026-03-01"), 1))
        bench.advance(to: 2, 59)
        #expect(try today() == (.string("2026-03-01"), 1))
        bench.advance(to: 3)
        #expect(try today() == (.string("2026-03-02"), 0))
    }

    @Test(
        arguments: lists + [("workout.list", "workouts")],
        [
            #"{"from":"2026-03-02","to":"2026-03-01"}"#, #"{"from":"-1h","to":"-2h"}"#,
            // The day ends at the very moment at which the span begins.
            #"{"from":"2026-03-02T04:00","to":"2026-03-01"}"#,
        ])
    func anEndBeforeTheBeginningIsRefused(
        _ list: (method: String, member: String), _ params: String
    ) throws {
        let refusal = try bench.refusal(list.method, params)
        #expect(refusal.kind == .invalidParams && refusal.field == "to")
        #expect(refusal.message == "to is before from")
    }
}
