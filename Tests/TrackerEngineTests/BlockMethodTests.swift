import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// An exercise that stands in a workout or a template more than once.
@Suite struct BlockMethodTests {
    let bench: Bench

    init() throws {
        bench = try Bench.gym()
        try bench.call(
            "template.create",
            """
            {"name":"Pull","exercises":[\
            {"exercise":"squats","sets":2,"reps":8,"load":60,"superset":"A","rest":0},\
            {"exercise":"plank","sets":2,"seconds":30,"superset":"A"},\
            {"exercise":"squats","sets":1,"reps":5,"load":80,"rest":"3m"}]}
            """)
    }

    private func start() throws { try bench.call("workout.start", #"{"template":"pull"}"#) }

    @discardableResult
    private func log(_ members: String = "") throws -> JSONValue {
        try #require(try bench.call("set.log", "{\(members)}")["set"])
    }

    private func blocks(_ workout: JSONValue) -> [Int64?] {
        workout["exercises"]?.list.map { $0["block"]?.integer } ?? []
    }

    /// The sets of each block.
    private func counts() throws -> [Int] {
        try bench.call("workout.get")["exercises"]?.list.map { $0["sets"]?.list.count ?? 0 } ?? []
    }

    @Test func theRestTellsTheBlock() throws {
        try start()
        for _ in 0..<4 { try log() }
        bench.forget()
        bench.advance(ms: 600_000)
        #expect(bench.alerts.contains { $0.body.contains("next: Squats (2) 1 of 1: 5x80kg") })
    }

    /// The blocks of an exercise are one exercise to records.
    @Test func recordsNameAnExerciseOnce() throws {
        try start()
        for _ in 0..<5 { try log() }
        let summary = try bench.call("workout.finish")["summary"]
        let squats = summary?["records"]?.list.filter { $0["exercise_name"]?.string == "Squats" }
        let kinds = squats?.compactMap { $0["kind"]?.string } ?? []
        #expect(kinds.contains("heaviest_load"))
        #expect(kinds.count { $0 == "heaviest_load" } == 1)
    }
}
