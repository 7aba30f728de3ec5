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
}
