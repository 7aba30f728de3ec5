import TestSupport
import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// Groups of sets in templates, and what workouts make of them.
@Suite struct TargetMethodTests {
    let bench: Bench

    init() throws {
        bench = try Bench.gym()
        try bench.call(
            "exercise.update", #"{"exercise":"bench press","equipment":"barbell"}"#)
        bench.forget()
    }

    private func template(_ exercises: String) throws {
        try bench.call("template.create", "{\"name\":\"Push\",\"exercises\":[\(exercises)]}")
    }

    @discardableResult
    private func start(_ params: String = #"{"template":"push"}"#) throws -> JSONValue {
        bench.advance(ms: 60_000)
        return try bench.call("workout.start", params)
    }

    private func target(_ workout: JSONValue, _ index: Int = 0) -> JSONValue? {
        workout["exercises"]?.list[index]["target"]
    }

    private func next() throws -> JSONValue? { try bench.call("set.next")["set"] }

    private func log(_ members: String = "") throws -> JSONValue {
        bench.advance(ms: 1000)
        return try #require(try bench.call("set.log", "{\(members)}")["set"])
    }

    /// A text such as `2/4 5x100 warmup`.
    private func text(_ set: JSONValue?) -> String {
        guard let set else { return "nothing" }
        let reps = set["reps"]?.integer.map { "\($0)" } ?? "?"
        let load = set["load"]?.figure.map { "x\($0)" } ?? ""
        let type = set["type"]?.string ?? ""
        return "\(set["index"]?.integer ?? 0)/\(set["of"]?.integer ?? 0) \(reps)\(load) \(type)"
    }

    @Test func groupsAreDoneOneAfterTheOther() throws {
        try template(
            """
            {"exercise":"bench press","rest":"3m","groups":[{"sets":1,"type":"warmup","reps":5,\
            "load":60},{"sets":1,"reps":5,"load":80},{"sets":2,"reps":5,"reps_to":8,"load":100,\
            "rpe":8.5}]}
            """)
        let workout = try start()
        #expect(target(workout)?["groups"]?.list.count == 3)
        #expect(target(workout)?["rest_ms"] == .integer(180_000))
        #expect(text(try next()) == "1/4 5x60.0 warmup")
        let first = try log()
        #expect(first["type"] == .string("warmup") && first["load"] == .integer(60))
        #expect(text(try next()) == "2/4 5x80.0 working")
        _ = try log()
        let third = try next()
        #expect(text(third) == "3/4 5x100.0 working")
        #expect(third?["reps_to"] == .integer(8) && third?["rpe"] == .number(8.5))
        // An effort that is aimed at isn't one that was felt.
        let logged = try log()
        #expect(logged["rpe"] == nil && logged["reps"] == .integer(5))
        #expect(text(try log(#""reps":7"#)) == "4/0 7x100.0 working")
        #expect(try bench.call("set.next")["why"] == .string("done"))
        try bench.verify()
    }

    @Test func theBubbleOfARestTellsTheRange() throws {
        try template(
            #"{"exercise":"bench press","sets":3,"reps":8,"reps_to":12,"load":60,"rpe":8}"#)
        try start()
        _ = try log()
        bench.forget()
        bench.advance(ms: 600_000)
        #expect(
            bench.alerts.contains {
                $0.body.contains("next: Bench Press 2 of 3: 8-12x60kg@8")
            })
    }

    /// Bench Press has a barbell of 20 kg and plates down to 1.25 kg; the dips have neither.
    @Test func sharesOfTheBest1RMAreWhatThePlatesCanMake() throws {
        try start(#"{"name":"Before"}"#)
        _ = try log(#""exercise":"bench press","reps":5,"load":100"#)
        _ = try log(#""exercise":"bench press","reps":1,"load":200,"type":"warmup""#)
        try bench.call("workout.finish")
        try template(
            """
            {"exercise":"bench press","groups":[{"sets":1,"type":"warmup","reps":5,"percent":10},\
            {"sets":3,"reps":5,"percent":85}]},{"exercise":"bench dips","sets":1,"percent":50}
            """)
        // 85 % of 116.67 kg are 99.17 kg; below the bar there is nothing.
        let groups = target(try start())?["groups"]?.list ?? []
        #expect(groups.map { $0["load"] } == [.integer(20), .number(97.5)])
        #expect(groups.allSatisfy { $0["percent"] == nil && $0["load_unit"] == .string("kg") })
        let dips = try bench.call("workout.get")["exercises"]?.list[1]["target"]?["groups"]?.list
        #expect(dips?.first?["percent"] == .integer(50) && dips?.first?["load"] == nil)
        // What a workout began with stays, whatever becomes of the template or the record.
        _ = try log(#""exercise":"bench press","reps":1,"load":200"#)
        try bench.call(
            "template.update",
            #"{"template":"push","exercises":[{"exercise":"bench press","sets":9,"percent":50}]}"#)
        #expect(try text(next()) == "2/3 5x97.5 working")
        try bench.call("workout.finish")
        #expect(target(try start())?["groups"]?.list.first?["load"] == .integer(100))
    }

    /// A workout that is written up later goes by what was lifted before it.
    @Test func laterRecordsDoNotCountInThePast() throws {
        try template(#"{"exercise":"bench press","sets":3,"reps":5,"percent":50}"#)
        try start(#"{"name":"Now"}"#)
        _ = try log(#""exercise":"bench press","reps":1,"load":100"#)
        try bench.call("workout.finish")
        let past = target(try start(#"{"template":"push","at":"-2h"}"#))?["groups"]?.list.first
        #expect(past?["percent"] == .integer(50) && past?["load"] == nil)
    }

    @Test func whatIsRepeatedKeepsEachLoadAndItsMode() throws {
        try start(#"{"name":"Pull"}"#)
        for set in [
            #""reps":12,"load":60"#, #""reps":10,"load":70"#, #""reps":8,"load":80"#,
        ] {
            _ = try log("\"exercise\":\"bench press\",\(set)")
        }
        _ = try log(#""exercise":"pull-ups","reps":8,"load":10,"load_mode":"bodyweight""#)
        _ = try log(#""exercise":"pull-ups","reps":6,"load_mode":"bodyweight""#)
        try bench.call("workout.finish")
        try start(#"{"repeat":"last"}"#)
        for wish in ["1/3 12x60.0", "2/3 10x70.0", "3/3 8x80.0"] {
            #expect(try text(next()) == "\(wish) working")
            _ = try log()
        }
        let added = try next()
        #expect(text(added) == "1/2 8x10.0 working")
        #expect(added?["load_mode"] == .string("bodyweight"))
        _ = try log()
        let alone = try log()
        #expect(alone["load"] == nil && alone["load_mode"] == .string("bodyweight"))
        try bench.verify()
    }
}
