import TestSupport
import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// What a set doesn't say: the unit of its load, and that it is a warm-up.
@Suite struct SetUnitTests {
    let bench: Bench

    init() throws {
        bench = try Bench.gym()
        try bench.call("workout.start")
    }

    @discardableResult
    private func set(_ exercise: String, _ params: String) throws -> JSONValue {
        let reply = try bench.call("set.log", #"{"exercise":"\#(exercise)",\#(params)}"#)
        return try #require(reply["set"])
    }

    private func unit(_ exercise: String, _ params: String) throws -> String? {
        try set(exercise, params)["load_unit"]?.string
    }

    @Test func theUnitIsThatOfTheLastSet() throws {
        let (first, other) = ("bench press", "squats")
        #expect(try unit(first, #""reps":10,"load":100"#) == "kg")
        #expect(try unit(first, #""reps":10,"load":120,"unit":"lb""#) == "lb")
        #expect(try unit(first, #""reps":10,"load":130"#) == "lb")
        // Other exercises have a unit of their own.
        #expect(try unit(other, #""reps":5,"load":100"#) == "kg")
        try bench.call("workout.finish")
        try bench.call("workout.start")
        #expect(try unit(first, #""reps":10,"load":132.5"#) == "lb")
        #expect(try unit(first, #""reps":10,"load":60,"unit":"kg""#) == "kg")
        #expect(try unit(first, #""reps":10,"load":62.5"#) == "kg")
        // What is preferred is for exercises that were never done.
        try bench.call("settings.set", #"{"unit":"lb"}"#)
        #expect(try unit(other, #""reps":5,"load":102.5"#) == "kg")
        #expect(try unit("paused squats", #""reps":5,"load":225"#) == "lb")
        try bench.verify()
    }

    /// A load far beyond what was lifted is a slip, or in another unit, unless its unit is said.
    @Test(
        arguments: [
            (#""load":100"#, true), (#""load":120.1"#, false), (#""load":120"#, true),
            (#""load":1000"#, false), (#""load":130,"unit":"kg""#, true),
            (#""load":300,"unit":"lb""#, true), (#""load":500,"load_mode":"bodyweight""#, true),
            (#""load":20"#, true), (#""load":0"#, true),
        ] as [(String, Bool)])
    func aJumpIsAsked(_ load: String, _ isTaken: Bool) throws {
        for reps in 3...5 { try set("bench press", "\"reps\":\(reps),\"load\":60") }
        guard !isTaken else {
            _ = try set("bench press", "\"reps\":5,\(load)")
            return
        }
        let refusal = try bench.refusal(
            "set.log", "{\"exercise\":\"bench press\",\"reps\":5,\(load)}")
        #expect(refusal.field == "load" && refusal.state == "doubtful")
        #expect(refusal.message.contains("kg, or") && refusal.message.hasSuffix("lb"))
        #expect(try bench.call("workout.get").sets().count == 3)
    }

    @Test func aSetOrTwoTellLess() throws {
        try set("bench press", #""reps":5,"load":20"#)
        try set("bench press", #""reps":5,"load":80"#)
        let refusal = try bench.refusal(
            "set.log", #"{"exercise":"bench press","reps":5,"load":800}"#)
        #expect(refusal.state == "doubtful" && refusal.message.contains("more than 4 times the 80"))
        try set("bench press", #""reps":5,"load":200"#)
        // The heaviest counts, not a warm-up after it.
        try set("bench press", #""reps":5,"load":20"#)
        try set("bench press", #""reps":5,"load":390"#)
        try bench.verify()
    }

    private func plan(_ groups: String) throws {
        try bench.call("workout.discard", #"{"confirm":true}"#)
        try bench.call(
            "template.create",
            #"{"name":"t","exercises":[{"exercise":"bench press","groups":[\#(groups)]}]}"#)
        try bench.call("workout.start", #"{"template":"t"}"#)
    }

    private let planned =
        #"{"sets":2,"type":"warmup","reps":5,"load":60},{"sets":3,"reps":5,"load":100}"#

    private func type(_ params: String) throws -> String? {
        try set("bench press", params)["type"]?.string
    }

    @Test func aLighterSetInThePlaceOfAWarmUpIsThat() throws {
        try plan(planned)
        #expect(try type(#""reps":5,"load":50"#) == "warmup")
        #expect(try type(#""reps":5,"load":200,"unit":"lb""#) == "warmup")
        // All of them are done by now.
        #expect(try type(#""reps":5,"load":90"#) == "working")
        #expect(try type(#""reps":5,"load":100,"unit":"kg""#) == "working")
        try bench.verify()
    }
}
