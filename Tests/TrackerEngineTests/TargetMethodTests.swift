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
}
