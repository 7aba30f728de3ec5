import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerView
@testable import trackerctl

/// Goals in words, and their map.
@Suite struct GoalTextTests {
    private static func goal(
        _ measure: String = #""measure":"exercise","unit":"reps","target":50"#,
        period: String = "daily", value: Int = 12, state: String = "open", streak: Int = 4
    ) -> String {
        """
        {"id":"g0a1aaaaaaaa","name":"floor",\(measure),"period":"\(period)","progress":\
        {"from":"2026-03-01","to":"2026-03-01","value":\(value),"state":"\(state)",\
        "streak":\(streak),"score":0.214}}
        """
    }

    private func sentence(_ json: String) throws -> String {
        try Sample.read(json, as: GoalView.self).sentence(in: .plain)
            .replacing(" [g0a1aaaaaaaa]", with: "")
    }

    @Test func sentences() throws {
        #expect(try sentence(Self.goal()) == "floor: 12 of 50 reps today, 4 days in a row")
        #expect(
            try sentence(Self.goal(value: 50, state: "met", streak: 1))
                == "floor: 50 of 50 reps today, done, 1 day in a row")
        let hold = #""measure":"exercise","unit":"seconds","target":300"#
        #expect(
            try sentence(Self.goal(hold, period: "weekdays", value: 90, streak: 0))
                == "floor: 1:30 of 5:00 today")
        #expect(
            try sentence(Self.goal(hold, period: "weekdays", value: 0, state: "rest"))
                == "floor: nothing due today, 4 weekdays in a row")
        let workouts = #""measure":"workouts","target":3"#
        #expect(
            try sentence(Self.goal(workouts, period: "weekly", value: 1, streak: 2))
                == "floor: 1 of 3 workouts this week, 2 weeks in a row")
        #expect(
            try sentence(Self.goal(#""measure":"trainings","target":1"#, value: 0, streak: 0))
                == "floor: 0 of 1 session today")
        #expect(
            try sentence(Self.goal(#""measure":"efforts","target":10"#, value: 9, streak: 0))
                == "floor: 9 of 10 exercises today")
        #expect(
            try sentence(Self.goal(#""measure":"focus","target":120"#, value: 90, streak: 0))
                == "floor: 90 of 120 minutes of work today")
        // A measure of a newer daemon.
        #expect(
            try sentence(Self.goal(#""measure":"steps","target":10"#, value: 9, streak: 0))
                == "floor: 9 of 10 steps today")
    }

    @Test func aMapOfPeriods() throws {
        func period(_ day: String, _ value: Int, _ state: String) -> String {
            """
            {"from":"2026-\(day)","to":"2026-\(day)","value":\(value),"target":50,\
            "state":"\(state)"}
            """
        }
        let periods = [
            period("02-23", 50, "met"), period("02-24", 20, "missed"), period("02-25", 0, "missed"),
            period("02-26", 0, "rest"), period("02-27", 60, "met"), period("02-28", 50, "met"),
            period("03-01", 12, "open"),
        ].joined(separator: ",")
        let json = """
            {"goal":\(Self.goal()),"periods":[\(periods)],\
            "scores":[{"day":"2026-02-22","score":0.1},{"day":"2026-03-01","score":0.214}]}
            """
        let details = try Sample.read(json, as: GoalGet.Response.self)
        let text = details.text(in: .on(columns: 80))
        #expect(text.contains("\n  target: 50 reps a day\n"))
        #expect(text.contains("\n  strength: 21 %  ▄█ in the last 2 weeks\n"))
        #expect(text.contains("\nMon █\n") && text.contains("\nWed ·\n"))
        #expect(text.hasSuffix("\nSun ▒\ndays: █ done, ▒ partly, · nothing\n"))
        #expect(!details.text(in: .plain).contains("days:"))
    }
}
