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

    @Test func aTemplateWithAnExerciseTwice() throws {
        try start()
        let workout = try bench.call("workout.get")
        #expect(blocks(workout) == [nil, nil, 2])
        // In turn, and then the block that stands alone.
        for _ in 0..<4 { try log() }
        #expect(try counts() == [2, 2, 0])
        let next = try bench.call("set.next")["set"]
        #expect(next?["block"]?.integer == 2 && next?["index"]?.integer == 1)
        #expect(next?["of"]?.integer == 1 && next?["load"]?.figure == 80)
        let result = try bench.call("set.log", "{}")
        #expect(result["set"]?["block"]?.integer == 2 && result["set"]?["index"]?.integer == 1)
        #expect(result["rest"]?["duration_ms"]?.integer == 180_000)
        #expect(try bench.call("set.next")["why"] == .string("done"))
        // The same set of the last time is that of the block.
        try bench.call("workout.finish")
        bench.advance(ms: 60_000)
        try start()
        for _ in 0..<4 { try log() }
        #expect(try bench.call("set.next")["last_time"]?["load"]?.figure == 80)
        let previous = try bench.call("workout.get")["exercises"]?.list
        #expect(previous?.map { $0["previous"]?.list.count } == [2, 2, 1])
        try bench.verify()
    }

    @Test func aSetGoesIntoTheBlockWhoseTurnItIs() throws {
        try start()
        try log(#""exercise":"squats","block":2"#)
        // The second block has no sets left, the first one has.
        #expect(try log(#""exercise":"squats","reps":8"#)["block"] == nil)
        try log(#""exercise":"squats","reps":8"#)
        #expect(try counts() == [2, 0, 1])
        // All is done: the one that was done last.
        #expect(try log(#""exercise":"squats","reps":8"#)["block"] == nil)
        let wrong = try bench.refusal("set.log", #"{"exercise":"squats","reps":8,"block":3}"#)
        #expect(wrong.field == "block" && wrong.message.contains("1 or 2"))
        #expect(try bench.refusal("set.log", #"{"block":1}"#).field == "block")
        let drop = try log(#""exercise":"squats","reps":9,"load":50,"block":2"#)
        #expect(drop["index"]?.integer == 2)
        // A drop set is of the block that it goes on from.
        let more = try log(
            #""exercise":"squats","reps":9,"load":40,"drop_of":"\#(drop["id"]?.string ?? "")""#)
        #expect(more["block"]?.integer == 2)
        #expect(
            try bench.refusal(
                "set.log",
                """
                {"exercise":"squats","reps":9,"load":30,"block":1,\
                "drop_of":"\(drop["id"]?.string ?? "")"}
                """
            ).field == "drop_of")
    }

    @Test func aSetMovesToAnotherBlock() throws {
        try start()
        try log(#""exercise":"squats""#)
        let moved = try bench.call("set.update", #"{"set":"last","block":2}"#)["set"]
        #expect(moved?["block"]?.integer == 2 && moved?["index"]?.integer == 1)
        #expect(try counts() == [0, 0, 1])
        #expect(try bench.refusal("set.update", #"{"set":"last","block":4}"#).field == "block")
        try bench.call("journal.undo")
        #expect(try counts() == [1, 0, 0])
        try bench.verify()
    }

    @Test func anExerciseIsAddedOnceMoreOnceItHasSets() throws {
        try bench.call("workout.start")
        try bench.call("workout.add_exercise", #"{"exercise":"squats"}"#)
        let early = try bench.refusal("workout.add_exercise", #"{"exercise":"squats"}"#)
        #expect(early.kind == .conflict && early.state == "present")
        // It joins a superset later.
        let joined = try bench.call(
            "workout.add_exercise", #"{"exercise":"squats","superset":"A"}"#)
        #expect(joined["exercises"]?.list.map { $0["superset"]?.string } == ["A"])
        try log(#""exercise":"squats","reps":5,"load":100"#)
        let two = try bench.call(
            "workout.add_exercise", #"{"exercise":"squats","position":1,"superset":"B"}"#)
        #expect(blocks(two) == [2, nil])
        // With the load of the other block.
        #expect(try log(#""exercise":"squats","reps":5,"block":2"#)["load"]?.figure == 100)
        let turned = try bench.call("workout.reorder", #"{"exercises":["squats","squats"]}"#)
        #expect(blocks(turned) == [nil, 2])
        try bench.verify()
    }

    @Test func oneBlockGoesWithItsSets() throws {
        try start()
        try log()
        try log(#""exercise":"squats","block":2"#)
        let which = try bench.refusal("workout.remove_exercise", #"{"exercise":"squats"}"#)
        #expect(which.field == "block" && which.message.contains("1 or 2"))
        let noted = try bench.call(
            "workout.note", #"{"note":"slowly","exercise":"squats","block":2}"#)
        #expect(noted["exercises"]?.list.map { $0["note"]?.string } == [nil, nil, "slowly"])
        #expect(
            try bench.refusal("workout.note", #"{"note":"x","exercise":"squats"}"#).field == "block"
        )
        #expect(try bench.refusal("workout.note", #"{"note":"x","block":2}"#).field == "block")
        let left = try bench.call(
            "workout.remove_exercise", #"{"exercise":"squats","block":1,"confirm":true}"#)
        // The number of the other stays.
        #expect(blocks(left) == [nil, 2])
        #expect(try counts() == [0, 1])
        try bench.call("journal.undo")
        #expect(try counts() == [1, 0, 1])
        try bench.verify()
    }

    @Test func aRepeatedWorkoutKeepsItsBlocks() throws {
        try start()
        for _ in 0..<5 { try log() }
        try bench.call("workout.finish")
        let again = try bench.call("workout.start", #"{"repeat":"last"}"#)
        #expect(blocks(again) == [nil, nil, 2])
        let loads = again["exercises"]?.list.map {
            $0["target"]?["groups"]?.list.first?["load"]?.figure
        }
        #expect(loads == [60, nil, 80])
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
