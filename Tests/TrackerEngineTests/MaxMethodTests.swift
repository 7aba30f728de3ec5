import TestSupport
import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// Training maxes, and the shares that templates take of them.
@Suite struct MaxMethodTests {
    let bench: Bench

    init() throws {
        bench = try Bench.gym()
        try bench.call("exercise.update", #"{"exercise":"squats","equipment":"barbell"}"#)
        bench.forget()
    }

    private static let cycle = """
        {"name":"Legs","exercises":[{"exercise":"squats","groups":[\
        {"sets":1,"type":"warmup","reps":5,"percent":50,"percent_of":"working"},\
        {"sets":1,"reps":5,"percent":75,"percent_of":"max"},\
        {"sets":1,"reps":3,"amrap":true,"percent":85,"percent_of":"max"}],\
        "progression":{"add":5,"reset_after":1,"reset_percent":10}}]}
        """

    @discardableResult
    private func log(_ load: Double, _ more: String = "") throws -> JSONValue {
        try bench.call("max.log", "{\"exercise\":\"squats\",\"load\":\(load)\(more)}")
    }

    private func list(_ params: String = #"{"exercise":"squats"}"#) throws -> JSONValue {
        try bench.call("max.list", params)
    }

    private func loads(_ workout: JSONValue) -> [Double?] {
        let groups = workout["exercises"]?.list.first?["target"]?["groups"]?.list ?? []
        return groups.map { $0["load"]?.figure }
    }

    /// Does a workout of the template on the next day, with so many reps in its working sets.
    @discardableResult
    private func workout(_ reps: [Int], _ params: String = #"{"template":"legs"}"#) throws
        -> JSONValue
    {
        bench.advance(ms: 86_400_000)
        try bench.call("workout.start", params)
        for count in reps {
            bench.advance(ms: 60_000)
            try bench.call(
                "set.log", "{\"exercise\":\"squats\",\"reps\":\(count),\"type\":\"working\"}")
        }
        return try bench.call("workout.finish")
    }

    /// A share without a max says what is missing, and once it is set, the same workout has the load.
    @Test func aShareWithoutAMaxStaysOpenUntilItIsSet() throws {
        try bench.call("template.create", Self.cycle)
        let open = try bench.call("workout.start", #"{"template":"legs"}"#)
        #expect(loads(open) == [nil, nil, nil])
        let refusal = try bench.refusal(
            "set.log", #"{"exercise":"squats","reps":5,"type":"working"}"#)
        #expect(refusal.kind == .invalidParams && refusal.field == "load")
        #expect(refusal.state == "max")
        #expect(refusal.message.contains("planned at 75% of your training max, which isn't set"))
        bench.advance(ms: 1000)
        try log(140)
        #expect(try loads(bench.call("workout.get")) == [57.5, 105, 117.5])
        let set = try bench.set("squats", #""reps":5,"type":"working""#)
        #expect(set["set"]?["load"]?.figure == 105)
        try bench.verify()
    }

    @Test func itRisesAfterACycleAndFallsByItsReset() throws {
        try bench.call("template.create", Self.cycle)
        try log(140)
        try workout([5, 6])
        var now = try list()["entries"]?.list.first
        #expect(now?["now"]?.figure == 145 && now?["rises"] == .integer(1))
        #expect(now?["load"]?.figure == 140 && now?["resets"] == nil)
        let second = try workout([5, 3])
        // 85 % of 145 are 123.25.
        #expect(loads(second).last == 122.5)
        now = try list()["entries"]?.list.first
        #expect(now?["now"]?.figure == 150 && now?["rises"] == .integer(2))
        // Two reps where three are the least.
        try workout([5, 2])
        now = try list()["entries"]?.list.first
        #expect(now?["now"]?.figure == 135 && now?["resets"] == .integer(1))
        // An undo of the workout takes its fall with it, and a new max starts afresh.
        try bench.call("workout.delete", #"{"workout":"last"}"#)
        #expect(try list()["entries"]?.list.first?["now"]?.figure == 150)
        bench.advance(ms: 1000)
        try log(130)
        #expect(try list()["entries"]?.list.first?["now"] == nil)
        try bench.verify()
    }

    /// Set while the workout lasts, or noted for a time before it: the workout counts, but not in its own loads.
    @Test(arguments: ["", #","at":"-1m""#])
    func aWorkoutThatBeganWithoutOneCounts(_ at: String) throws {
        try bench.call("template.create", Self.cycle)
        try bench.call("workout.start", #"{"template":"legs"}"#)
        bench.advance(ms: 1000)
        try log(140, at)
        for count in [5, 3] {
            bench.advance(ms: 60_000)
            try bench.set("squats", "\"reps\":\(count),\"type\":\"working\"")
        }
        let finished = try bench.call("workout.finish")
        #expect(loads(finished) == [57.5, 105, 117.5])
        let now = try list()["entries"]?.list.first
        #expect(now?["now"]?.figure == 145 && now?["rises"] == .integer(1))
        #expect(try loads(bench.call("workout.get")) == [57.5, 105, 117.5])
        // 85 % of 145 are 123.25.
        bench.advance(ms: 86_400_000)
        let next = try bench.call("workout.start", #"{"template":"legs"}"#)
        #expect(loads(next).last == 122.5)
        try bench.verify()
    }

    /// Its loads are shares of the earlier max.
    @Test func aWorkoutThatBeganWithAnotherOneDoesNotCount() throws {
        try bench.call("template.create", Self.cycle)
        try log(140)
        bench.advance(ms: 1000)
        try bench.call("workout.start", #"{"template":"legs"}"#)
        bench.advance(ms: 1000)
        try log(150)
        for _ in 1...2 { try bench.set("squats", #""reps":5,"type":"working""#) }
        try bench.call("workout.finish")
        let now = try list()["entries"]?.list.first
        #expect(now?["load"]?.figure == 150 && now?["now"] == nil)
        try bench.verify()
    }

    /// Then the progression changes the sets, and the max stays.
    @Test func sharesOfWarmUpsAloneDoNotMoveIt() throws {
        try bench.call(
            "template.create",
            """
            {"name":"Legs","exercises":[{"exercise":"squats","groups":[\
            {"sets":1,"type":"warmup","reps":5,"percent":50,"percent_of":"max"},\
            {"sets":2,"reps":5,"load":80}],"progression":{"add":2.5}}]}
            """)
        try log(140)
        try workout([5, 5])
        #expect(try list()["entries"]?.list.first?["now"] == nil)
        bench.advance(ms: 86_400_000)
        #expect(try loads(bench.call("workout.start", #"{"template":"legs"}"#)) == [70, 82.5])
        try bench.verify()
    }

    @Test func otherSharesAndRepeatsDoNotMoveIt() throws {
        try bench.call("template.create", Self.cycle)
        try log(140)
        try workout([5, 5])
        #expect(try list()["entries"]?.list.first?["now"]?.figure == 145)
        // What is repeated isn't the plan.
        try workout([5, 5], #"{"repeat":"last"}"#)
        #expect(try list()["entries"]?.list.first?["now"]?.figure == 145)
        // Nor does a deload count.
        try workout([5, 1], #"{"template":"legs","deload":60}"#)
        #expect(try list()["entries"]?.list.first?["now"]?.figure == 145)
        try bench.verify()
    }
}
