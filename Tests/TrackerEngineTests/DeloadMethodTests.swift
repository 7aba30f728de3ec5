import TestSupport
import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// Workouts of a deload: lighter, and without consequences.
@Suite struct DeloadMethodTests {
    let bench: Bench

    init() throws {
        bench = try Bench.gym()
        try bench.call("exercise.update", #"{"exercise":"squats","equipment":"barbell"}"#)
        try bench.call(
            "template.create",
            """
            {"name":"Legs","exercises":[{"exercise":"squats","groups":[\
            {"sets":1,"type":"warmup","reps":5,"load":60},{"sets":2,"reps":5,"load":100}],\
            "progression":{"add":2.5,"reset_after":1,"reset_percent":20}}]}
            """)
        bench.forget()
    }

    private func loads(_ workout: JSONValue) -> [Double?] {
        let groups = workout["exercises"]?.list.first?["target"]?["groups"]?.list ?? []
        return groups.map { $0["load"]?.figure }
    }

    @discardableResult
    private func workout(_ reps: [Int], _ params: String) throws -> JSONValue {
        bench.advance(ms: 86_400_000)
        try bench.call("workout.start", params)
        for count in reps {
            bench.advance(ms: 60_000)
            try bench.call(
                "set.log", "{\"exercise\":\"squats\",\"reps\":\(count),\"type\":\"working\"}")
        }
        return try bench.call("workout.finish")
    }

    @Test func theLoadsAreAShare() throws {
        let open = try bench.call("workout.start", #"{"template":"legs","deload":60}"#)
        #expect(open["deload"] == .integer(60) && loads(open) == [35, 60])
        #expect(try bench.call("set.next")["set"]?["load"]?.figure == 35)
        let usual = try bench.call("workout.update", #"{"deload":false}"#)
        #expect(usual["deload"] == nil && loads(usual) == [60, 100])
        let again = try bench.call("workout.update", #"{"deload":50}"#)
        #expect(again["deload"] == .integer(50) && loads(again) == [30, 50])
        try bench.call("journal.undo")
        #expect(try loads(bench.call("workout.get")) == [60, 100])
        try bench.verify()
    }

    @Test func aTemplateCanBeOfADeload() throws {
        let template = try bench.call("template.update", #"{"template":"legs","deload":60}"#)
        #expect(template["deload"] == .integer(60))
        let open = try bench.call("workout.start", #"{"template":"legs"}"#)
        #expect(open["deload"] == .integer(60) && loads(open) == [35, 60])
        try bench.call("workout.discard", #"{"confirm":true}"#)
        // What is given comes before the template's.
        let given = try bench.call("workout.start", #"{"template":"legs","deload":50}"#)
        #expect(loads(given) == [30, 50])
        let usual = try bench.call("template.update", #"{"template":"legs","deload":false}"#)
        #expect(usual["deload"] == nil)
        #expect(
            try bench.refusal("template.update", #"{"template":"legs","deload":0}"#).field
                == "deload")
        try bench.verify()
    }

    /// Less help would be harder. The mode is the exercise's, or that of the last time.
    @Test func assistanceStays() throws {
        try bench.createExercises(["Assisted Chin-ups": "reps"])
        try bench.call("workout.start")
        try bench.set("pull-ups", #""reps":8,"load":20,"load_mode":"assisted""#)
        try bench.call("workout.finish")
        bench.advance(ms: 86_400_000)
        for exercise in ["assisted chin-ups", "pull-ups"] {
            try bench.call(
                "template.create",
                """
                {"name":"\(exercise)","exercises":[{"exercise":"\(exercise)","groups":[\
                {"sets":1,"type":"warmup","reps":5,"percent":50,"percent_of":"working"},\
                {"sets":3,"reps":8,"load":20}]}]}
                """)
            let open = try bench.call(
                "workout.start", "{\"template\":\"\(exercise)\",\"deload\":50}")
            #expect(loads(open) == [nil, 20], "\(exercise)")
            try bench.call("workout.discard", #"{"confirm":true}"#)
        }
        try bench.verify()
    }

    /// What is repeated is planned as it was, and lowered once.
    @Test func itIsRepeatedAsOne() throws {
        try workout([5, 5], #"{"template":"legs","deload":60}"#)
        bench.advance(ms: 86_400_000)
        let saved = try bench.call("template.create", #"{"name":"Light","from":"legs"}"#)
        let groups = saved["exercises"]?.list.first?["groups"]?.list
        #expect(saved["deload"] == .integer(60))
        #expect(groups?.map { $0["load"]?.figure } == [60, 100])
        let other = try bench.call(
            "template.create", #"{"name":"Lighter","from":"legs","deload":50}"#)
        #expect(other["deload"] == .integer(50))
        let again = try bench.call("workout.start", #"{"repeat":"legs"}"#)
        #expect(again["deload"] == .integer(60) && loads(again) == [35, 60])
        let usual = try bench.call("workout.update", #"{"deload":false}"#)
        #expect(usual["deload"] == nil && loads(usual) == [60, 100])
        try bench.call("workout.discard", #"{"confirm":true}"#)
        let given = try bench.call("workout.start", #"{"repeat":"legs","deload":50}"#)
        #expect(given["deload"] == .integer(50) && loads(given) == [30, 50])
        try bench.verify()
    }

    /// Without a target its sets are repeated, and their loads are those of the last time again.
    @Test func repeatedSetsAreNotLoweredTwice() throws {
        try bench.call("workout.start")
        try bench.set("squats", #""reps":5,"load":100"#)
        try bench.call("workout.finish")
        for params in [#"{"deload":60}"#, #"{"repeat":"last"}"#] {
            bench.advance(ms: 86_400_000)
            try bench.call("workout.start", params)
            let set = try bench.set("squats", #""reps":8"#)["set"]
            #expect(set?["load"]?.figure == 60, "\(params)")
            let finished = try bench.call("workout.finish")
            #expect(finished["deload"] == .integer(60), "\(params)")
        }
        let group = try bench.call("workout.get")["exercises"]?.list.first?["target"]?["groups"]?
            .list.first
        #expect(group?["reps"] == .integer(8) && group?["load"] == nil)
        try bench.verify()
    }

    @Test func theComingWorkoutHasItsLoads() throws {
        try bench.call("template.update", #"{"template":"legs","deload":60}"#)
        let proposal = try bench.call("workout.propose")
        let shown = try bench.call("template.get", #"{"template":"legs"}"#)
        for template in [proposal["template"], shown] {
            let groups = template?["exercises"]?.list.first?["next"]?.list
            #expect(groups?.map { $0["load"]?.figure } == [35, 60])
        }
        #expect(proposal["plates"]?.list.map { $0["load"]?.figure } == [35, 60])
    }

    /// Nor do templates of a plan that share a progression.
    @Test func aPlanDoesNotGoByIt() throws {
        try bench.call(
            "template.create",
            """
            {"name":"Other","exercises":[{"exercise":"squats","groups":[{"sets":2,"reps":5,"load":90}],\
            "progression":{"add":2.5,"reset_after":1,"reset_percent":20}}]}
            """)
        try bench.call("plan.create", #"{"name":"Week","templates":["legs","other"]}"#)
        try workout([5, 5], #"{"template":"legs"}"#)
        try workout([1, 1], #"{"template":"legs","deload":60}"#)
        bench.advance(ms: 86_400_000)
        #expect(try loads(bench.call("workout.start", #"{"template":"other"}"#)) == [102.5])
        try bench.verify()
    }

    @Test(arguments: ["0", "100.5", "60.125", "\"60%\"", "true"])
    func whatIsRefused(_ value: String) throws {
        for method in ["workout.start", "workout.update"] {
            let refusal = try bench.refusal(method, "{\"name\":\"x\",\"deload\":\(value)}")
            #expect(refusal.field == "deload" || refusal.state == "none", "\(method) \(value)")
        }
    }

    /// Without a target the loads are a share of the last time's, which is told as it was.
    @Test func loadsOfTheLastTimeAreLoweredToo() throws {
        try bench.call("workout.start")
        try bench.set("squats", #""reps":5,"load":100"#)
        try bench.call("workout.finish")
        bench.advance(ms: 86_400_000)
        try bench.call("workout.start", #"{"deload":60}"#)
        let next = try bench.call("set.next", #"{"exercise":"squats"}"#)
        #expect(next["set"]?["load"]?.figure == 60)
        #expect(next["last_time"]?["load"]?.figure == 100)
        try bench.set("squats", #""reps":5"#)
        // The next set is like the one before, not lowered again.
        #expect(
            try bench.call("set.next", #"{"exercise":"squats"}"#)["set"]?["load"]?.figure == 60)
        try bench.verify()
    }

    @Test func noFailureIsCountedAndNothingRises() throws {
        try workout([5, 5], #"{"template":"legs"}"#)
        let light = try workout([1, 1], #"{"template":"legs","deload":60}"#)
        #expect(light["summary"]?["difference"] == nil)
        bench.advance(ms: 86_400_000)
        let next = try bench.call("workout.start", #"{"template":"legs"}"#)
        // The rise of the first workout, neither a reset nor another rise.
        #expect(loads(next) == [60, 102.5])
        // The last time is that of the regular workout.
        let former = next["exercises"]?.list.first?["previous"]?.list
        #expect(former?.map { $0["load"]?.figure } == [100, 100])
        try bench.verify()
    }

    @Test func itMakesNoRecords() throws {
        try workout([5, 5], #"{"template":"legs"}"#)
        bench.forget()
        bench.advance(ms: 86_400_000)
        try bench.call("workout.start", #"{"deload":60}"#)
        let set = try bench.set("squats", #""reps":20,"load":200,"unit":"kg""#)
        #expect(set["records"]?.list == [])
        let finished = try bench.call("workout.finish")
        #expect(finished["summary"]?["records"]?.list == [])
        #expect(!bench.types.contains("record.set"))
        let records = try bench.call("record.list", #"{"exercise":"squats"}"#)
        #expect(records["records"]?.list.first?["value"]?.figure == 100)
        let points = try bench.call("exercise.progress", #"{"exercise":"squats"}"#)["points"]?.list
        #expect(points?.map { $0["deload"] } == [nil, .bool(true)])
        // Once it is none, the records are its own; and they go with the mark.
        try bench.call("workout.update", #"{"workout":"last","deload":false}"#)
        let own = try bench.call("record.list", #"{"exercise":"squats"}"#)
        #expect(own["records"]?.list.first?["value"]?.figure == 200)
        try bench.call("workout.update", #"{"workout":"last","deload":60}"#)
        #expect(try bench.call("record.list", #"{"exercise":"squats"}"#) == records)
        try bench.verify()
    }

    /// A best 1RM from before is what shares go by, whatever a deload lifts.
    @Test func warmUpsMakeNoRecordsEither() throws {
        try bench.call("workout.start")
        let set = try bench.set("squats", #""reps":5,"load":200,"type":"warmup""#)
        #expect(set["records"]?.list == [])
        #expect(try bench.call("record.list")["records"]?.list == [])
        try bench.verify()
    }
}
