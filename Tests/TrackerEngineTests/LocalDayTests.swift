import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine

/// The local day of a row stays, wherever the person travels.
@Suite struct LocalDayTests {
    let bench: Bench

    /// The bench's clock shows 2026-03-01T08:00Z.
    init() throws {
        bench = try Bench()
        try bench.call("exercise.create", #"{"name":"Squats","unit":"reps"}"#)
        try bench.call(
            "program.create", #"{"name":"p","intervals":[{"label":"Work","duration":"1m"}]}"#)
    }

    private func travel(_ name: String, hoursEast: Int) {
        bench.place.become(name) { _ in hoursEast * 3600 }
        bench.take(bench.engine.calendarChanged(at: bench.clock))
    }

    private func log(_ at: String) throws -> JSONValue? {
        try bench.call("log.add", #"{"exercise":"squats","count":5,"at":"\#(at)"}"#)["day"]
    }

    @Test func theOffsetThatIsGivenCounts() throws {
        bench.advance(ms: 300 * 86_400_000)
        travel("Asia/Tokyo", hoursEast: 9)
        let cases = [
            ("2026-03-29T03:30:00+02:00", "2026-03-28"),
            ("2026-03-29T04:00:00+02:00", "2026-03-29"),
            ("2026-10-25T02:30:00+02:00", "2026-10-24"),
            ("2026-10-25T02:30:00+01:00", "2026-10-24"),
            ("2026-10-25T04:00:00+01:00", "2026-10-25"),
            // `Z` names no time zone, so that the time is 04:30 and 03:30 in Tokyo.
            ("2026-10-24T19:30:00Z", "2026-10-25"), ("2026-10-24T18:30:00Z", "2026-10-24"),
            ("2026-10-24T19:30:00+00:00", "2026-10-24"), ("2026-10-25T03:59", "2026-10-24"),
        ]
        for (at, day) in cases { #expect(try log(at) == .string(day), "\(at)") }
    }

    @Test(arguments: ["-106751991167d", "-9223372036854775807ms", "-2d"])
    func howeverFarAwayItIsAnAnswer(_ at: String) throws {
        let isNear = at == "-2d"
        let members = #""at":"\#(at)""#
        #expect(
            ((try? bench.call("log.add", "{\"exercise\":\"squats\",\"count\":5,\(members)}")) != nil)
                == isNear)
        #expect(((try? bench.call("workout.start", "{\(members)}")) != nil) == isNear)
        for method in ["log.list", "workout.list", "export"] {
            let more = method == "export" ? #","what":"log","format":"csv""# : ""
            #expect(throws: Never.self, "\(method)") {
                try bench.call(method, "{\"from\":\"\(at)\"\(more)}")
            }
        }
        let volume = "{\"from\":\"\(at)\",\"to\":\"2026-03-01\"}"
        #expect(((try? bench.call("volume.list", volume)) != nil) == isNear)
    }

    @Test func trainingRunsWorkoutsSetsAndOccurrencesHaveTheirs() throws {
        travel("America/Los_Angeles", hoursEast: -8)
        let expected = JSONValue.string("2026-02-28")
        // 2026-03-01T08:00Z is midnight, before 04:00.
        try bench.call("training.start", #"{"mode":"reps","target":5}"#)
        try bench.call("training.reps", #"{"count":1}"#)
        #expect(try bench.call("training.stop")["day"] == expected)
        #expect(try bench.call("run.start", #"{"program":"p"}"#)["day"] == expected)
        try bench.call("run.stop")
        #expect(try bench.call("workout.start")["day"] == expected)
        let set = try bench.call("set.log", #"{"exercise":"squats","reps":5,"load":60}"#)["set"]
        #expect(set?["day"] == expected)
        try bench.call("workout.finish")
        try bench.call("reminder.create", #"{"name":"move","every":"1h"}"#)
        #expect(try bench.call("reminder.fire", #"{"reminder":"move"}"#)["day"] == expected)
        travel("Europe/Berlin", hoursEast: 1)
        let one = #"{"from":"2026-02-28","to":"2026-02-28"}"#
        for (method, member) in [
            ("training.list", "trainings"), ("run.list", "runs"), ("workout.list", "workouts"),
            ("occurrence.list", "occurrences"),
        ] {
            let listed = try bench.call(method, one)[member]?.list ?? []
            #expect(listed.map { $0["day"] } == [expected], "\(method)")
        }
        let volume = try bench.call("volume.list", one)["days"]?.list
        #expect(volume?.map { $0["date"] } == [expected])
        let all = try bench.call("export", #"{"what":"sets","format":"csv","to":"2026-02-28"}"#)
        #expect(all["text"]?.string?.split(whereSeparator: \.isNewline).count == 2)
    }

    @Test func whatIsDueHasTheDayOfTheMomentAtWhichItCame() throws {
        try bench.call("reminder.create", #"{"name":"move","every":"1h","days":"daily"}"#)
        let next = try bench.call("occurrence.list", #"{"state":"scheduled"}"#)["occurrences"]
        #expect(next?.list.first?["due_at"] == .string("2026-03-01T10:00:00.000+01:00"))
        #expect(next?.list.first?["day"] == .string("2026-03-01"))
        // The reminder stays due at the same instant, which is 01:00 in Los Angeles.
        travel("America/Los_Angeles", hoursEast: -8)
        bench.advance(ms: 3_600_000)
        try bench.call("status")
        let fired = try bench.call("occurrence.list")["occurrences"]?.list.first
        #expect(fired?["state"] == .string("pending"))
        #expect(fired?["due_at"] == .string("2026-03-01T01:00:00.000-08:00"))
        #expect(fired?["day"] == .string("2026-02-28"))
    }
}
