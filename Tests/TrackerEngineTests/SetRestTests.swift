import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// The rests that sets begin.
@Suite struct SetRestTests {
    let bench: Bench

    init() throws { bench = try Bench.gym() }

    private func restMs(_ result: JSONValue) -> Int64? { result["rest"]?["duration_ms"]?.integer }

    /// The `rest_ms` of the sets of the workout's first exercise.
    private func taken() throws -> [JSONValue?] {
        try bench.call("workout.get").sets().map { $0["rest_ms"] }
    }

    @Test func withinASupersetAfterOneWithARestOfItsOwn() throws {
        try bench.call(
            "template.create",
            """
            {"name":"Legs","exercises":[\
            {"exercise":"squats","sets":3,"reps":5,"rest":"30s","superset":"a"},\
            {"exercise":"bench dips","sets":3,"reps":8,"superset":"a"},\
            {"exercise":"pull-ups","sets":3,"reps":8,"rest":"2m","superset":"a"}]}
            """)
        try bench.call("workout.start", #"{"template":"legs"}"#)
        for _ in 1...3 {
            #expect(try restMs(bench.set("squats")) == 30_000)
            #expect(try restMs(bench.set("bench dips", #""reps":8"#)) == nil)
            #expect(try restMs(bench.set("pull-ups", #""reps":8"#)) == 120_000)
        }
        try bench.verify()
    }
}
