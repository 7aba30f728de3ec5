import TestSupport
import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// Templates whose targets go on from workout to workout, and the one that is proposed.
@Suite struct ProgressionMethodTests {
    let bench: Bench

    init() throws {
        bench = try Bench.gym()
        try bench.call(
            "exercise.update", #"{"exercise":"bench press","equipment":"barbell"}"#)
        bench.forget()
    }

    private static let push = """
        {"name":"Push","exercises":[{"exercise":"bench press","groups":[{"sets":1,"reps":5,\
        "load":40,"type":"warmup"},{"sets":2,"reps":5,"load":100}],\
        "progression":{"add":2.5,"reset_after":2,"reset_percent":20}}]}
        """

    private func loads(_ groups: JSONValue?) -> [Double?] {
        groups?.list.map { $0["load"]?.figure } ?? []
    }

    /// The loads that a workout would begin with.
    private func next() throws -> [Double?] {
        let template = try bench.call("template.get", #"{"template":"push"}"#)
        let exercise = template["exercises"]?.list.first
        return loads(exercise?["next"] ?? exercise?["groups"])
    }

    /// Does a workout with sets of so many reps, as planned otherwise.
    @discardableResult
    private func workout(
        _ reps: [Int64], start: String = #"{"template":"push"}"#
    ) throws -> JSONValue {
        bench.advance(ms: 86_400_000)
        try bench.call("workout.start", start)
        for count in reps {
            bench.advance(ms: 1000)
            try bench.call(
                "set.log", "{\"exercise\":\"bench press\",\"reps\":\(count),\"type\":\"working\"}")
        }
        bench.advance(ms: 1000)
        return try bench.call("workout.finish")
    }

    /// A load that is lighter than the bar becomes no heavier where it goes down.
    @Test func lessThanTheBarIsNoMore() throws {
        try bench.call(
            "template.create",
            """
            {"name":"Push","exercises":[{"exercise":"bench press","sets":1,"reps":5,"load":15,\
            "progression":{"add":2.5,"reset_after":1}}]}
            """)
        try workout([4])
        #expect(try next() == [15])
    }

    /// What is added is in the unit of the loads, and what is added in the other one makes whole plates.
    @Test(arguments: [("", "lb", 50), (#","add_unit":"kg""#, "kg", 55)])
    func theUnitOfWhatIsAdded(_ unit: String, _ told: String, _ expected: Double) throws {
        try bench.call(
            "template.create",
            """
            {"name":"Push","exercises":[{"exercise":"squats","sets":1,"reps":5,"load":45,\
            "load_unit":"lb","progression":{"add":5\(unit)}}]}
            """)
        let template = try bench.call("template.get", #"{"template":"push"}"#)
        let progression = template["exercises"]?.list.first?["progression"]
        #expect(progression?["add_unit"] == .string(told))
        bench.advance(ms: 86_400_000)
        try bench.call("workout.start", #"{"template":"push"}"#)
        try bench.call("set.log")
        bench.advance(ms: 1000)
        try bench.call("workout.finish")
        #expect(try next() == [expected])
    }

    /// Two blocks of an exercise whose places were exchanged go on each from its own sets.
    @Test func blocksInAnotherOrderKeepTheirSets() throws {
        func exercises(_ loads: [Int]) -> String {
            loads.map {
                """
                {"exercise":"bench press","sets":1,"reps":5,"load":\($0),"progression":{"add":5}}
                """
            }.joined(separator: ",")
        }
        try bench.call(
            "template.create", "{\"name\":\"Push\",\"exercises\":[\(exercises([100, 60]))]}")
        bench.advance(ms: 86_400_000)
        try bench.call("workout.start", #"{"template":"push"}"#)
        try bench.call("set.log")
        try bench.call("set.log")
        bench.advance(ms: 1000)
        try bench.call("workout.finish")
        try bench.call(
            "template.update",
            "{\"template\":\"push\",\"exercises\":[\(exercises([60, 100]))]}")
        let template = try bench.call("template.get", #"{"template":"push"}"#)
        let next = template["exercises"]?.list.map { loads($0["next"]) } ?? []
        #expect(next == [[65], [105]])
    }

    // MARK: Proposals

    private func proposed() throws -> String {
        let proposal = try bench.call("workout.propose")
        return "\(proposal["template"]?["name"]?.string ?? "-") \(proposal["why"]?.string ?? "")"
    }

    @Test func templatesGoRound() throws {
        #expect(try proposed() == "- none")
        // It is Sunday the 1st of March.
        bench.advance(ms: 86_400_000)
        for name in ["Push", "Pull"] {
            try bench.call(
                "template.create",
                """
                {"name":"\(name)","days_per_week":1,"exercises":[{"exercise":"bench press",\
                "sets":1,"reps":5,"load":100,"progression":{"add":2.5}}]}
                """)
        }
        #expect(try proposed() == "Pull new")
        try workout([5], start: #"{"template":"pull"}"#)
        #expect(try proposed() == "Push new")
        try workout([5], start: #"{"template":"push"}"#)
        #expect(try proposed() == "Pull week_done")
        let proposal = try bench.call("workout.propose")
        #expect(proposal["last_at"]?.string?.hasPrefix("2026-03-03") == true)
        // What a workout would begin with is told, too.
        let exercise = proposal["template"]?["exercises"]?.list.first
        #expect(loads(exercise?["next"]) == [102.5])
        bench.advance(ms: 7 * 86_400_000)
        #expect(try proposed() == "Pull turn")
    }
}
